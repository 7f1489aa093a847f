package uri

import (
	"bytes"
	"context"
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
	"log/slog"
	"strings"
	"testing"
)

var (
	_ encoding.TextAppender      = URI{}
	_ encoding.TextMarshaler     = URI{}
	_ encoding.TextUnmarshaler   = (*URI)(nil)
	_ encoding.BinaryMarshaler   = URI{}
	_ encoding.BinaryUnmarshaler = (*URI)(nil)
	_ driver.Valuer              = URI{}
	_ sql.Scanner                = (*URI)(nil)
	_ fmt.Stringer               = URI{}
	_ fmt.Formatter              = URI{}
)

func TestTextRoundTrip(t *testing.T) {
	for _, test := range componentTests {
		u := MustParse(test.in)
		text, err := u.MarshalText()
		if err != nil || string(text) != test.in {
			t.Errorf("%q: MarshalText: %q, %v", test.in, text, err)
		}
		appended, err := u.AppendText([]byte("<"))
		if err != nil || string(appended) != "<"+test.in {
			t.Errorf("%q: AppendText: %q, %v", test.in, appended, err)
		}
		v := MustParse("another")
		if err := v.UnmarshalText(text); err != nil || v != u {
			t.Errorf("%q: UnmarshalText: %q, %v", test.in, v, err)
		}
		clear(text)
		if v != u {
			t.Errorf("%q: UnmarshalText kept the caller's bytes", test.in)
		}
	}
}

func TestUnmarshalTextError(t *testing.T) {
	u := MustParse("http://example.com/")
	err := u.UnmarshalText([]byte("http://example.com/<"))
	var e *Error
	if !errors.As(err, &e) || e.Offset != 19 {
		t.Errorf("error %v, want one at byte 19", err)
	}
	if u != MustParse("http://example.com/") {
		t.Errorf("changed to %q", u)
	}
}

func TestJSON(t *testing.T) {
	type record struct {
		Link  URI
		Count map[URI]int
	}
	in := `{"Link":"//h?","Count":{"#":2,"?a=b":1}}`
	var r record
	if err := json.Unmarshal([]byte(in), &r); err != nil {
		t.Fatal(err)
	}
	if r.Link != MustParse("//h?") || r.Count[MustParse("#")] != 2 || r.Count[MustParse("?a=b")] != 1 {
		t.Errorf("%+v", r)
	}
	if out, err := json.Marshal(r); err != nil || string(out) != in {
		t.Errorf("%s, %v, want %s", out, err, in)
	}
}

// TestJSONError: an invalid member is an error with its offset, and the value does not change.
func TestJSONError(t *testing.T) {
	r := struct{ Link URI }{MustParse("http://example.com/")}
	err := json.Unmarshal([]byte(`{"Link":"http://joe:hunter2@example.com/ "}`), &r)
	var e *Error
	if !errors.As(err, &e) || e.Offset != 31 || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("error %v, want one at byte 31", err)
	}
	if r.Link.String() != "http://example.com/" {
		t.Errorf("changed to %q", r.Link)
	}
}

// TestEncodings: what goes out by a package of the standard library comes back by it, the zero URI too.
func TestEncodings(t *testing.T) {
	type record struct {
		Link  URI
		Links []URI
		Attr  URI `xml:"attr,attr"`
	}
	codecs := map[string]func(in, out *record) error{
		"gob": func(in, out *record) error {
			var b bytes.Buffer
			return errors.Join(gob.NewEncoder(&b).Encode(in), gob.NewDecoder(&b).Decode(out))
		},
		"json": func(in, out *record) error {
			b, err := json.Marshal(in)
			return errors.Join(err, json.Unmarshal(b, out))
		},
		"xml": func(in, out *record) error {
			b, err := xml.Marshal(in)
			return errors.Join(err, xml.Unmarshal(b, out))
		},
	}
	for name, codec := range codecs {
		for _, test := range componentTests {
			u := MustParse(test.in)
			in, out := record{u, []URI{u, {}, u}, u}, record{}
			if err := codec(&in, &out); err != nil {
				t.Errorf("%s: %q: %v", name, test.in, err)
			}
			if out.Link != u || len(out.Links) != 3 || out.Links[0] != u || out.Links[1] != (URI{}) || out.Attr != u {
				t.Errorf("%s: %q came back as %q", name, test.in, out)
			}
		}
	}
}

func TestGobError(t *testing.T) {
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(MustParse("http://example.com/ok")); err != nil {
		t.Fatal(err)
	}
	spoiled := bytes.Replace(b.Bytes(), []byte("ok"), []byte("<k"), 1)
	var u URI
	err := gob.NewDecoder(bytes.NewReader(spoiled)).Decode(&u)
	var e *Error
	if !errors.As(err, &e) || e.Offset != 19 || u != (URI{}) {
		t.Errorf("%q, error %v, want one at byte 19", u, err)
	}
}

