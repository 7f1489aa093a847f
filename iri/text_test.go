package iri_test

import (
	"bytes"
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/gob"
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
)

var (
	_ encoding.TextAppender      = iri.IRI{}
	_ encoding.TextMarshaler     = iri.IRI{}
	_ encoding.TextUnmarshaler   = (*iri.IRI)(nil)
	_ encoding.BinaryMarshaler   = iri.IRI{}
	_ encoding.BinaryUnmarshaler = (*iri.IRI)(nil)
	_ driver.Valuer              = iri.IRI{}
	_ sql.Scanner                = (*iri.IRI)(nil)
	_ fmt.Formatter              = iri.IRI{}
)

func TestBinary(t *testing.T) {
	in := map[iri.IRI]string{iri.MustParse("http://é/日本"): "a", {}: "b"}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(in); err != nil {
		t.Fatal(err)
	}
	var out map[iri.IRI]string
	if err := gob.NewDecoder(&b).Decode(&out); err != nil || len(out) != 2 || out[iri.MustParse("http://é/日本")] != "a" {
		t.Errorf("%q, %v", out, err)
	}
	i := iri.MustParse("é")
	if err := i.UnmarshalBinary([]byte("é\xff")); err == nil || i.String() != "é" {
		t.Errorf("%v, and it is %q", err, i)
	}
}

func TestScan(t *testing.T) {
	text := []byte("http://é/日本")
	for _, src := range []any{text, "http://é/日本"} {
		var i iri.IRI
		if err := i.Scan(src); err != nil || i != iri.MustParse("http://é/日本") {
			t.Errorf("%v: %q, %v", src, i, err)
		}
		clear(text)
		if i != iri.MustParse("http://é/日本") {
			t.Errorf("the caller's bytes are kept")
		}
		if v, err := i.Value(); v != "http://é/日本" || err != nil {
			t.Errorf("%v, %v", v, err)
		}
	}
	i := iri.MustParse("é")
	var e *uri.Error
	if err := i.Scan("é\ue000"); !errors.As(err, &e) || e.Offset != 2 || i.String() != "é" {
		t.Errorf("%v, and it is %q", err, i)
	}
	for _, src := range []any{nil, 1, 'é'} {
		if err := i.Scan(src); err == nil || i.String() != "é" {
			t.Errorf("%v: %v, and it is %q", src, err, i)
		}
	}
	var null sql.Null[iri.IRI]
	if err := null.Scan(nil); err != nil || null.Valid {
		t.Errorf("%v, %v", null, err)
	}
}

func TestFormat(t *testing.T) {
	i := iri.MustParse("//ü:gehéim@é")
	for _, test := range []struct{ format, want string }{
		{"%v", "//ü:xxxxx@é"}, {"%+v", "//ü:xxxxx@é"}, {"%#v", `iri.MustParse("//ü:xxxxx@é")`}, {"%s", "//ü:gehéim@é"},
		{"%q", `"//ü:gehéim@é"`}, {"%+q", `"//\u00fc:geh\u00e9im@\u00e9"`}, {"%x", fmt.Sprintf("%x", "//ü:gehéim@é")},
		{"%14v|", "   //ü:xxxxx@é|"}, {"%-14s|", "//ü:gehéim@é  |"}, {"%d", "%!d(string=//ü:xxxxx@é)"},
	} {
		if got := fmt.Sprintf(test.format, i); got != test.want {
			t.Errorf("%s: %s, want %s", test.format, got, test.want)
		}
	}
}
