package engine

import (
	"flag"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/internal/octet"
)

// The flags -only, -scheme and -where leave inputs out. -only absolute looks only at the scheme, so an input that is
// invalid after its scheme is still reported. -only web and -scheme are short forms of -where, and no invalid input
// matches them.

// A Filter is the value of these flags. The zero value leaves nothing out.
type Filter struct {
	only    string   // one of onlyWords, or empty
	schemes []string // in lower case; nil without -scheme
	where   []condition
	keys    []string // of where, with the "!" of "!="
	hasFile bool     // a value of -where is the name of a file
	files   int      // the number of files after @
}

// OnlyWords are the values of -only.
var OnlyWords = Words[string]{{"absolute", "absolute"}, {"web", "web"}}

// DefineFlags defines the flags, which set f.
func (f *Filter) DefineFlags(fs *flag.FlagSet) {
	fs.Func("scheme", "schemes separated by commas, such as https,ftp", func(list string) error {
		if f.schemes = SchemesIn(SplitList(list)); f.schemes == nil {
			return ErrValue
		}
		f.keys = append(f.keys, "scheme")
		return nil
	})
	f.DefineWhere(fs)
}

// SchemesIn returns the schemes of a list in lower case, or nil if one is not valid.
func SchemesIn(list []string) []string {
	schemes := []string{} // a file may have none
	for _, scheme := range list {
		if uri.ComponentScheme.Check(scheme) != nil {
			return nil
		}
		schemes = append(schemes, strings.ToLower(scheme))
	}
	return schemes
}

// DefineWhere defines the flags without -scheme.
func (f *Filter) DefineWhere(fs *flag.FlagSet) {
	OnlyWords.Var(fs, &f.only, "only")
	var keys []string
	for key := range conditions {
		keys = append(keys, key+"=")
	}
	slices.Sort(keys)
	fs.Var(&Choice{Words: keys, Repeats: true, SetText: f.addWhere}, "where", whereWanted)
}

// IsOn reports whether the flags can leave out an input.
func (f *Filter) IsOn() bool { return f.hasSchemes() || f.where != nil }

// HasKey reports whether a -where is about one of the keys, such as "scheme" or, before a "=", "scheme!".
func (f *Filter) HasKey(keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(f.keys, key) })
}

// String returns the flags without the lists, which may have a misplaced password, as in "-only web and -scheme".
func (f *Filter) String() string {
	return Listed(namesSet(Words[bool]{
		{"-only " + f.only, f.only != ""}, {"-scheme", f.schemes != nil}, {"-where", f.where != nil},
	}), "and")
}

// Passes reports whether the scheme of an input is a wanted one. With web, it reads the scheme as browsers do.
func (f *Filter) Passes(text []byte, web bool) bool {
	return !f.hasSchemes() || f.wants(dialect.SchemeOf(text, web))
}

// hasSchemes reports whether a flag is about schemes alone.
func (f *Filter) hasSchemes() bool { return f.only != "" || f.schemes != nil }

// wants reports whether a scheme is a wanted one. Without a scheme, it is empty.
func (f *Filter) wants(scheme []byte) bool {
	isIn := func(list ...string) bool {
		return slices.ContainsFunc(list, func(s string) bool { return octet.EqualFold(scheme, s) })
	}
	return len(scheme) > 0 && (f.only != "web" || isIn("https", "http")) && (f.schemes == nil || isIn(f.schemes...))
}
