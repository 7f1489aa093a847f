package compare

import (
	"flag"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/urispan/uri/bench/baseline/side"
)

// TestResults compares two versions that differ in their results for some inputs.
func TestResults(t *testing.T) {
	var before, after Version
	before.Results = []side.Result{
		{Name: "length", Of: func(ref, _ string) string { return strings.Repeat("x", len(ref)) }},
		{Name: "fragment", Of: func(ref, _ string) string { return ref }},
		{Name: "gone", Of: func(string, string) string { return "" }},
	}
	after.Results = []side.Result{
		{Name: "new", Of: func(string, string) string { return "" }},
		before.Results[0],
		{Name: "fragment", Of: func(ref, _ string) string {
			if strings.Contains(ref, "#") {
				panic("fault")
			}
			return ref
		}},
	}
	pairs := Pair(before, after, regexp.MustCompile(""))
	var w strings.Builder
	lists := []List{{"list", []string{"a", "b#c"}}}
	differ := pairs.Results(&w, NewInputs(lists, 1), 100)
	if differ == 0 || differ == 100 || strings.Count(w.String(), "\tnew   \"panic: fault\"\n") != shown ||
		!strings.Contains(w.String(), "fragment: ") || strings.Contains(w.String(), "length") {
		t.Errorf("%d differences:\n%s", differ, &w)
	}
	if differ := Pair(before, after, regexp.MustCompile("^length$")).Results(io.Discard, NewInputs(lists, 1), 100); differ != 0 {
		t.Errorf("%d differences", differ)
	}
}

// TestSide checks results and loops of the working tree, with values of RFC 3986, section 5.4.1.
func TestSide(t *testing.T) {
	seen := false
	for _, r := range side.Results() {
		got := r.Of("../g;x=1/./y", "http://a/b/c/d;p?q")
		if r.Name == "URI.Resolve" {
			seen = true
			if got != "http://a/b/g;x=1/y" {
				t.Errorf("%s: %q", r.Name, got)
			}
		}
		if r.Of("%zz", "%zz") == r.Of("http://a/c", "http://a/b") {
			t.Errorf("%s does not tell two references apart: %q", r.Name, got)
		}
	}
	if !seen {
		t.Error("no URI.Resolve")
	}
	for _, timing := range side.Timings() {
		timing.Prepare([]string{"http://a/b", "%zz"})()
	}
	after := Version{side.Results(), side.Timings()}
	var w strings.Builder
	Pair(after, after, regexp.MustCompile("^fsm.Scan$")).Times(&w, []List{{"list", []string{"http://a/b"}}}, 1)
	if lines := strings.Count(w.String(), "\n"); lines != 3 {
		t.Errorf("%d lines:\n%s", lines, &w)
	}
}

// TestInputs checks that the inputs follow from the seed, and that packages uri and iri accept some and refuse some.
func TestInputs(t *testing.T) {
	lists, err := listsOf(nil, "../../../testdata/corpus.txt")
	if err != nil {
		t.Fatal(err)
	}
	same, other := NewInputs(lists, 1), NewInputs(lists, 1)
	valid := map[bool]int{}
	results := side.Results()
	for range 1000 {
		s := same.next()
		if s != other.next() {
			t.Fatalf("%q is not what another generator with the same seed returns", s)
		}
		for _, r := range results {
			if r.Name == "uri.Parse" {
				valid[!strings.HasPrefix(r.Of(s, ""), " error")]++
			}
		}
	}
	if valid[true] < 300 || valid[false] < 300 {
		t.Errorf("%d of 1000 inputs are URI references", valid[true])
	}
}

func TestOptions(t *testing.T) {
	file := filepath.Join(t.TempDir(), "some.txt")
	if err := os.WriteFile(file, []byte("a\nb\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	want := Options{Inputs: 1, Seed: 2, Passes: 3, Only: "a b", Lists: []string{file, "other"}}
	var got Options
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	got.AddFlags(flags)
	if err := flags.Parse(want.Args()); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("got  %+v, %v\nwant %+v", got, err, want)
	}
	lists, err := listsOf([]string{file}, "")
	if err != nil || !reflect.DeepEqual(lists, []List{{"some", []string{"a", "b"}}}) {
		t.Errorf("%v, %v", lists, err)
	}
}
