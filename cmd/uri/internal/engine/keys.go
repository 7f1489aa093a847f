package engine

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/internal/octet"
)

// A Key is a member of the JSON object for a record, and a name in templates and lists of -field. One of the functions
// returns or appends its value.
type Key struct {
	Name   string
	Text   func(rec *Record) (text []byte, ok bool) // a part of the record or of its result; null if not ok
	Append func(dst []byte, rec *Record) []byte     // appends a JSON value other than a string
	Nested bool                                     // the value is an array or an object
	Any    bool                                     // the text, or a string in it, was decoded and may have any bytes
	Extra  bool                                     // only templates can use the key; it is not in the object
	Maybe  bool                                     // the object has the key only if its value is not null
	Inner  []string                                 // keys of the value that it may lack, and that are null in templates then
	head   string                                   // the name as in the object, with a ":"

	// If With is not nil, the key is a family of keys, with a Name such as "param[NAME]". With returns the Text of the
	// key with a name such as "param[q]", or nil if the family has no such key. Only -field has families.
	With func(name string) func(rec *Record) (text []byte, ok bool)
}

// findKey returns the key of a list with a name. A name such as param[q] has an argument.
func findKey(list []Key, name string) *Key {
	family, _, hasArg := strings.Cut(name, "[")
	for i := range list {
		switch k := list[i]; {
		case k.With == nil && k.Name == name:
			return &k
		case k.With != nil && hasArg && strings.HasPrefix(k.Name, family+"["):
			if k.Name, k.Text = name, k.With(name); k.Text != nil {
				return &k
			}
		}
	}
	return nil
}

// faultKeys returns the keys of invalid records in a dialect.
func (f *Formats) faultKeys(d *dialect.Dialect) []Key {
	list := []Key{
		{Name: "input", Any: true, Text: func(rec *Record) ([]byte, bool) { return rec.Bytes, true }},
		{Name: "ok", Append: func(dst []byte, _ *Record) []byte { return append(dst, "false"...) }},
	}
	fields := d.Fields
	if f.OmitsFaults {
		fields = nil
	}
	for _, field := range fields {
		k := Key{Name: field.Key, Any: true, Text: func(rec *Record) ([]byte, bool) { return octet.Bytes(field.Text(&rec.Fault)), true }}
		if field.Text == nil {
			k.Text, k.Append = nil, func(dst []byte, rec *Record) []byte { return strconv.AppendInt(dst, int64(rec.N), 10) }
		}
		list = append(list, k)
	}
	return append(list, f.FaultKeys...)
}

// in returns the formats with all keys of invalid records in a dialect, and with further keys of valid ones. The methods
// below need such formats.
func (f Formats) in(d *dialect.Dialect, more []Key) *Formats {
	f.Keys, f.FaultKeys = slices.Concat(f.Keys, more), f.faultKeys(d)
	for _, keys := range [][]Key{f.Keys, f.FaultKeys} {
		for i := range keys {
			keys[i].head = string(escape.AppendJSON(nil, []byte(keys[i].Name))) + ":"
		}
	}
	return &f
}

// A member is what a template or a list of -field reads by a name: a key of valid records, a key of invalid ones, or
// both.
type member struct {
	name           string
	valid, invalid *Key // nil if the object has no such key
}

// member returns the member with a name. If there is none, both keys are nil.
func (f *Formats) member(name string) member {
	return member{name, findKey(f.Keys, name), findKey(f.FaultKeys, name)}
}

