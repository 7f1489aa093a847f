package origin

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// Space is ASCII white space (Infra Standard, section 4.6).
const Space = " \t\n\f\r"

// RefreshURL returns the range of the URL in the value of a Refresh field, or in the content of
// <meta http-equiv=refresh> (HTML Standard, "shared declarative refresh steps"). In "5; url='/x'" it is the range of
// "/x". ok is false if the value has an error, or no URL.
func RefreshURL(value string) (lo, hi int, ok bool) {
	skip := strings.TrimLeft
	time := skip(value, Space)
	rest := skip(time, "0123456789.")
	if rest == time || rest == "" || strings.IndexByte(Space+";,", rest[0]) < 0 {
		return 0, 0, false
	}
	if rest = skip(rest, Space); rest != "" && (rest[0] == ';' || rest[0] == ',') {
		rest = skip(rest[1:], Space)
	}
	if rest == "" {
		return 0, 0, false
	}
	if octet.HasPrefixFold(rest, "url") {
		if after, ok := strings.CutPrefix(skip(rest[len("url"):], Space), "="); ok {
			rest = skip(after, Space)
		}
	}
	lo, hi = len(value)-len(rest), len(value)
	if rest != "" && (rest[0] == '"' || rest[0] == '\'') {
		lo++
		hi = octet.Next(value, lo, rest[:1])
	}
	return lo, hi, true
}
