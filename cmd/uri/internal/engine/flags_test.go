package engine

import (
	"errors"
	"flag"
	"io"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestParseFlags compares ParseFlags with package flag: the flags that are set, the remaining arguments, and whether
// there is an error.
func TestParseFlags(t *testing.T) {
	words := []string{"-a", "--a", "-a=true", "-a=x", "-a=", "-s", "--s=v", "-s=", "-s=a=b", "-", "--", "---a", "-=",
		"--=a", "x", "", "-h", "--help=1", "-x", "-as"}
	newSet := func() (fs *flag.FlagSet, set *[]string) {
		fs, set = flag.NewFlagSet("", flag.ContinueOnError), new([]string)
		fs.SetOutput(io.Discard)
		for _, define := range []func(string, string, func(string) error){fs.BoolFunc, fs.Func} {
			name := map[bool]string{true: "a", false: "s"}[fs.Lookup("a") == nil]
			define(name, "", func(value string) error {
				if *set = append(*set, name+" "+value); value == "x" {
					return errors.New("wrong")
				}
				return nil
			})
		}
		return fs, set
	}
	for _, first := range words {
		for _, second := range words {
			for _, third := range words {
				args := []string{first, second, third}
				want, wantSet := newSet()
				wantErr := want.Parse(args)
				fs, set := newSet()
				rest, _, err := ParseFlags(fs, args, false, func(string) bool { return false })
				if isTwice(*wantSet, args) { // package flag takes the last value
					if err == nil {
						t.Fatalf("%q: a flag is given twice", args)
					}
					continue
				}
				if (err == nil) != (wantErr == nil) || errors.Is(err, flag.ErrHelp) != errors.Is(wantErr, flag.ErrHelp) {
					t.Fatalf("%q: %v, want %v", args, err, wantErr)
				}
				if diff := cmp.Diff(*wantSet, *set); diff != "" {
					t.Fatalf("%q: -want +got:\n%s", args, diff)
				}
				if err == nil && !slices.Equal(rest, want.Args()) {
					t.Fatalf("%q: %q is left, want %q", args, rest, want.Args())
				}
			}
		}
	}
}

// isTwice reports whether a flag of TestParseFlags is set twice, and one use replaces the other.
func isTwice(set, args []string) bool {
	n := map[string]int{}
	for _, text := range set {
		n[text[:1]]++
	}
	hasValue := slices.ContainsFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-a=") })
	return n["s"] > 1 || n["a"] > 1 && hasValue
}

func TestNearest(t *testing.T) {
	commands := []string{"check", "help", "man", "normalize", "play", "relativize", "split", "to-iri", "to-uri"}
	for word, want := range map[string]string{
		"chekc": "check", "chk": "check", "Check": "check", "hcek": "check", "checks": "check", "normalise": "normalize",
		"relative": "relativize", "spilt": "split", "to-url": "to-uri", "to-irl": "to-iri", "mna": "man", "hlep": "help",
		"": "", "fly": "", "build": "", "hunter2": "", "m": "", "\xff": "",
	} {
		if got := Nearest(word, commands); got != want {
			t.Errorf("%q: %q, want %q", word, got, want)
		}
	}
}

// TestSlips compares slips with the recursive definition of the distance.
func TestSlips(t *testing.T) {
	words := []string{""}
	for i := 0; len(words[i]) < 4; i++ {
		for _, c := range []string{"a", "b", "c"} {
			words = append(words, words[i]+c)
		}
	}
	for _, a := range words {
		for _, b := range words {
			for limit := range 5 {
				if got, want := Slips(a, b, limit), min(limit, slipsReference(a, b)); got != want {
					t.Fatalf("%q, %q, %d: %d, want %d", a, b, limit, got, want)
				}
			}
		}
	}
}

func slipsReference(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	a1, b1 := a[1:], b[1:]
	if a[0] == b[0] {
		return slipsReference(a1, b1)
	}
	n := 1 + min(slipsReference(a1, b), slipsReference(a, b1), slipsReference(a1, b1))
	if a1 != "" && b1 != "" && a[0] == b[1] && a[1] == b[0] {
		n = min(n, 1+slipsReference(a[2:], b[2:]))
	}
	return n
}
