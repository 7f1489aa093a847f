package redact_test

import (
	"strings"
	"testing"

	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/test/kit"
)

// A redaction is text, and the same text with its secrets hidden. If want is empty, the text has no secret.
type redaction struct{ text, want string }

// ruleNames are the sections of testdata/redact.txt, each with examples of a rule. S begins all secrets that are not
// tokens or numbers.
var ruleNames = []string{
	"place", "characters", "start", "user", "end of the text", "closers", "no secret", "end of the secret",
	"a space in a password", "user names", "values of keys", "values of keys in braces and quotation marks",
	"values of keys in other secrets", "long secrets", "addresses of drivers", "messages",
}

// keysOfCases are the keys with secret values in the examples.
var keysOfCases = redact.NewKeys([]string{"token", "access_token", "*password", "pwd", "pass phrase"})

func hide(text string, r redact.Rules) string { return string(r.Append(nil, text, 0, len(text))) }

func TestRules(t *testing.T) {
	long := strings.NewReplacer("LONG", strings.Repeat("eyJhbGciOiJIUzI1NiJ9.", 100))
	for _, rule := range ruleNames {
		for _, c := range kit.Cases[redaction]("redact.txt", rule) {
			want := c.want
			if want == "" {
				want = long.Replace(c.text)
			}
			rules := redact.Rules{Keys: keysOfCases}
			for _, around := range [][2]string{{"", ""}, {"x ", " y"}, {"\n", "\n"}, {strings.Repeat("ab ", 50), strings.Repeat("\ncd", 50)}} {
				text, want := around[0]+long.Replace(c.text)+around[1], around[0]+want+around[1]
				got := hide(text, rules)
				if got != want {
					t.Errorf("%s: %q: got %q, want %q", rule, text, got, want)
				}
				if again := hide(got, rules); again != got {
					t.Errorf("%s: %q: got %q, and again %q", rule, text, got, again)
				}
			}
		}
	}
}

// TestComponents: a component that is hidden does not keep a secret before it from being hidden.
func TestComponents(t *testing.T) {
	for _, c := range []struct {
		rules      redact.Rules
		text, want string
	}{
		{redact.Rules{Fragment: true}, "https://h/?token=S&a=1#f", "https://h/?token=xxxxx&a=1#xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/?token=S&a=1&pwd=S&b=2#f", "https://h/?token=xxxxx&a=1&pwd=xxxxx&b=2#xxxxx"},
		{redact.Rules{Fragment: true}, "https://u:S@h/?token=S#f", "https://u:xxxxx@h/?token=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, "//h/?token=S#f", "//h/?token=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, `https:\/\/h\/?token=S#f`, `https:\/\/h\/?token=xxxxx#xxxxx`},
		{redact.Rules{Fragment: true}, "https%3A%2F%2Fh%2F%3Ftoken%3DS%23f", "https%3A%2F%2Fh%2F%3Ftoken%3Dxxxxx%23xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/;password=S#f", "https://h/;password=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/?next=https://u:S@g/&token=S#f", "https://h/?next=https://u:xxxxx@g/&token=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/?next=amqp://u:S#S@g/", "https://h/?next=amqp://u:xxxxx"},
		{redact.Rules{Fragment: true, User: true}, "https://u@h/?token=S#f", "https://xxxxx@h/?token=xxxxx#xxxxx"},
		{redact.Rules{Fragment: true}, "https://h/#token='S S' x", "https://h/#xxxxx' x"},
		{redact.Rules{User: true}, "https://u:S@h/?token=S#f", "https://xxxxx@h/?token=xxxxx#f"},
		{redact.Rules{OriginOnly: true}, "https://u:S@h;token=S/p?q#f", "https://xxxxx@h;token=xxxxx"},
		{redact.Rules{OriginOnly: true}, `{"a":"{\"a\":\"foo:\\/\\/h\\/p\"}"}`, `{"a":"{\"a\":\"foo:\\/\\/h\\/xxxxx\"}"}`},
		{redact.Rules{OriginOnly: true}, `{"a":"{\"a\":\"x \\\\\\\"foo://h\\\\\\\": y\"}"}`, `{"a":"{\"a\":\"x \\\\\\\"foo://h\\\\\\\": y\"}"}`},
		{redact.Rules{Fragment: true}, `{"a":"{\"a\":\"Get \\\"foo://h#f\\\"\"}"}`, `{"a":"{\"a\":\"Get \\\"foo://h#xxxxx\\\"\"}"}`},
		{redact.Rules{OriginOnly: true}, "https://u@h/p?q#f", "https://xxxxx@h/xxxxx"},
	} {
		c.rules.Keys = keysOfCases
		got := hide(c.text, c.rules)
		if got != c.want {
			t.Errorf("%+v: %q: got %q, want %q", c.rules, c.text, got, c.want)
		}
		if again := hide(got, c.rules); again != got {
			t.Errorf("%+v: %q: got %q, and again %q", c.rules, c.text, got, again)
		}
	}
}
