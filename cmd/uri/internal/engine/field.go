package engine

import (
	"flag"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// The flag -field is a short form of -format for one key or several. It also has families of keys, such as param[NAME],
// and it prints arrays and objects as JSON. With -json, it chooses the keys of the object.

// defineField defines the flag -field. Completion offers the keys in the default dialect.
func (o *Options) defineField(fs *flag.FlagSet, v *Verb) {
	fs.Var(&Choice{Words: v.Formats.keyNames(v.Dialects[0]), List: true, Repeats: true, SetText: o.addFields},
		"field", "keys such as host, with commas between")
}

// keyNames returns the names of the keys of valid and of invalid records, without families.
func (f *Formats) keyNames(d *dialect.Dialect) (names []string) {
	for i := range f.Keys {
		if f.Keys[i].With == nil {
			names = append(names, f.Keys[i].Name)
		}
	}
	for _, field := range f.faultFields(d) {
		names = append(names, field.Key)
	}
	return names
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

// fieldTemplate returns the template that prints the values of keys, separated by tabs. It prints nothing for the key of
// a family, which only the steps of fieldSteps have.
func fieldTemplate(names []string) *string {
	var b strings.Builder
	for i, name := range names {
		if i > 0 {
			b.WriteString("\t")
		}
		if strings.Contains(name, "[") {
			name = `""`
		} else {
			name = "." + name
		}
		b.WriteString("{{" + name + "}}")
	}
	text := b.String()
	return &text
}

// fieldSteps returns the steps that print the values of keys, or nil if the formats do not have one of them.
func (t *objectTemplate) fieldSteps(names []string, d *dialect.Dialect) plainTemplate {
	steps := plainTemplate{}
	for i, name := range names {
		step, ok := stepFor(name, t.formats, d, t.columns, true)
		if !ok {
			return nil
		}
		if i > 0 {
			step.text = "\t"
		}
		steps = append(steps, step)
	}
	return steps
}

// checkFields returns an error if the objects have no key of one of the names, or if its value is an array or an object
// that only a whole object has. It needs the keys that check sets.
func (t *objectTemplate) checkFields(names []string) error {
	keys := slices.DeleteFunc(t.names(), func(key string) bool { return t.nested[key] })
	for _, name := range names {
		if _, ok := t.formats.key(name); !ok && !slices.Contains(keys, name) {
			return t.formats.noSuchKey(keys)
		}
	}
	return nil
}

// noSuchKey returns the error for a wrong key of -field, given the names of right keys.
func (f *Formats) noSuchKey(keys []string) error {
	for i := range f.Keys {
		if f.Keys[i].With != nil || f.Keys[i].Nested {
			keys = append(keys, f.Keys[i].Name)
		}
	}
	slices.Sort(keys)
	keys = slices.Compact(keys)
	return fmt.Errorf("-field: no such key: want some of %s", Listed(keys, "and"))
}

// chosen returns the formats with an object that has only the keys with the names.
func (f *Formats) chosen(names []string, d *dialect.Dialect) (*Formats, error) {
	g := *f
	g.Keys, g.JSON = nil, nil
	for _, name := range names {
		k, ok := f.key(name)
		if !ok {
			return nil, f.noSuchKey(f.keyNames(d))
		}
		text := escape.AppendJSON(nil, []byte(name))
		k.Name, k.Extra = string(text[1:len(text)-1]), false
		g.Keys = append(g.Keys, k)
	}
	return &g, nil
}