func TestFlagTextVar(t *testing.T) {
	var u URI
	flags := flag.NewFlagSet("", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.TextVar(&u, "base", MustParse("http://example.com/"), "")
	if u.String() != "http://example.com/" {
		t.Errorf("the default is %q", u)
	}
	if err := flags.Parse([]string{"-base", "http://a/b"}); err != nil || u.String() != "http://a/b" {
		t.Errorf("%q, %v", u, err)
	}
	if err := flags.Parse([]string{"-base", "http://a/ b"}); err == nil || u.String() != "http://a/b" {
		t.Errorf("%q, %v", u, err)
	}
}

// A fakeDB answers every query with the row of its arguments, as a driver may give them.
type fakeDB struct{ asBytes bool }

func (db fakeDB) Connect(context.Context) (driver.Conn, error) { return db, nil }
func (db fakeDB) Driver() driver.Driver                        { return nil }
func (db fakeDB) Prepare(string) (driver.Stmt, error)          { return nil, errors.ErrUnsupported }
func (db fakeDB) Close() error                                 { return nil }
func (db fakeDB) Begin() (driver.Tx, error)                    { return nil, errors.ErrUnsupported }

func (db fakeDB) QueryContext(_ context.Context, _ string, args []driver.NamedValue) (driver.Rows, error) {
	row := &fakeRow{}
	for _, arg := range args {
		if text, ok := arg.Value.(string); ok && db.asBytes {
			arg.Value = []byte(text)
		}
		row.values = append(row.values, arg.Value)
	}
	return row, nil
}

type fakeRow struct {
	values []driver.Value
	read   bool
}

func (r *fakeRow) Columns() []string { return make([]string, len(r.values)) }
func (r *fakeRow) Close() error      { return nil }

func (r *fakeRow) Next(dest []driver.Value) error {
	if r.read {
		return io.EOF
	}
	r.read = true
	copy(dest, r.values)
	return nil
}

// TestSQL goes through package database/sql, where a driver gives strings and where it gives bytes.
func TestSQL(t *testing.T) {
	for _, asBytes := range []bool{false, true} {
		db := sql.OpenDB(fakeDB{asBytes})
		for _, test := range componentTests {
			u, v := MustParse(test.in), MustParse("another")
			if err := db.QueryRow("", u).Scan(&v); err != nil || v != u {
				t.Errorf("%q came back as %q, %v", u, v, err)
			}
		}
		v := MustParse("another")
		err := db.QueryRow("", "http://joe:hunter2@h/ ").Scan(&v)
		var e *Error
		if !errors.As(err, &e) || e.Offset != 21 || v.String() != "another" {
			t.Errorf("%q, error %v, want one at byte 21", v, err)
		}
		for _, src := range []any{nil, int64(7), true} {
			if err := db.QueryRow("", src).Scan(&v); !errors.Is(err, errScan) || v.String() != "another" {
				t.Errorf("%v: %q, error %v", src, v, err)
			}
		}
		null := sql.Null[URI]{V: v, Valid: true}
		if err := db.QueryRow("", nil).Scan(&null); err != nil || null.Valid {
			t.Errorf("NULL: %v, %v", null, err)
		}
		if err := db.QueryRow("", sql.Null[URI]{V: v, Valid: true}).Scan(&null); err != nil || !null.Valid || null.V != v {
			t.Errorf("sql.Null: %v, %v", null, err)
		}
		db.Close()
	}
}

func TestFormat(t *testing.T) {
	const in, hidden = "http://joe:hunter2@h/?%25", "http://joe:xxxxx@h/?%25"
	u := MustParse(in)
	for format, want := range map[string]string{
		"%v":    hidden,
		"%+v":   hidden,
		"%#v":   `uri.MustParse("` + hidden + `")`,
		"%30v":  strings.Repeat(" ", 30-len(hidden)) + hidden,
		"%d":    "%!d(string=" + hidden + ")",
		"%s":    in,
		"%q":    `"` + in + `"`,
		"%#q":   "`" + in + "`",
		"%-30s": in + strings.Repeat(" ", 30-len(in)),
		"%.4s":  "http",
		"%x":    fmt.Sprintf("%x", in),
		"% X":   fmt.Sprintf("% X", in),
	} {
		if got := fmt.Sprintf(format, u); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
	if got := fmt.Sprint(u, &u, []URI{u}, struct{ U URI }{u}); strings.Contains(got, "hunter2") {
		t.Errorf("Sprint: %s", got)
	}
	if got := fmt.Errorf("fetching %v: %w", u, io.EOF).Error(); strings.Contains(got, "hunter2") {
		t.Errorf("Errorf: %s", got)
	}
}

// TestLogs: package log/slog hides passwords in the places where it gives the value to its handlers, and where these
// print it with package fmt.
func TestLogs(t *testing.T) {
	u := MustParse("http://joe:hunter2@h/")
	var b bytes.Buffer
	slog.New(slog.NewTextHandler(&b, nil)).Info("x", "uri", u, "in", struct{ U URI }{u}, slog.Group("g", "uri", u))
	slog.New(slog.NewJSONHandler(&b, nil)).Info("x", "uri", u, slog.Group("g", "uri", u))
	if got := b.String(); strings.Contains(got, "hunter2") || strings.Count(got, "xxxxx") != 5 {
		t.Errorf("%s", got)
	}
}
