package find

import (
	"bytes"
	"context"
	"encoding"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/url"
	"reflect"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/redact"
)

// A redactingHandler passes records without secrets to the handler next.
type redactingHandler struct {
	next  slog.Handler
	rules redact.Rules
}

// NewRedactingHandler returns a handler that hides the secrets of addresses in records, as [AppendRedacted] does, and
// passes the records to next. It hides secrets in messages, in the keys and values of attributes, and in the names of
// groups.
//
// A value that is not a string is replaced if what next prints would have a secret: its text for %+v, the text of its
// method Error or MarshalText, its JSON, or the text of a panic in these. An error and a url.URL become their text
// without secrets. Another value becomes its JSON, decoded, without secrets, or if only its text has one, that text
// without secrets. The password of a url.URL or a url.Userinfo is hidden wherever it is in the value, and so are a query
// and a fragment of a url.URL with a secret, and the fields Authorization, Proxy-Authorization, Cookie and Set-Cookie of
// an http.Header. The values of an http.Cookie and of url.Values stay, and so does a []byte inside another value. A value
// that next prints in another way may show a secret. To be sure, let next write to a [RedactingWriter]. Neither hides the
// value of an attribute by its key, as in Info("dial", "password", "S").
//
// Values that are too large or nested too deep are hidden. Of groups in groups, 16 levels are passed. A value that has
// more than 10,000 parts, such as a map that contains itself or a long list that is linked by pointers, becomes "xxxxx".
// Numbers and strings in a slice do not count as parts. An error of that size becomes its text without secrets.
func NewRedactingHandler(next slog.Handler, redactor uri.Redactor) slog.Handler {
	redactor.QueryKeys = slices.Clone(redactor.QueryKeys)
	return &redactingHandler{next, redact.Options(redactor).Rules()}
}

func (h *redactingHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.next.Enabled(ctx, level)
}

func (h *redactingHandler) Handle(ctx context.Context, record slog.Record) error {
	clean := slog.NewRecord(record.Time, record.Level, h.text(record.Message), record.PC)
	record.Attrs(func(a slog.Attr) bool {
		clean.AddAttrs(h.attr(a, 0))
		return true
	})
	return h.next.Handle(ctx, clean)
}

func (h *redactingHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &redactingHandler{h.next.WithAttrs(h.attrs(attrs, 0)), h.rules}
}

func (h *redactingHandler) WithGroup(name string) slog.Handler {
	return &redactingHandler{h.next.WithGroup(h.text(name)), h.rules}
}

// text returns text without secrets.
func (h *redactingHandler) text(text string) string {
	var buf [256]byte
	if out := h.rules.Append(buf[:0], text, 0, len(text)); string(out) != text {
		return string(out)
	}
	return text
}

// isSecret reports whether the field of a url.URL with the name has a query or a fragment with a secret.
func (h *redactingHandler) isSecret(name, value string) bool {
	switch name {
	case "RawQuery":
		value = "?" + value
	case "Fragment", "RawFragment":
		value = "#" + value
	default:
		return false
	}
	return h.text(value) != value
}

// maxGroups is the number of groups in each other that attr passes. The method LogValue of a value can return a group
// with that value in it.
const maxGroups = 16

func (h *redactingHandler) attrs(attrs []slog.Attr, groups int) []slog.Attr {
	clean := make([]slog.Attr, len(attrs))
	for i, a := range attrs {
		clean[i] = h.attr(a, groups)
	}
	return clean
}

