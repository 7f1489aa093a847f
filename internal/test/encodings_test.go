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
	encoding.TextAppender
	encoding.TextMarshaler
	encoding.TextUnmarshaler
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
	driver.Valuer
	sql.Scanner
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
		"gob": func(v T) (T, error) {
			var b bytes.Buffer
			var out record
			err := gob.NewEncoder(&b).Encode(record{v, v, []T{v}})
			err = errors.Join(err, gob.NewDecoder(&b).Decode(&out))
			return out.V, errors.Join(err, sameAll(v, out.Attr, out.List))
		},
		"gob keys": func(v T) (T, error) {
			var b bytes.Buffer
			var out maps
			err := gob.NewEncoder(&b).Encode(maps{map[T]int{v: 7}})
			err = errors.Join(err, gob.NewDecoder(&b).Decode(&out))
			return onlyKey(out.Keys), err
		},
		"sql": func(v T) (T, error) {
			var out sql.Null[T]
			src, err := driver.DefaultParameterConverter.ConvertValue(v)
			if _, ok := src.(string); !ok {
				err = fmt.Errorf("%T, %w", src, err)
			}
			err = errors.Join(err, out.Scan(src))
			return out.V, err
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
		"text":   readErr,
		"binary": P(&v).UnmarshalBinary([]byte(bad)),
		"json":   json.Unmarshal([]byte(`"`+bad+`"`), &v),
		"string": P(&v).Scan(bad),
		"bytes":  P(&v).Scan([]byte(bad)),
		"NULL":   P(&v).Scan(nil),
		"number": P(&v).Scan(int64(7)),
	} {
		wrongType := name == "NULL" || name == "number"
		if err == nil || v != value || wrongType && !strings.Contains(err.Error(), "sql.Null[") || !wrongType && !strings.Contains(err.Error(), readErr.Error()) {
			t.Errorf("a bad %s: %v, %v", name, v, err)
		}
	}
	b := []byte(text)
	if err := P(&v).Scan(b); err != nil {
		t.Error(err)
	}
	if clear(b); v != value {
		t.Errorf("Scan kept the bytes of its caller: %v", v)
	}
	null := sql.Null[T]{V: value, Valid: true}
	if err := null.Scan(nil); err != nil || null.Valid {
		t.Errorf("NULL: %v, %v", null, err)
	}
	if got := map[T]bool{value: true}; !got[v] || got[zero] {
		t.Errorf("%v as the key of a map", v)
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