// names returns the sorted names of the keys, and with families also those of families.
func (f *Formats) names(families bool) (names []string) {
	for _, k := range slices.Concat(f.Keys, f.FaultKeys) {
		if families || k.With == nil {
			names = append(names, k.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isInObject reports whether the member is also one of the object.
func (m *member) isInObject() bool {
	return m.valid != nil && !m.valid.Extra || m.invalid != nil && !m.invalid.Extra
}

// isPartial reports whether some valid and some invalid records have a value.
func (m *member) isPartial() bool {
	return m.valid != nil && m.valid.Maybe && m.invalid != nil && m.invalid.Maybe
}

// isNested reports whether a value is an array or an object.
func (m *member) isNested() bool {
	return m.valid != nil && m.valid.Nested || m.invalid != nil && m.invalid.Nested
}

// of returns the key that a record has, or nil.
func (m *member) of(rec *Record) *Key {
	if rec.OK {
		return m.valid
	}
	return m.invalid
}

// value returns the value for a template.
func (m *member) value(rec *Record) any {
	k := m.of(rec)
	switch {
	case m.name == "ok":
		return rec.OK
	case k == nil:
		return undefined(nil)
	case k.Text == nil:
		return k.decode(rec)
	}
	if _, ok := k.Text(rec); ok {
		return string(k.appendValue(nil, rec, false))
	}
	return undefined(nil)
}

// appendValue appends the value of a key, which may be nil, as a template prints it. With escapes, text is escaped as in
// lines.
func (k *Key) appendValue(dst []byte, rec *Record, escapes bool) []byte {
	switch {
	case k == nil:
		return dst
	case k.Text == nil:
		start := len(dst)
		if dst = k.Append(dst, rec); k.Maybe && string(dst[start:]) == "null" {
			return dst[:start]
		}
		return dst
	}
	text, _ := k.Text(rec)
	switch {
	case !k.Any && rec.Dialect.AppendText == nil: // PERF: most keys
		return append(dst, text...)
	case k.Any:
		return escape.AppendText(dst, text)
	case escapes:
		return rec.Dialect.AppendText(dst, text)
	case utf8.Valid(text):
		return append(dst, text...)
	}
	return append(dst, string([]rune(octet.Text(text)))...) // like encoding/json, with U+FFFD for each byte that is not UTF-8
}

// decode returns the value of a key with Append for a template.
func (k *Key) decode(rec *Record) any {
	whole := *rec
	whole.Drain = nil
	whole.Limit = cmp.Or(rec.Limit, maxTemplateSteps)
	var v any
	json.Unmarshal(k.Append(nil, &whole), &v) // cannot fail: the key appends a JSON value
	if inner, ok := v.(map[string]any); ok {
		for _, name := range k.Inner {
			if _, ok := inner[name]; !ok {
				inner[name] = nil
			}
		}
	}
	return templateValue(v, k.Any)
}

// These keys have the same meaning for several verbs.
var (
	InputKey = Key{Name: "input", Text: func(rec *Record) ([]byte, bool) {
		if rec.given != nil {
			return rec.given, true
		}
		return rec.Bytes, true
	}}
	OKKey   = Key{Name: "ok", Append: func(dst []byte, _ *Record) []byte { return append(dst, "true"...) }}
	BaseKey = Key{Name: "base", Text: func(rec *Record) ([]byte, bool) { return rec.Base, true }}
	RefKey  = Key{Name: "ref", Text: func(rec *Record) ([]byte, bool) { return rec.Ref, true }}
)

// ResultKey returns a key with the result of the verb as its value.
func ResultKey(name string) Key {
	return Key{Name: name, Text: func(rec *Record) ([]byte, bool) { return rec.Result, true }}
}

// object appends the JSON object for a record.
func (f *Formats) object(dst []byte, rec *Record) []byte {
	keys := f.FaultKeys
	if rec.OK {
		keys = f.Keys
	}
	if len(rec.Bytes) > longRecord {
		dst = slices.Grow(dst, 4*len(rec.Bytes)) // growing step by step takes several times as much, and so does more
	}
	mark := byte('{')
	for i := range keys {
		k := &keys[i]
		if k.Extra {
			continue
		}
		start := len(dst)
		dst = append(append(dst, mark), k.head...)
		if dst = k.appendJSON(dst, rec); k.Maybe && bytes.HasSuffix(dst, []byte(":null")) {
			dst = dst[:start]
		}
		mark = ',' // the first key is always in the object
	}
	return append(dst, "}\n"...)
}

// appendJSON appends the value of the key.
func (k *Key) appendJSON(dst []byte, rec *Record) []byte {
	if k.Text == nil {
		return k.Append(dst, rec)
	}
	text, ok := k.Text(rec)
	switch {
	case !ok:
		return append(dst, "null"...)
	case k.Any:
		return escape.AppendJSON(dst, text)
	}
	return rec.Dialect.AppendJSON(dst, text)
}
