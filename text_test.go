package uri

import (
	"database/sql"
	"database/sql/driver"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
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