// attr returns a, which is inside a number of groups, without secrets.
func (h *redactingHandler) attr(a slog.Attr, groups int) slog.Attr {
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

// value returns a value of the kind slog.KindAny without secrets. If a method of the value panics, value returns the
// text that handlers print then, without secrets.
func (h *redactingHandler) value(v slog.Value) (clean slog.Value) {
	value := v.Any()
	if r := reflect.ValueOf(value); value == nil || r.Kind() == reflect.Pointer && r.IsNil() {
		return v
	}
	defer func() {
		if p := recover(); p != nil {
			clean = slog.StringValue(h.text(fmt.Sprintf("!PANIC: %v", p)))
		}
	}()
	if u, ok := value.(url.URL); ok { // package fmt prints the password of a struct
		value, v = &u, slog.AnyValue(&u)
	}
	switch u := value.(type) {
	case *url.URL:
		if text := h.text(u.Redacted()); text != u.String() {
			return slog.StringValue(text)
		}
	case *url.Userinfo:
		return slog.StringValue(withoutPassword(u))
	case url.Userinfo:
		return slog.StringValue(withoutPassword(&u))
	}
	_, isError := value.(error)
	inside, ok := value.(reflect.Value) // package fmt prints the value inside
	if !ok {
		inside = reflect.ValueOf(value)
	}
	left := maxParts
	holds := h.holdsSecret(inside, &left)
	if left < 0 && !isError {
		return slog.StringValue(redact.Hidden)
	}
	shown, isDirty := h.shown(value)
	if _, isMarshaler := value.(json.Marshaler); isError && !isMarshaler && !isDirty {
		return v // a slog.JSONHandler also writes the text
	}
	tree, isTreeDirty := any(nil), false
	if left >= 0 {
		tree, isTreeDirty = h.treeOf(value)
	}
	switch isInside := isTreeDirty || holds; {
	case !isInside && !isDirty:
		return v
	case isError || !isInside:
		return slog.StringValue(shown)
	case tree == nil:
		return slog.StringValue(redact.Hidden)
	}
	return slog.AnyValue(tree)
}

// shown returns the text of value without secrets. isDirty is true if one of the texts that handlers print has a
// secret: the result of Error or MarshalText, or the text for %+v.
func (h *redactingHandler) shown(value any) (text string, isDirty bool) {
	add := func(shown string) {
		text = h.text(shown)
		isDirty = isDirty || text != shown
	}
	add(fmt.Sprintf("%+v", value))
	if v := reflect.ValueOf(value); v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		add(string(v.Bytes())) // as a slog.TextHandler writes them
	}
	if m, ok := value.(encoding.TextMarshaler); ok {
		data, err := m.MarshalText()
		if err != nil {
			data = []byte("!ERROR:" + err.Error()) // as a slog.TextHandler writes it
		}
		add(string(data))
	}
	if err, ok := value.(error); ok {
		add(err.Error())
	}
	return text, isDirty
}

// treeOf returns the JSON of value, decoded and without secrets, or nil if value has none. isDirty is true if it had
// secrets.
func (h *redactingHandler) treeOf(value any) (tree any, isDirty bool) {
	data, err := json.Marshal(value)
	if err != nil {
		text := "!ERROR:" + err.Error() // as a slog.JSONHandler writes it
		if clean := h.text(text); clean != text {
			return clean, true
		}
		return nil, false
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	if decoder.Decode(&tree) != nil {
		return nil, false
	}
	return h.tree(tree)
}

// withoutPassword returns the text of u with its password hidden.
func withoutPassword(u *url.Userinfo) string {
	return strings.Trim((&url.URL{User: u}).Redacted(), "/@")
}

// isCredential reports whether a field of a header is a secret.
func isCredential(field string) bool {
	return slices.Contains([]string{"authorization", "proxy-authorization", "cookie", "set-cookie"}, strings.ToLower(field))
}

// maxParts is the number of parts of a value that handlers print. One that contains itself has more, and package fmt
// would print it without an end.
const maxParts = 10_000

// holdsSecret reports whether v holds a url.Userinfo with a password, a url.URL with a secret in its query or
// fragment, or a header with credentials, which package fmt prints without change, or has more parts than left. It
// subtracts the parts from left.
func (h *redactingHandler) holdsSecret(v reflect.Value, left *int) bool {
	if *left--; *left < 0 {
		return true
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		return h.holdsSecret(v.Elem(), left)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[url.Userinfo]() {
			return v.FieldByName("password").Len() > 0
		}
		isURL := v.Type() == reflect.TypeFor[url.URL]()
		for i := range v.NumField() {
			if isURL && h.isSecret(v.Type().Field(i).Name, v.Field(i).String()) || h.holdsSecret(v.Field(i), left) {
				return true
			}
		}
	case reflect.Slice, reflect.Array:
		if kind := v.Type().Elem().Kind(); kind <= reflect.Complex128 || kind == reflect.String {
			return false
		}
		for i := range v.Len() {
			if h.holdsSecret(v.Index(i), left) {
				return true
			}
		}
	case reflect.Map:
		for fields := v.MapRange(); fields.Next(); {
			isHeader := fields.Key().Kind() == reflect.String && isCredential(fields.Key().String())
			if isHeader || h.holdsSecret(fields.Key(), left) || h.holdsSecret(fields.Value(), left) {
				return true
			}
		}
	}
	return false
}

// tree returns a value of JSON without secrets. changed is true if it had any.
func (h *redactingHandler) tree(value any) (clean any, changed bool) {
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
			if component, _ := one.(string); h.isSecret(key, component) || isCredential(key) && one != nil {
				without, is = redact.Hidden, true
			}
			object[text] = without
			changed = changed || is || text != key
		}
		return object, changed
	}
	return value, changed
}
