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
	return string(AppendShape1(buf[:0], u))
}

// AppendShape1 appends the [Shape1] of u to dst and returns the extended slice. If dst is large enough, it allocates only
// for a u of more than 1 KiB that is not in normal form. It takes time linear in u.
func AppendShape1(dst []byte, u uri.URI) []byte {
	var buf reference.Buffer
	f := formOf(&buf, u)
	dst = f.appendOrigin(dst, f.scheme)
	path := f.path
	for n := strings.IndexByte(path, '/'); n >= 0; n = strings.IndexByte(path, '/') {
		dst = append(appendPlaceholder(dst, path[:n]), '/')
		path = path[n+1:]
	}
	dst = appendPlaceholder(dst, path)
	if f.hasQuery {
		dst = append(dst, '?')
		c := reference.NewPairCursor(f.query, "&")
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
	r := reader{text: s}
	r.one("-")
	return r.digits(1, len(s)) && (r.atEnd() || r.one(".") && r.digits(1, len(s)) && r.atEnd())
}

// minHash is the least number of hex digits of a hash.
const minHash = 16

func isHash(s string) bool { return len(s) >= minHash && hexLen(s) == len(s) }

// hexLen returns the number of hex digits at the start of s.
func hexLen(s string) (n int) {
	for n < len(s) && tables.Is(s[n], tables.HEXDIG) {
		n++
	}
	return n
}

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
	var buf [maxDate]byte
	text := octet.Text(octet.Keys{Plus: true}.AppendText(buf[:0], s))
	r, month, basic := reader{text: text}, reader{text: text}, reader{text: text}
	return r.date() && (r.atEnd() || r.one("T ") && r.time() && r.atEnd()) ||
		month.digits(4, 4) && month.one("-") && month.upTo(12) && month.atEnd() ||
		basic.digits(8, 8) && basic.one("T") && basic.digits(6, 6) && (basic.atEnd() || basic.one("Z") && basic.atEnd())
}

// A reader reads a segment or a value. Its methods report whether a thing of some kind is next, and move past it. If it
// is not next, the position is undefined, except after the method one.
type reader struct {
	text string
	at   int
}

func (r *reader) atEnd() bool { return r.at == len(r.text) }

// digits reads min to max digits.
func (r *reader) digits(min, max int) bool {
	n := 0
	for r.at < len(r.text) && n < max && tables.Is(r.text[r.at], tables.DIGIT) {
		r.at++
		n++
	}
	return n >= min
}

// upTo reads two digits, from "01" to max.
func (r *reader) upTo(max int) bool {
	if !r.digits(2, 2) {
		return false
	}
	n := 10*int(r.text[r.at-2]-'0') + int(r.text[r.at-1]-'0')
	return 0 < n && n <= max
}

// one reads a byte of set.
func (r *reader) one(set string) bool {
	if r.atEnd() || strings.IndexByte(set, r.text[r.at]) < 0 {
		return false
	}
	r.at++
	return true
}

// date reads a year, a month and a day in one of three orders.
func (r *reader) date() bool {
	for _, sep := range []string{"-", ".", "/"} {
		year, day, month := *r, *r, *r
		switch {
		case year.digits(4, 4) && year.one(sep) && year.upTo(12) && year.one(sep) && year.upTo(31):
			r.at = year.at
		case day.upTo(31) && day.one(sep) && day.upTo(12) && day.one(sep) && day.digits(4, 4):
			r.at = day.at
		case month.upTo(12) && month.one(sep) && month.upTo(31) && month.one(sep) && month.digits(4, 4):
			r.at = month.at
		default:
			continue
		}
		return true
	}
	return false
}

// time reads a time and its zone.
func (r *reader) time() bool {
	if !(r.digits(2, 2) && r.one(":") && r.digits(2, 2)) {
		return false
	}
	if r.one(":") && !(r.digits(2, 2) && (!r.one(".") || r.digits(1, 9))) {
		return false
	}
	if r.atEnd() || r.one("Z") {
		return true
	}
	if !r.one("+- ") || !r.digits(2, 2) {
		return false
	}
	r.one(":")
	return r.digits(2, 2)
}
