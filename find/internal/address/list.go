package address

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// CutList returns the end of the address text[start:end] without the rest of a list. The rest begins before another web
// address: at the ",", ";" or "|" before it, as in "http://a/b,http://c/d", and at characters outside US-ASCII before
// it, as in "http://a/b→http://c/d". If a "," or ";" is directly before the address and ends a field, as in a line of CSV,
// the rest begins at the next one. Nothing up to floor is removed. Only Web has this rule: a list without spaces is more
// frequent than an address with another address after a comma. Of several places, the first one counts.
func (r *Rules) CutList(text string, start, floor, end int) int {
	if r.Syntax != Web || end <= floor {
		return end
	}
	field := octet.Next(text[:end], floor, fieldMark(text[:start]))
	for i := floor; ; {
		n := strings.IndexByte(text[i:field], ':') // PERF: most addresses have no other ":"
		if n < 0 {
			return r.cutAt(text, floor, field, end)
		}
		colon := i + n
		i = colon + 1
		if !strings.HasPrefix(text[i:field], "//") {
			continue
		}
		for _, size := range [...]int{len("http"), len("https")} {
			lo := colon - size
			if lo <= floor || !schemes.KindOf(text[lo:colon]).IsHTTP() {
				continue
			}
			n := lo
			for n > floor && text[n-1] >= utf8.RuneSelf {
				n--
			}
			if strings.IndexByte(",;|", text[lo-1]) >= 0 {
				n--
			}
			if cut := r.cutAt(text, floor, n, end); n < lo && cut < end {
				return cut
			}
		}
	}
}

// fieldMark returns the "," or ";" at the end of before that ends a field of a line, or "".
func fieldMark(before string) string {
	n := len(before)
	if n < 2 || before[n-1] != ',' && before[n-1] != ';' || before[n-2] <= ' ' {
		return ""
	}
	return before[n-1:]
}

// cutAt returns the end of an address that a mark at n ends. If nothing after floor is left, it is end.
func (r *Rules) cutAt(text string, floor, n, end int) int {
	if n == end {
		return end
	}
	if n = r.trimFinal(text, floor, n); n == 0 {
		return end
	}
	return n
}
