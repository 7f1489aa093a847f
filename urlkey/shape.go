package urlkey

import (
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/tables"
)

// Shape1 returns a key that is the same for URIs that differ only in numbers and identifiers:
//
//	http://shop.example/item/17?size=4      http://shop.example/item/{number}?size={number}
//	http://shop.example/item/23?size=42     http://shop.example/item/{number}?size={number}
//
// A crawler can limit the pages that it fetches of each shape, so that it leaves calendars and counters. Other programs
// group the lines of a log by shape. A shape is not a URL, because no URL has a brace.
//
// The shape of a URI is its normal form of version 1, without userinfo and fragment. Each segment of the path, and each
// value of the query, which is split at "&" and then at the first "=", is replaced if the whole of it is one of these:
//
//	{number}  ["-"] 1*DIGIT ["." 1*DIGIT]
//	{hash}    16*HEX, unless it is a number
//	{uuid}    8HEX "-" 4HEX "-" 4HEX "-" 4HEX "-" 12HEX
//	{date}    year "-" month
//	          date [("T" / " ") time]
//	          8DIGIT "T" 6DIGIT ["Z"]
//
//	date      year sep month sep day / day sep month sep year / month sep day sep year
//	sep       "-" / "." / "/", the same one twice
//	time      2DIGIT ":" 2DIGIT [":" 2DIGIT ["." 1*9DIGIT]] ["Z" / ("+" / "-" / " ") 2DIGIT [":"] 2DIGIT]
//	year      4DIGIT
//	month     "01" to "12"
//	day       "01" to "31"
//
// HEX has letters of either case. Dates are compared decoded, with "+" as a space. A pair without "=" is a name. Names,
// the host, the port, and all other segments and values stay, such as "item17" and "17.html".
//
// To drop or sort parameters, normalize the URI with [uri.QueryRules] first. Shape1 allocates only the result if that and
// u have at most 512 bytes.
func Shape1(u uri.URI) string {
	var buf [512]byte
	return string(appendShape1(buf[:0], u))
}

// appendShape1 appends the [Shape1] of u to dst and returns the extended slice.
func appendShape1(dst []byte, u uri.URI) []byte {
	var buf reference.Buffer
	f := formOf(&buf, u)
	dst = appendOrigin(dst, &f)
	path := f.Path
	for n := strings.IndexByte(path, '/'); n >= 0; n = strings.IndexByte(path, '/') {
		dst = append(appendPlaceholder(dst, path[:n]), '/')
		path = path[n+1:]
	}
	dst = appendPlaceholder(dst, path)
	if f.HasQuery {
		dst = append(dst, '?')
		c := reference.NewPairCursor(f.Query, "&")
		for first := true; c.Next(); first = false {
			name, value, hasValue := strings.Cut(c.Text(), "=")
			dst = append(c.AppendSeparator(dst, first), name...)
			if hasValue {
				dst = appendPlaceholder(append(dst, '='), value)
			}
		}
	}
	return dst
}

// appendPlaceholder appends the placeholder of s, a segment or a value, or s itself if it has none.
func appendPlaceholder(dst []byte, s string) []byte {
	switch {
	case isNumber(s):
		return append(dst, "{number}"...)
	case isHash(s):
		return append(dst, "{hash}"...)
	case isUUID(s):
		return append(dst, "{uuid}"...)
	case isDate(s):
		return append(dst, "{date}"...)
	}
	return append(dst, s...)
}

func isNumber(s string) bool {
	whole, fraction, hasFraction := strings.Cut(strings.TrimPrefix(s, "-"), ".")
	return areDigits(whole) && (!hasFraction || areDigits(fraction))
}

func areDigits(s string) bool { return s != "" && octet.SpanOf(s, 0, tables.DIGIT) == len(s) }

// minHash is the least number of hex digits of a hash.
const minHash = 16

func isHash(s string) bool { return len(s) >= minHash && octet.SpanOf(s, 0, tables.HEXDIG) == len(s) }

func isUUID(s string) bool {
	const form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	if len(s) != len(form) {
		return false
	}
	for i := range len(form) {
		if form[i] == '-' && s[i] != '-' || form[i] == 'x' && !tables.Is(s[i], tables.HEXDIG) {
			return false
		}
	}
	return true
}

// maxDate is the length of the longest date, with a percent-encoding for each octet.
const maxDate = len("%XX") * len("2006-01-02T15:04:05.000000000+07:00")

func isDate(s string) bool {
	if len(s) < len("2006-01") || !tables.Is(s[0], tables.DIGIT) || len(s) > maxDate || strings.IndexByte(s, '=') >= 0 {
		return false
	}
	var buf, zeros [maxDate]byte
	text := octet.Text(octet.Keys{Plus: true}.AppendText(buf[:0], s))
	for i := range len(text) {
		if zeros[i] = text[i]; tables.Is(text[i], tables.DIGIT) {
			zeros[i] = '0'
		}
	}
	form := octet.Text(zeros[:len(text)]) // such as "0000-00-00T00:00Z"
	switch form {
	case "0000-00":
		return upTo("12", text[5:])
	case "00000000T000000", "00000000T000000Z":
		return true
	}
	const size = len("2006-01-02")
	if len(form) < size {
		return false
	}
	switch form[:size] {
	case "0000-00-00", "0000.00.00", "0000/00/00":
		return upTo("12", text[5:7]) && upTo("31", text[8:size]) && isTime(form[size:])
	case "00-00-0000", "00.00.0000", "00/00/0000":
		first, second := text[:2], text[3:5]
		return (upTo("31", first) && upTo("12", second) || upTo("12", first) && upTo("31", second)) && isTime(form[size:])
	}
	return false
}

// upTo reports whether two digits are a number from "01" to most.
func upTo(most, digits string) bool { return "00" < digits && digits <= most }

// isTime reports whether form is the rest of a date, with zeros in place of digits: nothing, or a time.
func isTime(form string) bool {
	if form == "" {
		return true
	}
	rest, ok := strings.CutPrefix(form[1:], "00:00")
	if !ok || form[0] != 'T' && form[0] != ' ' {
		return false
	}
	if seconds, ok := strings.CutPrefix(rest, ":00"); ok {
		rest = seconds
		if fraction, ok := strings.CutPrefix(seconds, "."); ok {
			rest = strings.TrimLeft(fraction, "0")
			if n := len(fraction) - len(rest); n == 0 || n > 9 {
				return false
			}
		}
	}
	if rest == "" || rest == "Z" {
		return true
	}
	zone := rest[1:]
	return strings.IndexByte("+- ", rest[0]) >= 0 && (zone == "0000" || zone == "00:00")
}
