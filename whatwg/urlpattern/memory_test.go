package urlpattern_test

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// maxPatternMemory is the largest number of bytes that New allocates for a byte of a long pattern, garbage included.
const maxPatternMemory = 300

// memoryShapes are patterns that take much memory for a byte, besides hostileShapes: many parts, many groups, regular
// expressions with a node or a class for each byte, and literals that have to be encoded.
var memoryShapes = []hostile.Shape{
	{"https://h/", "(.*)", ""}, {"https://h/", "(a)", ""}, {"https://h/", "/(a)", ""}, {"https://h/", "/:a$", ""},
	{"https://h/", "(\\d)", ""}, {"https://h/", "{a*}+", ""}, {"https://h/", "/*+", ""}, {"https://h/", "(a)*", ""},
	{"https://h/", "{a}", ""}, {"https://h/", "*%", ""}, {"https://h/", "*é", ""}, {"https://h?", "*", ""},
	{"https://h#", "* ", ""}, {"https://", "*.", "h"}, {"https://", "*1", "h"}, {"https://h:", "1*", ""},
	{"https://", "*%", "@h/"}, {"", "*", "://h/"}, {"", "(a)", "://h/"}, {"", "{a}?", "://h/"}, {"x:", "*%", ""},
	{"https://h/(", ".", ")"}, {"https://h/(", "|", ")"}, {"https://h/(", "[a]", ")"}, {"https://h/(", "\\d\\w", ")"},
	{"https://h/(", "a^", ")"}, {"https://h/(", "(?:a|b)", ")"}, {"https://h/(", "(?=)", ")"},
	{"https://h/((?:", "a?", ")*)"}, {"https://h/((?:", "(?:a|)", ")*)"}, {"https://h/((?:(?:", "a*", "){100})*)"},
	{"https://h/(" + strings.Repeat("(?:", 200), "a?", strings.Repeat(")*", 200) + ")"},
}

// TestMemory: New allocates at most maxPatternMemory bytes for a byte of a pattern of 10 KB and more.
func TestMemory(t *testing.T) {
	if hostile.PoolsForget {
		t.Skip("pools keep less with the race detector")
	}
	const size = 10_000
	for _, shape := range slices.Concat(hostileShapes, memoryShapes) {
		var b strings.Builder
		b.WriteString(shape[0])
		for i := 0; b.Len()+len(shape[2]) < size; i++ {
			b.WriteString(strings.ReplaceAll(shape[1], "$", strconv.FormatInt(int64(i), 36)))
		}
		pattern := b.String() + shape[2]
		for _, ignoreCase := range []bool{false, true} {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			p, err := urlpattern.New(pattern, nil, &urlpattern.Options{IgnoreCase: ignoreCase})
			runtime.ReadMemStats(&after)
			if n := (after.TotalAlloc - before.TotalAlloc) / uint64(len(pattern)); n > maxPatternMemory {
				t.Errorf("%.40s..., ignoring case: %t: %d bytes for a byte, want at most %d; %v", pattern, ignoreCase, n, maxPatternMemory, err)
			}
			if (p == nil) == (err == nil) {
				t.Errorf("%.40s...: %v, %v", pattern, p, err)
			}
		}
	}
}
