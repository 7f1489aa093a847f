package kit

import (
	"fmt"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// A verdict is written by its method String.
type verdict uint8

func (v verdict) String() string {
	return map[verdict]string{0: "none", 1: "is valid", 1 << 7: "large"}[v]
}

func TestCases(t *testing.T) {
	defer func(folder string) { testdata = folder }(testdata)
	testdata = t.TempDir()
	const text = "# a file\n\n== One: in n at ok rest\na#b -1 ::1 true \"is valid\" none 3 \"is valid, large\" # a comment\n# another\n`#` 2 ::2 false\n" +
		"== Two\n\"\" \" \"\n\t\"\\x00\"\t`\"`  \n== Three:\nx\n== Four\n\"x\n" +
		"== Six\n<< b << # a comment\n# \"a\"\n\n -- \n--\n--\n\"<<\" b c\n== Seven\n<<\n-- \n== Eight\nnil\n"
	if err := os.WriteFile(filepath.Join(testdata, "cases.txt"), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	type one struct {
		in   string
		n    int
		at   netip.Addr
		ok   bool
		rest []verdict
	}
	want := []one{{"a#b", -1, netip.MustParseAddr("::1"), true, []verdict{1, 0, 3, 129}}, {"#", 2, netip.MustParseAddr("::2"), false, nil}}
	if got := Cases[one]("cases.txt", "One"); !reflect.DeepEqual(got, want) {
		t.Errorf("One: %v, want %v", got, want)
	}
	if got := maps.Collect(Pairs[string, string]("cases.txt", "Two")); !maps.Equal(got, map[string]string{"": " ", "\x00": `"`}) {
		t.Errorf("Two: %q", got)
	}
	if got := Cases[[3]string]("cases.txt", "Six"); !slices.Equal(got, [][3]string{{"# \"a\"\n\n -- \n", "b", ""}, {"<<", "b", "c"}}) {
		t.Errorf("Six: %q", got)
	}
	names := map[string]any{"x": verdict(1)}
	if got := Cases[verdict]("cases.txt", "Three", map[string]any{"x": "a string"}, names); !reflect.DeepEqual(got, []verdict{1}) {
		t.Errorf("Three: %v", got)
	}
	if got := Cases[*verdict]("cases.txt", "Eight", names); !reflect.DeepEqual(got, []*verdict{nil}) {
		t.Errorf("Eight: %v", got)
	}
	for message, f := range map[string]func(){
		"8: [\" \"] is left":    func() { Cases[struct{ in string }]("cases.txt", "Two") },
		"3: the columns":        func() { Cases[struct{ in string }]("cases.txt", "One") },
		"8: a word is missing":  func() { Cases[[3]string]("cases.txt", "Two") },
		"11: no kit.verdict is": func() { Cases[verdict]("cases.txt", "Three") },
		"13: invalid syntax":    func() { Cases[string]("cases.txt", "Four") },
		"23: no line \"--\"":    func() { Cases[string]("cases.txt", "Seven") },
		"no cases of Five":      func() { Cases[string]("cases.txt", "Five") },
		"no.txt":                func() { Cases[string]("no.txt", "Five") },
	} {
		func() {
			defer func() {
				if e := fmt.Sprint(recover()); !strings.Contains(e, message) {
					t.Errorf("%s, want %s", e, message)
				}
			}()
			f()
		}()
	}
}

func TestConcatenations(t *testing.T) {
	want := []string{"", "a", "aa", "ab", "b", "ba", "bb"}
	if got := slices.Collect(Concatenations([]string{"a", "b"}, 2)); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
