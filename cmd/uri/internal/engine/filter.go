package engine

import (
	"flag"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// The flags -only, -scheme and -where leave inputs out. -only absolute looks only at the scheme, so an input that is
// invalid after its scheme is still reported. -scheme is a short form of -where, and no invalid input matches it.

// A Filter is the value of these flags. The zero value leaves nothing out.
type Filter struct {
	only    string      // one of OnlyWords, or empty
	where   []condition // also of -scheme
	keys    []string    // of where, with the "!" of "!="
	flags   []string    // the names of those that are given, without the lists, which may have a misplaced password
	hasFile bool        // a value of -where is the name of a file
	files   int         // the number of files after @
}

// OnlyWords are the values of -only.
var OnlyWords = Words[string]{{"absolute", "absolute"}, {"web", "web"}}

// DefineFlags defines the flags, which set f.
func (f *Filter) DefineFlags(fs *flag.FlagSet) {
	fs.Func("scheme", "schemes separated by commas, such as https,ftp", func(list string) error {
		f.flags = append(f.flags, "-scheme")
		return f.add("scheme", schemeIn(SplitList(list)))
	})
	f.DefineWhere(fs)
}

// DefineWhere defines the flags without -scheme.
func (f *Filter) DefineWhere(fs *flag.FlagSet) {
	OnlyWords.Var(fs, &f.only, "only")
	var keys []string
	for _, key := range WhereKeys() {
		keys = append(keys, key+"=")
	}
	fs.Var(&Choice{Words: keys, Repeats: true, SetText: f.addWhere}, "where", whereWanted)
}

// add adds a condition for a key. If it is nil, a value for it is wrong.
func (f *Filter) add(key string, c condition) error {
	if c == nil {
		return ErrValue
	}
	f.where, f.keys = append(f.where, c), append(f.keys, key)
	return nil
}

// IsOn reports whether the flags can leave out an input.
func (f *Filter) IsOn() bool { return f.only != "" || f.where != nil }

// IsStrict reports whether the flags leave out invalid inputs.
func (f *Filter) IsStrict() bool { return f.only == "web" || f.where != nil }

// HasKey reports whether a -where is about one of the keys, such as "scheme" or, before a "=", "scheme!".
func (f *Filter) HasKey(keys ...string) bool {
	return slices.ContainsFunc(keys, func(key string) bool { return slices.Contains(f.keys, key) })
}

// String returns the flags as in "-only web and -scheme".
func (f *Filter) String() string {
	flags := slices.Compact(slices.Sorted(slices.Values(f.flags)))
	if f.only != "" {
		flags = slices.Insert(flags, 0, "-only "+f.only)
	}
	return Listed(flags, "and")
}

// Passes reports whether -only takes the scheme of an input. With web, it reads the scheme as browsers do.
func (f *Filter) Passes(text []byte, web bool) bool {
	return f.only == "" || f.wants(dialect.SchemeOf(text, web))
}

// wants reports whether -only takes a scheme. Without a scheme, it is empty.
func (f *Filter) wants(scheme []byte) bool {
	return len(scheme) > 0 && (f.only != "web" || octet.EqualFold(scheme, "https") || octet.EqualFold(scheme, "http"))
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

// matches reports whether an address matches every -where.
func (f *Filter) matches(a *address.Address) bool {
	return !slices.ContainsFunc(f.where, func(c condition) bool { return !c(a) })
}

// Takes reports whether a line gets an answer: it must pass, and match every -where. It reads the line as browsers do
// or, by default, as a reference of RFC 3987.
func (f *Filter) Takes(line []byte, web bool) bool {
	if !f.Passes(line, web) || !f.IsStrict() {
		return f.Passes(line, web)
	}
	a := address.Of(octet.Text(line), web)
	return a.Valid && f.matches(&a)
}

// takes reports whether a record gets an answer. The worker has not answered it yet.
func (w *worker) takes(r *fsm.Record) bool {
	f := &w.Filter
	isWeb := w.Dialect == dialect.Web
	passes := f.only == ""
	switch {
	case passes:
	case r.OK && !isWeb: // PERF: Passes looks for the scheme
		_, end, _ := r.Ranges.Scheme()
		passes = f.wants(r.Bytes[:end])
	default:
		passes = f.Passes(r.Bytes, isWeb)
	}
	if passes && !f.IsStrict() {
		return true
	}
	w.Dialect.Decide(r) // also for the summary
	if !passes || !r.OK || r.Cut {
		return false
	}
	w.rec.Record = r
	return f.where == nil || f.matches(w.rec.Address())
}

// takesAnswered reports whether the answer to an answered record is printed. It looks at the part of the record that
// the verb filters by.
func (w *worker) takesAnswered(rec *Record) bool {
	f, text, isWeb := &w.Filter, w.verb.Filtered(rec), w.Dialect == dialect.Web
	return f.Passes(text, isWeb) && (f.where == nil || rec.OK && f.Takes(text, isWeb))
}
