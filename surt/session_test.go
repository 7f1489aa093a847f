package surt

import (
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestRemoveQuerySessions compares removeQuerySessions with the expressions of internetarchive/surt.
func TestRemoveQuerySessions(t *testing.T) {
	const id24, id32 = "abcdefghijklmnopqrstuvwx", "0123456789abcdefghijklmnopqrstuv"
	var forms []*regexp.Regexp
	for _, form := range []string{
		`jsessionid=[0-9a-z]{32}(?:&|$)`, `phpsessid=[0-9a-z]{32}(?:&|$)`, `sid=[0-9a-z]{32}(?:&|$)`,
		`aspsessionid[a-z]{8}=[a-z]{24}(?:&|$)`, `cfid=[^&]+&cftoken=[^&]+(?:&|$)`,
	} {
		forms = append(forms, regexp.MustCompile(`(?s)^(.*)`+form))
	}
	words := []string{
		"jsessionid=", "phpsessid=", "sid=", "aspsessionid", "aspsessionidabcdefgh=", "cfid=", "cftoken=", "&cftoken=",
		id24, id32, id32, "cfid=1&cftoken=2", "sid=" + id32, "&", "&", "&", "1", "a", "?", "\n",
	}
	r, removed := kit.Random(t), 0
	for range 50_000 {
		var query strings.Builder
		for range r.IntN(12) {
			query.WriteString(words[r.IntN(len(words))])
		}
		want := query.String()
		for _, form := range forms {
			if m := form.FindStringSubmatchIndex(want); m != nil {
				want = want[:m[3]] + want[m[1]:]
				removed++
			}
		}
		if got := string(removeQuerySessions([]byte(query.String()))); got != want {
			t.Fatalf("the session IDs are removed from %q: %q, want %q", query.String(), got, want)
		}
	}
	if removed < 10_000 {
		t.Errorf("%d session IDs are removed, want 10,000 or more", removed)
	}
}
