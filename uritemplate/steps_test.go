package uritemplate

import (
	"strconv"
	"strings"
	"testing"
)

// sizes are the approximate lengths of hostile templates and inputs in bytes.
func sizes() []int {
	if testing.Short() {
		return []int{100, 16 << 10}
	}
	return []int{100, 16 << 10, 64 << 10}
}

// times returns as many copies of s as fit in n bytes. "$" in s becomes the number of the copy.
func times(n int, s string) string {
	var b strings.Builder
	for i := 0; b.Len()+len(s) <= n; i++ {
		b.WriteString(strings.ReplaceAll(s, "$", strconv.Itoa(i)))
	}
	return b.String()
}

// hostileMatches are templates and inputs that take quadratic time if a loop reads a part of the input again for each
// part of the template, each variable or each member.
var hostileMatches = []func(n int) (template, input string){
	func(n int) (string, string) { return times(n, "{;a}"), ";z=" + times(n, "1") },
	func(n int) (string, string) { return times(n, "{;a$}"), ";a=" + times(n, "1") },
	func(n int) (string, string) { return times(n, "{;a$}"), times(n, ";a$=1") },
	func(n int) (string, string) { return times(n, "{;a}{;ab}{;abc}"), ";abcd=" + times(n, "1") },
	func(n int) (string, string) { return "x" + times(n, "{/x}"), "x" + times(n, "/") },
	func(n int) (string, string) { return "x" + times(n, "{/x$}"), "x/" + times(n, "a") },
	func(n int) (string, string) { return times(n, "/{x}"), times(n/4, "/") + times(n, "a") },
	func(n int) (string, string) { return times(n, "/{x}"), "/" + times(n, "%41") },
	func(n int) (string, string) { return times(n, "/{x,y}"), times(n, "/,") },
	func(n int) (string, string) { return "{x" + times(n, ",x$") + "}", times(n, "a,") },
	func(n int) (string, string) { return "{?x" + times(n, ",x$") + "}", "?z" + times(n, "&z$=") },
	func(n int) (string, string) { return "{?x" + times(n, ",x$") + "}", "?x0=1" + times(n, "&z$=") },
	func(n int) (string, string) { return "{?x" + times(n, ",x$") + ",y*}", "?" + times(n, "y=1&") },
	func(n int) (string, string) { return "{;" + times(n, "aaaaaaaa$,") + "a}", ";" + times(n, "a") },
	func(n int) (string, string) { return "{?x*}", "?" + times(n, "&") },
	func(n int) (string, string) { return "{?x*}", "?" + times(n, "x=1&") },
	func(n int) (string, string) { return "{?x*}", "?" + times(n, "=") },
	func(n int) (string, string) { return "{.x*}", times(n, ".a.b=c") },
	func(n int) (string, string) { return "{.x*}", times(n, ".") + "=" },
	func(n int) (string, string) { return "{/x*}", times(n, "/%2C") },
	func(n int) (string, string) { return "{/x*}", "/a=" + times(n, "/b") },
	func(n int) (string, string) { return "{x}", times(n, ",") },
	func(n int) (string, string) { return "{x*}", times(n, "a=,") },
	func(n int) (string, string) { return "{+x}", times(n, "%25") },
	func(n int) (string, string) { return "{+x}", times(n, "%20%") },
	func(n int) (string, string) { return "{#x,y}", "#" + times(n, "%2c,") },
	func(n int) (string, string) { return times(n, "a"), times(n, "a") + "b" },
}

// TestMatchLinear counts the steps of a match: at most 12 for each byte of the template and of the input.
func TestMatchLinear(t *testing.T) {
	for i, hostile := range hostileMatches {
		for _, n := range sizes() {
			template, input := hostile(n)
			m, err := MustParse(template).Matcher()
			if err != nil {
				t.Fatalf("%.40s: %v", template, err)
			}
			_, ok, steps := m.match(input)
			if limit := 12 * (len(template) + len(input)); steps > limit {
				t.Errorf("%d: %.40s with %.40q: %d steps for %d bytes, want at most %d", i, template, input, steps, n, limit)
			}
			t.Logf("%.20s with %.20q: %t, %d steps, %d bytes", template, input, ok, steps, len(template)+len(input))
		}
	}
}

// TestExpandLinear counts the steps of an expansion: at most one for each byte of the template and of the result. A
// result that is too long ends it after one value.
func TestExpandLinear(t *testing.T) {
	for _, template := range []string{
		"{x}", "{u}", "{?u}", "{x$}", "{;x}", "{?l*}", "{&k*}", "{/l}", "{+x}{#x}", "{x:9999}", "{+e:9999}", "a", "ü", "%41",
	} {
		for _, n := range sizes() {
			x := newExpansion(Map{
				"x": String(times(n, "a ")), "e": String(times(n, "%C3%BC")), "l": List(strings.Split(times(n, ",a"), ",")...),
				"k": Pairs(Pair{times(n, "a"), times(n, "ü")}),
			}, MaxLen)
			text := times(n, template)
			dst, err := x.append(nil, MustParse(text).parts)
			length := len(dst)
			if err != nil {
				if err.(*Error).Reason != ReasonTooLong {
					t.Fatalf("%s: %v", template, err)
				}
				length = MaxLen + 10*n
			}
			if limit := len(text) + length; x.steps > limit || x.steps < len(dst) {
				t.Errorf("%s: %d steps for %d bytes, want at most %d", template, x.steps, n, limit)
			}
		}
	}
}
