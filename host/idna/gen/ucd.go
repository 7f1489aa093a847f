package main

import (
	"fmt"
	"go/format"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/rangetable"

	"github.com/urispan/uri/internal/gensource"
)

// A set is a set of characters with the key that it has in the file of facts.
type set struct {
	key   string
	codes []rune
}

// isSetKey reports whether the facts with a key are about the members of a set.
func isSetKey(key string) bool {
	kind, name, _ := strings.Cut(key, ":")
	return name != "" && (kind == "script" || kind == "set" || kind == "nfkc")
}

// addToSet adds characters to the set with a key, which is the last set or a new one.
func (f *facts) addToSet(key string, codes []rune) {
	if n := len(f.sets); n == 0 || f.sets[n-1].key != key {
		f.sets = append(f.sets, set{key: key})
	}
	last := &f.sets[len(f.sets)-1]
	last.codes = append(last.codes, codes...)
}

// setsOf returns the sets of a kind, sorted, with the names that follow the kind.
func (f *facts) setsOf(kind string) (sets []set) {
	for _, s := range f.sets {
		if name, ok := strings.CutPrefix(s.key, kind+":"); ok {
			sets = append(sets, set{name, s.codes})
		}
	}
	slices.SortFunc(sets, func(a, b set) int { return strings.Compare(a.key, b.key) })
	return sets
}

// setDocs describes the sets of internal/ucd.
var setDocs = map[string]string{
	"DecimalNumber":    "DecimalNumber has General_Category=Nd.",
	"DefaultIgnorable": "DefaultIgnorable has Default_Ignorable_Code_Point.",
	"Graphic":          "Graphic has General_Category=L, M, N, P or S.",
	"JoinControl":      "JoinControl has Join_Control.",
	"PrependedMark":    "PrependedMark has Prepended_Concatenation_Mark.",
	"StableLetterDigits": "StableLetterDigits has General_Category=Ll, Lo, Lm, Mn, Mc or Nd, and not Changes_When_NFKC_Casefolded.\n" +
		"// These are LetterDigits (RFC 5892, section 2.1) without Unstable (section 2.2).",
}

// ucdSource returns the Go source of the tables of internal/ucd.
func ucdSource(f *facts) ([]byte, error) {
	w := newWriter(f, "ucd")
	w.Printf("import \"unicode\"\n\n// UnicodeVersion is the version of Unicode that the tables have.\nconst UnicodeVersion = %q\n\n", f.version)
	for _, s := range f.setsOf("set") {
		doc, ok := setDocs[s.key]
		if !ok {
			return nil, fmt.Errorf("set %s has no description", s.key)
		}
		w.Printf("// %s\nvar %s = %s\n\n", doc, s.key, rangeTable(s.codes))
	}
	w.Printf("// Scripts lists the long names of the scripts, sorted. The first one, \"\", is Unknown.\nvar Scripts = [...]string{\n\"\",\n")
	scripts := make([]uint8, unicode.MaxRune+1)
	for i, s := range f.setsOf("script") {
		w.Printf("%q,\n", s.key)
		for _, r := range s.codes {
			scripts[r] = uint8(i + 1)
		}
	}
	w.Printf("}\n\n")
	gensource.WriteTable(w, "script", 6, scripts)
	w.Printf("// Compatibles lists the characters of US-ASCII that compatibility characters have.\nvar Compatibles = [...]Compatible{\n")
	for _, s := range f.setsOf("nfkc") {
		ascii, err := strconv.ParseUint(s.key, 16, 7)
		if err != nil {
			return nil, err
		}
		w.Printf("{%q, %s},\n", rune(ascii), rangeTable(s.codes))
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
