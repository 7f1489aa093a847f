package find

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"fmt"
	"iter"
	"log/slog"
	"reflect"
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
)

// A RedactingHandler is a slog.Handler that hides the secrets of addresses in records, as [AppendRedacted] does, and
// passes the records to another handler. Use [NewRedactingHandler]: the zero RedactingHandler, and a nil
// *RedactingHandler, discard all records.
type RedactingHandler struct {
	next     slog.Handler
	redactor uri.Redactor
}

// NewRedactingHandler returns a RedactingHandler that passes records to next. It hides secrets in messages, in the keys
// and values of attributes, and in the names of groups.
//
// A value that is not a string, such as an error or a struct, is replaced if its text has a secret. If the secret is in
// the JSON of the value, the handler decodes that JSON and passes the result without secrets. If the value is an error,
// or the secret is only in its text for %+v, the handler passes that text without secrets. A value that next prints in
// another way may show a secret. To be sure, let next write to a [RedactingWriter].
//
// What is nested too deep is hidden. Of groups in groups, 16 levels are passed. A value that package fmt prints with more
// than 1,000 levels, such as a map that contains itself, becomes "xxxxx". A value whose JSON would have more, such as a
// long list that is linked by pointers, becomes its text for %+v, where pointers are addresses.
func NewRedactingHandler(next slog.Handler, redactor uri.Redactor) *RedactingHandler {
	redactor.QueryKeys = slices.Clone(redactor.QueryKeys)
	return &RedactingHandler{next, redactor}
}

// Enabled reports whether the underlying handler handles records of the level.
func (h *RedactingHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h != nil && h.next != nil && h.next.Enabled(ctx, level)
}

// Handle passes the record, without secrets, to the underlying handler.
func (h *RedactingHandler) Handle(ctx context.Context, record slog.Record) error {
	if h == nil || h.next == nil {
		return nil
	}
	clean := slog.NewRecord(record.Time, record.Level, h.text(record.Message), record.PC)
	record.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.attr(a, 0))
		return true
	})
	return h.next.Handle(ctx, clean)
}

// WithAttrs returns a handler with attributes, without their secrets.
func (h *RedactingHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if h == nil || h.next == nil {
		return &RedactingHandler{}
	}
	return &RedactingHandler{h.next.WithAttrs(h.attrs(attrs, 0)), h.redactor}
}

// WithGroup returns a handler with a group.
func (h *RedactingHandler) WithGroup(name string) slog.Handler {
	if h == nil || h.next == nil {
		return &RedactingHandler{}
	}
	return &RedactingHandler{h.next.WithGroup(h.text(name)), h.redactor}
}

// text returns text without secrets.
func (h *RedactingHandler) text(text string) string {
	var buf [256]byte
	if out := AppendRedacted(buf[:0], octet.Bytes(text), h.redactor); string(out) != text {
		return string(out)
	}
	return text
}

// maxGroups is the number of groups in each other that attr passes. The method LogValue of a value can return a group
// with that value in it.
const maxGroups = 16

func (h *RedactingHandler) attrs(attrs []slog.Attr, groups int) []slog.Attr {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = h.attr(a, groups)
	}
	return clean
}

// attr returns a, which is inside a number of groups, without secrets.
func (h *RedactingHandler) attr(a slog.Attr, groups int) slog.Attr {
	a.Key = h.text(a.Key)
	switch a.Value = a.Value.Resolve(); a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(h.text(a.Value.String()))
	case slog.KindGroup:
		if groups == maxGroups {
			a.Value = slog.StringValue(redact.Hidden)
			break
		}
		a.Value = slog.GroupValue(h.attrs(a.Value.Group(), groups+1)...)
	case slog.KindAny:
		a.Value = h.value(a.Value)
	}
	return a
}

// value returns a value of the kind slog.KindAny without secrets. If a method panics while it writes the JSON of v,
// value ignores that JSON.
func (h *RedactingHandler) value(v slog.Value) (clean slog.Value) {
	value := v.Any()
	if value == nil {
		return v
	}
	clean = v
	defer func() { _ = recover() }()
	if isDeep(value, false) {
		return slog.StringValue(redact.Hidden)
	}
	text := fmt.Sprintf("%+v", value)
	if raw, ok := value.([]byte); ok {
		text = string(raw) // as a slog.TextHandler writes them
	}
	if without := h.text(text); without != text {
		clean = slog.StringValue(without)
	}
	if _, ok := value.(error); ok {
		return clean // a slog.JSONHandler writes the same text
	}
	if isDeep(value, true) {
		return slog.StringValue(h.text(text))
	}
	data, err := json.Marshal(value)
	if err != nil {
		return clean
	}
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if decoder.Decode(&tree) == nil {
		if tree, changed := h.tree(tree); changed {
			return slog.AnyValue(tree)
		}
	}
	return clean
}

