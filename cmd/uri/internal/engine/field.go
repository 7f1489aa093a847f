package engine

import (
	"flag"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
)

// The flag -field is a short form of -format for one key or several. It also has families of keys, such as param[NAME],
// and it prints arrays and objects as JSON. With -json, it chooses the keys of the object.

// defineField defines the flag -field. Completion offers the keys in the default dialect.
func (o *Options) defineField(fs *flag.FlagSet, v *Verb) {
	fs.Var(&Choice{Words: v.Formats.names(v.Dialects[0], true), List: true, Repeats: true, SetText: o.addFields},
		"field", "keys such as host, with commas between")
}

// addFields adds the keys of a -field. It accepts only text that can be a list of keys.
func (o *Options) addFields(list string) error {
	for _, name := range SplitKeys(list) {
		o.fields = append(o.fields, name)
		if family, arg, ok := strings.Cut(name, "["); ok && strings.HasSuffix(arg, "]") && arg != "]" {
			name = family
		}
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" {
			return ErrValue
		}
	}
	return nil
}

// SplitKeys returns the keys of a list with commas between them, without spaces around them.
func SplitKeys(list string) (keys []string) {
	for {
		n := fieldLen(list)
		keys = append(keys, strings.Trim(list[:n], " "))
		if n == len(list) {
			return keys
		}
		list = list[n+1:]
	}
}

// fieldLen returns the length of the first key in a list: up to the first comma that is not inside brackets.
func fieldLen(list string) int {
	open := 0
	for i := range len(list) {
		switch c := list[i]; {
		case c == '[':
			open++
		case c == ']':
			open--
		case c == ',' && open <= 0:
			return i
		}
	}
	return len(list)
}

// columns returns the template of -field: it prints the values of keys, separated by tabs. Of several values, each is
// escaped as in lines.
func (f *Formats) columns(names []string, d *dialect.Dialect) (*objectTemplate, error) {
	t := &objectTemplate{plain: plainTemplate{}}
	for i, name := range names {
		m, ok := f.member(name, d)
		if !ok {
			return nil, f.noSuchKey(d)
		}
		step := m.step(d, len(names) > 1)
		if i > 0 {
			step.text = "\t"
		}
		t.plain = append(t.plain, step)
		t.partial = t.partial || m.isPartial()
		t.reports = t.reports || m.invalid != nil && (m.valid == nil || name == "ok")
	}
	return t, nil
}

// noSuchKey returns the error for a wrong key of -field.
func (f *Formats) noSuchKey(d *dialect.Dialect) error {
	keys := f.names(d, true)
	for i := range f.Keys {
		if f.Keys[i].With != nil {
			keys = append(keys, f.Keys[i].Name)
		}
	}
	slices.Sort(keys)
	return &missingKey{keys}
}

// A missingKey is the error for a key of -field that the command does not have.
type missingKey struct{ wanted []string }

// Error implements error.
func (e *missingKey) Error() string { return e.Short() + ": want some of " + Listed(e.wanted, "and") }

// Short returns the message without the keys of the command.
func (e *missingKey) Short() string { return "-field: no such key" }

// chosen returns the formats with an object that has only the keys with the names or, for an invalid record, its fault.
func (f *Formats) chosen(names []string, d *dialect.Dialect) (*Formats, error) {
	g := *f
	g.members, g.FaultKeys = nil, nil
	for _, name := range names {
		k := findKey(f.Keys, name)
		if k == nil {
			return nil, f.noSuchKey(d)
		}
		if fault := findKey(f.FaultKeys, name); fault != nil && k.Maybe {
			g.FaultKeys = append(g.FaultKeys, *fault)
		}
		k.Maybe = false // its value may be null
		g.members = append(g.members, *k)
	}
	setHeads(g.members)
	g.faults = g.faultKeys(d)
	setHeads(g.faults)
	return &g, nil
}
