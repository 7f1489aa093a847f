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
	Of     Records                                  // those that have the key
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

// Records says which records have a key.
type Records int

const (
	OfValid Records = iota
	OfInvalid
	OfAll
)

// isOf reports whether a record has the key.
func (k *Key) isOf(rec *Record) bool { return k.Of == OfAll || rec.OK == (k.Of == OfValid) }

// isPartial reports whether some invalid records have a value.
func (k *Key) isPartial() bool { return k.Of == OfAll && k.Maybe }

// isFault reports whether the key describes the fault of invalid records.
func (k *Key) isFault() bool { return k.Of == OfInvalid || k.Name == "ok" }

// key returns the key with a name, or nil. A name such as param[q] has an argument.
func (f *Formats) key(name string) *Key {
	family, _, hasArg := strings.Cut(name, "[")
	for _, k := range f.Keys {
		switch {
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

// in returns the formats with all keys of records in a dialect: the fields of the fault are after "ok", and further keys at the
// end. The methods below need such formats.
func (f Formats) in(d *dialect.Dialect, more []Key) *Formats {
	var faults []Key
	for _, field := range d.Fields {
		k := Key{Name: field.Key, Of: OfInvalid, Any: true}
		if field.Text != nil {
			k.Text = func(rec *Record) ([]byte, bool) { return octet.Bytes(field.Text(&rec.Fault)), true }
		} else {
			k.Append = func(dst []byte, rec *Record) []byte { return strconv.AppendInt(dst, int64(rec.N), 10) }
		}
		if !f.OmitsFaults {
			faults = append(faults, k)
		}
	}
	i := slices.IndexFunc(f.Keys, func(k Key) bool { return k.Name == OKKey.Name }) + 1
	f.Keys = slices.Concat(f.Keys[:i], faults, f.Keys[i:], more)
	for i := range f.Keys {
		f.Keys[i].head = string(escape.AppendJSON(nil, []byte(f.Keys[i].Name))) + ":"
	}
	return &f
}

// names returns the sorted names of the keys, and with families also those of families.
func (f *Formats) names(families bool) (names []string) {
	for _, k := range f.Keys {
		if families || k.With == nil {
			names = append(names, k.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// value returns the value for a template.
func (k *Key) value(rec *Record) any {
	switch {
	case k.Name == OKKey.Name:
		return rec.OK
	case !k.isOf(rec):
		return undefined(nil)
	case k.Text == nil:
		return k.decode(rec)
	}
	if _, ok := k.Text(rec); ok {
		return string(k.appendValue(nil, rec, false))
	}
	return undefined(nil)
}

// appendValue appends the value as a template prints it. With escapes, text is escaped as in lines.
func (k *Key) appendValue(dst []byte, rec *Record, escapes bool) []byte {
	switch {
	case !k.isOf(rec):
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
	case k.Any || !rec.OK:
		return escape.AppendText(dst, text)
	case rec.Dialect.AppendText == nil: // PERF: most keys
		return append(dst, text...)
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
	InputKey = Key{Name: "input", Of: OfAll, Text: func(rec *Record) ([]byte, bool) {
		if rec.given != nil && rec.OK {
			return rec.given, true
		}
		return rec.Bytes, true
	}}
	OKKey   = Key{Name: "ok", Of: OfAll, Append: func(dst []byte, rec *Record) []byte { return strconv.AppendBool(dst, rec.OK) }}
	BaseKey = Key{Name: "base", Text: func(rec *Record) ([]byte, bool) { return rec.Base, true }}
	RefKey  = Key{Name: "ref", Text: func(rec *Record) ([]byte, bool) { return rec.Ref, true }}
)

// ResultKey returns a key with the result of the verb as its value.
func ResultKey(name string) Key {
	return Key{Name: name, Text: func(rec *Record) ([]byte, bool) { return rec.Result, true }}
}

// object appends the JSON object for a record.
func (f *Formats) object(dst []byte, rec *Record) []byte {
	if len(rec.Bytes) > longRecord {
		dst = slices.Grow(dst, 4*len(rec.Bytes)) // growing step by step takes several times as much, and so does more
	}
	mark := byte('{')
	for i := range f.Keys {
		k := &f.Keys[i]
		if k.Extra || !k.isOf(rec) {
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
	case k.Any || !rec.OK:
		return escape.AppendJSON(dst, text)
	}
	return rec.Dialect.AppendJSON(dst, text)
}