// tree returns a value of JSON without secrets. changed is true if it had any.
func (h *RedactingHandler) tree(value any) (clean any, changed bool) {
	switch value := value.(type) {
	case string:
		text := h.text(value)
		return text, text != value
	case []any:
		for i, one := range value {
			var is bool
			value[i], is = h.tree(one)
			changed = changed || is
		}
	case map[string]any:
		object := make(map[string]any, len(value))
		for key, one := range value {
			text := h.text(key)
			without, is := h.tree(one)
			object[text] = without
			changed = changed || is || text != key
		}
		return object, changed
	}
	return value, changed
}

// maxDepth is the number of levels of a value that are printed. Package encoding/json looks for cycles from there on.
const maxDepth = 1000

// isDeep reports whether package fmt, or encoding/json, would print more than maxDepth levels of value. The time is
// linear in the value, even if parts of it are shared.
func isDeep(value any, isJSON bool) bool {
	v, ok := value.(reflect.Value) // package fmt prints what it holds
	if !ok || isJSON {
		v = reflect.ValueOf(value)
	}
	d := depth{isJSON: isJSON}
	return d.heightOf(v, 0) > maxDepth
}

// A depth measures how deep a value is nested, as package fmt prints it, or encoding/json.
type depth struct {
	isJSON  bool
	heights map[container]int // of what has been measured, and too many for what is being measured
}

// A container is a map, a slice or a pointer: what can contain itself.
type container struct {
	t       reflect.Type
	address uintptr
	len     int
}

// heightOf returns the number of levels below v, which is at the given level. If levels and level are more than
// maxDepth, the number is more than maxDepth.
func (d *depth) heightOf(v reflect.Value, level int) (height int) {
	const tooMany = maxDepth + 1
	if v.Kind() == reflect.Interface {
		v = v.Elem()
	}
	if level > maxDepth {
		return tooMany
	}
	if !v.IsValid() || d.isLeaf(v.Type(), level) || v.CanInterface() && d.hasMethod(v.Type()) {
		return 0
	}
	if kind := v.Kind(); kind == reflect.Map || kind == reflect.Slice || kind == reflect.Pointer {
		c := container{t: v.Type(), address: v.Pointer()}
		if kind == reflect.Slice {
			c.len = v.Len()
		}
		if height, ok := d.heights[c]; ok {
			if level+height > maxDepth {
				return tooMany
			}
			return height
		}
		if d.heights == nil {
			d.heights = make(map[container]int)
		}
		d.heights[c] = tooMany
		defer func() { d.heights[c] = height }()
	}
	for child := range d.children(v) {
		if height = max(height, 1+d.heightOf(child, level+1)); height > maxDepth {
			break
		}
	}
	return height
}

// isLeaf reports whether values of the type t, at the given level, have no levels below that could be many.
func (d *depth) isLeaf(t reflect.Type, level int) bool {
	if kind := t.Kind(); kind == reflect.Slice || kind == reflect.Array {
		t, level = t.Elem(), level+1
	}
	switch t.Kind() {
	case reflect.Interface, reflect.Map, reflect.Struct, reflect.Slice, reflect.Array:
		return false
	case reflect.Pointer:
		return !d.isJSON && level > 0 // package fmt prints an address
	}
	return true
}

// hasMethod reports whether a method prints values of the type t.
func (d *depth) hasMethod(t reflect.Type) bool {
	if d.isJSON {
		return t.Implements(reflect.TypeFor[json.Marshaler]()) || t.Implements(reflect.TypeFor[encoding.TextMarshaler]())
	}
	return t.Implements(reflect.TypeFor[fmt.Formatter]()) || t.Implements(reflect.TypeFor[error]()) ||
		t.Implements(reflect.TypeFor[fmt.Stringer]())
}

// children returns an iterator over the values in v.
func (d *depth) children(v reflect.Value) iter.Seq[reflect.Value] {
	return func(yield func(reflect.Value) bool) {
		switch v.Kind() {
		case reflect.Pointer:
			yield(v.Elem())
		case reflect.Map:
			for key, value := range v.Seq2() {
				if !yield(key) || !yield(value) {
					return
				}
			}
		case reflect.Slice, reflect.Array:
			for i := range v.Len() {
				if !yield(v.Index(i)) {
					return
				}
			}
		case reflect.Struct:
			for i := range v.NumField() {
				field := v.Type().Field(i)
				isInJSON := (field.IsExported() || field.Anonymous) && field.Tag.Get("json") != "-"
				if (!d.isJSON || isInJSON) && !yield(v.Field(i)) {
					return
				}
			}
		}
	}
}

// Format implements [fmt.Formatter]. It prints "find.RedactingHandler" for every verb.
func (h RedactingHandler) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), "find.RedactingHandler")
}
