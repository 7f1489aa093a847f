package find

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
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
		clean.AddAttrs(h.attr(a))
		return true
	})
	return h.next.Handle(ctx, clean)
}

// WithAttrs returns a handler with attributes, without their secrets.
func (h *RedactingHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	if h == nil || h.next == nil {
		return &RedactingHandler{}
	}
	return &RedactingHandler{h.next.WithAttrs(h.attrs(attrs)), h.redactor}
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

func (h *RedactingHandler) attrs(attrs []slog.Attr) []slog.Attr {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = h.attr(a)
	}
	return clean
}

// attr returns a without secrets.
func (h *RedactingHandler) attr(a slog.Attr) slog.Attr {
	a.Key = h.text(a.Key)
	switch a.Value = a.Value.Resolve(); a.Value.Kind() {
	case slog.KindString:
		a.Value = slog.StringValue(h.text(a.Value.String()))
	case slog.KindGroup:
		a.Value = slog.GroupValue(h.attrs(a.Value.Group())...)
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

// Format implements [fmt.Formatter]. It prints "find.RedactingHandler" for every verb.
func (h RedactingHandler) Format(f fmt.State, verb rune) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), "find.RedactingHandler")
}
