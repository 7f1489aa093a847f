package test_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/whatwg"
)

// An advisory is a line of testdata/advisories.tsv.
type advisory struct {
	line                             int
	number, input, call, want, broke string
}

// readAdvisories reads testdata/advisories.tsv. Its first lines describe the columns.
func readAdvisories(t *testing.T) (list []advisory) {
	t.Helper()
	data, err := os.ReadFile("testdata/advisories.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(strings.TrimSuffix(string(data), "\n"), "\n") {
		if strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 7 {
			t.Fatalf("line %d has %d columns instead of 7", i+1, len(fields))
		}
		if fields[2] != "quoted" && fields[2] != "described" {
			t.Fatalf("line %d: %q is neither quoted nor described", i+1, fields[2])
		}
		input, err := strconv.Unquote(`"` + fields[3] + `"`)
		if err != nil {
			t.Fatalf("line %d: %v", i+1, err)
		}
		list = append(list, advisory{i + 1, fields[0], input, fields[4], fields[5], fields[6]})
	}
	return list
}

// TestAdvisories runs the inputs of published advisories. A result of "refused" means an error.
func TestAdvisories(t *testing.T) {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		t.Fatal(err)
	}
	base := uri.MustParse("https://app.example/login")
	registered, err := guard.NewRedirectURIs(guard.RedirectOptions{}, "https://app.example/callback", "http://127.0.0.1/native")
	if err != nil {
		t.Fatal(err)
	}
	calls := map[string]func(string) (string, error){
		"uri.Parse": func(s string) (string, error) {
			u, err := uri.Parse(s)
			name, _ := u.Host()
			return "host " + name, err
		},
		"uri.Normalized": func(s string) (string, error) {
			u, err := uri.Parse(s)
			return u.Normalized().String(), err
		},
		"uri.JoinPath": func(s string) (string, error) {
			first, elem, _ := strings.Cut(s, " ")
			u, err := uri.MustParse(first).JoinPath(elem)
			return u.String(), err
		},
		"whatwg.Parse": func(s string) (string, error) {
			u, err := whatwg.Parse(s)
			return "host " + u.Hostname(), err
		},
		"guard.Audit": func(s string) (string, error) {
			_, hazards, err := guard.Parse(s)
			return hazards.String(), err
		},
		"guard.FetchRules": func(s string) (string, error) {
			_, err := policy.Parse(s)
			return "accepted", err
		},
		"whatwg+guard.FetchRules": func(s string) (string, error) {
			w, err := whatwg.Parse(s)
			if err != nil {
				return "", err
			}
			u, _ := w.URI()
			return "accepted", policy.Check(u)
		},
		"guard.ReturnTo": func(s string) (string, error) {
			u, err := guard.ReturnTo(base, s)
			return u.String(), err
		},
		"guard.RedirectURIs": func(s string) (string, error) {
			_, err := registered.Match(s)
			return "accepted", err
		},
		"guard.NewRedirectURIs": func(s string) (string, error) {
			_, err := guard.NewRedirectURIs(guard.RedirectOptions{}, s)
			return "accepted", err
		},
		"host.ParseAddr": func(s string) (string, error) {
			addr, unusual, ok := host.ParseAddr(s)
			if !ok || !unusual {
				return "", fmt.Errorf("unusual is %t, ok is %t", unusual, ok)
			}
			return addr.String(), nil
		},
		"host.ClassOf": func(s string) (string, error) {
			addr, _, ok := host.ParseAddr("[" + s + "]")
			if !ok {
				return "", fmt.Errorf("no address")
			}
			return host.ClassOf(addr).String(), nil
		},
		"uri.QueryParams": func(s string) (string, error) {
			u, err := uri.Parse(s)
			var keys []string
			for key := range u.QueryParams() {
				keys = append(keys, key)
			}
			return strings.Join(keys, ", "), err
		},
		"suffix.Registrable": suffix.Registrable,
		"idna.Lookup": func(s string) (string, error) {
			ascii, err := idna.Lookup.AppendASCII(nil, s)
			return string(ascii), err
		},
	}
	advisories := map[string]bool{}
	lines := readAdvisories(t)
	for _, a := range lines {
		advisories[a.number] = true
		call := calls[a.call]
		if call == nil {
			t.Errorf("line %d: unknown call %s", a.line, a.call)
			continue
		}
		got, err := call(a.input)
		if err != nil {
			got = "refused"
		}
		// A set of flags has to contain the one that is wanted.
		if got != a.want && !strings.Contains(", "+got+", ", ", "+a.want+", ") {
			t.Errorf("line %d: %s(%q) of %s is %q (%v), want %q; the broken program: %s",
				a.line, a.call, a.input, a.number, got, err, a.want, a.broke)
		}
	}
	if len(lines) < 60 || len(advisories) < 30 {
		t.Errorf("%d lines of %d advisories, want at least 60 of 30", len(lines), len(advisories))
	}
}
