package main

import (
	"fmt"
	"go/format"
	"iter"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/rangetable"

	"github.com/urispan/uri/internal/gensource"
)

// isSetKey reports whether the facts with a key are about the members of a set.
func isSetKey(key string) bool {
	kind, name, _ := strings.Cut(key, ":")
	return name != "" && (kind == "script" || kind == "set" || kind == "nfkc")
}

// setsOf returns the names of the sets of a kind, sorted, and their characters.
func (f *facts) setsOf(kind string) iter.Seq2[string, []rune] {
	return func(yield func(string, []rune) bool) {
		for _, key := range slices.Sorted(maps.Keys(f.sets)) {
			if name, ok := strings.CutPrefix(key, kind+":"); ok && !yield(name, f.sets[key]) {
				return
			}
		}
	}
}

// ucdSource returns the Go source of the tables of internal/ucd.
func ucdSource(f *facts) ([]byte, error) {
	w := newWriter(f, "ucd")
	w.Printf("import \"unicode\"\n\n// UnicodeVersion is the version of Unicode that the tables have.\nconst UnicodeVersion = %q\n\n", f.version)
	for name, codes := range f.setsOf("set") {
		w.Printf("// %s is a set that the comment of the package describes.\nvar %s = %s\n\n", name, name, rangeTable(codes))
	}
	w.Printf("// Scripts lists the long names of the scripts, sorted. The first one, \"\", is Unknown.\nvar Scripts = [...]string{\n\"\",\n")
	scripts := make([]uint8, unicode.MaxRune+1)
	number := uint8(0)
	for name, codes := range f.setsOf("script") {
		w.Printf("%q,\n", name)
		number++
		for _, r := range codes {
			scripts[r] = number
		}
	}
	w.Printf("}\n\n")
	gensource.WriteTable(w, "script", 6, scripts)
	w.Printf("// Compatibles lists the characters of US-ASCII that compatibility characters have.\nvar Compatibles = [...]Compatible{\n")
	for name, codes := range f.setsOf("nfkc") {
		ascii, err := strconv.ParseUint(name, 16, 7)
		if err != nil {
			return nil, err
		}
		w.Printf("{%q, %s},\n", rune(ascii), rangeTable(codes))
	}
	w.Printf("}\n")
	return format.Source(w.Bytes())
}

// rangeTable returns the Go source of a table with the given characters.
func rangeTable(codes []rune) string {
	return lines.Replace(fmt.Sprintf("%#v", rangetable.New(codes...)))
}

// lines puts each range on a line of its own.
var lines = strings.NewReplacer("unicode.Range16{Lo:", "\n{Lo:", "unicode.Range32{Lo:", "\n{Lo:")
