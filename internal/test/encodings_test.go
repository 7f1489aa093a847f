package test_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// An encodable is a value that packages of the standard library write and read as its text.
type encodable[T any] interface {
	*T
	encoding.TextMarshaler
	encoding.TextUnmarshaler
	fmt.Stringer
}

// TestValueEncodings: URI, IRI, URL and Origin behave alike with each package.
func TestValueEncodings(t *testing.T) {
	t.Run("URI", func(t *testing.T) {
		testEncodings[uri.URI](t, "http://joe:pw@h/a%20b?c#d", "", "http://[::1")
	})
	t.Run("IRI", func(t *testing.T) {
		testEncodings[iri.IRI](t, "http://joe:pw@bücher.example/é?c#d", "", "http://[::1")
	})
	t.Run("URL", func(t *testing.T) {
		testEncodings[whatwg.URL](t, "http://joe:pw@h/a|b?c#d", "", "http://[::1")
	})
	t.Run("Origin", func(t *testing.T) {
		testEncodings[httpuri.Origin](t, "https://[2001:db8::1]:8443", "null", "https://h/")
	})
}

// testEncodings writes and reads the value with the given text, and the zero value. It checks that the bad text is an
// error and does not change the value.
func testEncodings[T comparable, P encodable[T]](t *testing.T, text, zeroText, bad string) {
	var value, zero T
	if err := P(&value).UnmarshalText([]byte(text)); err != nil || value == zero {
		t.Fatalf("%v, %v", value, err)
	}
	type record struct {
		V    T
		Attr T `xml:"attr,attr"`
		List []T
	}
	type maps struct{ Keys map[T]int }
	roundTrip := map[string]func(v T) (T, error){
		"text": func(v T) (got T, err error) {
			got = value
			b, err := P(&v).MarshalText()
			err = errors.Join(err, P(&got).UnmarshalText(b))
			return got, err
		},
		"json": func(v T) (T, error) {
			var out record
			b, err := json.Marshal(record{v, v, []T{v}})
			err = errors.Join(err, json.Unmarshal(b, &out))
			return out.V, errors.Join(err, sameAll(v, out.Attr, out.List))
		},
		"json keys": func(v T) (T, error) {
			var out maps
			b, err := json.Marshal(maps{map[T]int{v: 7}})
			err = errors.Join(err, json.Unmarshal(b, &out))
			return onlyKey(out.Keys), err
		},
		"xml": func(v T) (T, error) {
			var out record
			b, err := xml.Marshal(record{v, v, []T{v}})
			err = errors.Join(err, xml.Unmarshal(b, &out))
			return out.V, errors.Join(err, sameAll(v, out.Attr, out.List))
		},
		"flag": func(v T) (got T, err error) {
			flags := flag.NewFlagSet("", flag.ContinueOnError)
			flags.SetOutput(io.Discard)
			flags.TextVar(P(&got), "v", P(&value), "")
			if got != value {
				return got, errors.New("the default was lost")
			}
			err = flags.Parse([]string{"-v=" + P(&v).String()})
			return got, err
		},
	}
	for name, f := range roundTrip {
		for v, text := range map[T]string{value: P(&value).String(), zero: zeroText} {
			got, err := f(v)
			if P(&v).String() != text || got != v || err != nil {
				t.Errorf("%s of %q: %v, %v", name, text, got, err)
			}
		}
	}
	v := value
	readErr := P(&v).UnmarshalText([]byte(bad))
	for name, err := range map[string]error{
		"text": readErr,
		"json": json.Unmarshal([]byte(`"`+bad+`"`), &v),
	} {
		if err == nil || v != value || !strings.Contains(err.Error(), readErr.Error()) {
			t.Errorf("a bad %s: %v, %v", name, v, err)
		}
	}
	if got := map[T]bool{value: true}; !got[v] || got[zero] {
		t.Errorf("%v as the key of a map", v)
	}
}

// TestStored: a URI is also a value for encoding/gob and database/sql.
func TestStored(t *testing.T) {
	const text, bad = "http://joe:pw@h/a%20b?c#d", "http://[::1"
	type record struct {
		V    uri.URI
		List []uri.URI
		Keys map[uri.URI]int
	}
	for _, u := range []uri.URI{uri.MustParse(text), {}} {
		var b bytes.Buffer
		var out record
		err := gob.NewEncoder(&b).Encode(record{u, []uri.URI{u}, map[uri.URI]int{u: 7}})
		err = errors.Join(err, gob.NewDecoder(&b).Decode(&out))
		if err != nil || out.V != u || sameAll(u, out.V, out.List) != nil || onlyKey(out.Keys) != u {
			t.Errorf("gob of %q: %v, %v", u, out, err)
		}
		var column sql.Null[uri.URI]
		src, err := driver.DefaultParameterConverter.ConvertValue(u)
		if src != u.String() || err != nil || column.Scan(src) != nil || column.V != u {
			t.Errorf("column of %q: %v, %v, %v", u, src, column, err)
		}
	}
	value := uri.MustParse(text)
	v, raw := value, []byte(text)
	if err := v.Scan(raw); err != nil {
		t.Error(err)
	}
	if clear(raw); v != value {
		t.Errorf("Scan kept the bytes of its caller: %v", v)
	}
	_, readErr := uri.Parse(bad)
	for name, test := range map[string]struct {
		err  error
		want string
	}{
		"binary": {v.UnmarshalBinary([]byte(bad)), readErr.Error()},
		"string": {v.Scan(bad), readErr.Error()},
		"bytes":  {v.Scan([]byte(bad)), readErr.Error()},
		"NULL":   {v.Scan(nil), "sql.Null["},
		"number": {v.Scan(int64(7)), "sql.Null["},
	} {
		if test.err == nil || v != value || !strings.Contains(test.err.Error(), test.want) {
			t.Errorf("a bad %s: %v, %v", name, v, test.err)
		}
	}
	null := sql.Null[uri.URI]{V: value, Valid: true}
	if err := null.Scan(nil); err != nil || null.Valid {
		t.Errorf("NULL: %v, %v", null, err)
	}
}

func sameAll[T comparable](want, attr T, list []T) error {
	if attr != want || len(list) != 1 || list[0] != want {
		return fmt.Errorf("an attribute or a list came back as %v, %v", attr, list)
	}
	return nil
}

// onlyKey returns the only key of m, which has the value 7.
func onlyKey[T comparable](m map[T]int) (key T) {
	if len(m) != 1 {
		panic(m)
	}
	for k, v := range m {
		if v != 7 {
			panic(m)
		}
		key = k
	}
	return key
}
