package fileuri_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fileuri"
	"github.com/urispan/uri/internal/hostile"
)

// A location is the arguments of the calls.
type location struct {
	path string
	u    uri.URI // the path as a URI-reference, if it is one
	form fileuri.Form
}

func newLocation(a, b string, flags uint8) *location {
	x := &location{path: a + b, form: fileuri.Form(flags & 3)}
	x.u, _ = uri.Parse(x.path)
	return x
}

// suite lists the calls for all forms, because growing inputs have no flags.
var suite = hostile.Suite[*location]{
	New: newLocation,
	Calls: hostile.Calls[*location]{
		"FromPath": func(x *location) hostile.Outcome {
			for _, form := range []fileuri.Form{x.form, unix, windows} {
				u, err := fileuri.FromPath(x.path, form)
				if again, parseErr := uri.Parse(u.String()); u != again || err != nil && u != (uri.URI{}) {
					return hostile.Outcome{Err: fmt.Errorf("%w: %q, %w, %w", hostile.ErrBroken, u, err, parseErr)}
				}
			}
			u, err := fileuri.FromPath(x.path, x.form)
			return hostile.Outcome{Text: u.String(), Err: err, Length: max(1, len(x.path))}
		},
		"Path": func(x *location) hostile.Outcome {
			for _, form := range []fileuri.Form{x.form, unix, windows} {
				path, err := fileuri.Path(x.u, form)
				if again, fromErr := fileuri.FromPath(path, form); (err == nil) != (fromErr == nil) {
					return hostile.Outcome{Err: fmt.Errorf("%w: %q, %w, %w", hostile.ErrBroken, again, err, fromErr)}
				}
			}
			path, err := fileuri.Path(x.u, x.form)
			return hostile.Outcome{Text: path, Err: err, Length: max(1, len(x.path))}
		},
		"Error.Error": func(x *location) hostile.Outcome {
			return hostile.Outcome{Err: &fileuri.Error{Offset: len(x.path), Reason: fileuri.Reason(x.form)}}
		},
		"Reason.String": func(x *location) hostile.Outcome {
			return hostile.Outcome{Text: fileuri.Reason(len(x.path)).String()}
		},
	},
	OffsetOf: func(err error) (int, bool) {
		var e *fileuri.Error
		if !errors.As(err, &e) {
			return 0, false
		}
		return e.Offset, true
	},
	Seeds: [][2]string{
		{"", ""}, {"/a/b", " c"}, {`C:\a`, `\..\b`}, {`\\h\s`, ""}, {`\\?\C:`, `\`}, {"file:///", "a%20b"},
		{"file://h/s", "/a"},
		{"file:///c%7C/", "%00"}, {"file:////h/s", "%5c"}, {"file://u:p@h:1/", "?#"}, {"/\xff\x00", "é"},
		{"http://h", "/%2f"},
	},
	Shapes: []hostile.Shape{
		{"/", "a/", ""}, {"/", "/", "."}, {"/", "\xff", "\x00"}, {"/", "...", ""}, {`C:\`, `a\`, ""}, {`C:\`, ". ", ""},
		{"C:/", "é ", ""}, {`\\`, "a", `\b`}, {`\\`, "%", `\b`}, {`\\a\b`, " ", `\..  `}, {`\\`, `\`, ""}, {"C", "C", ":"},
		{"file:///", "%41", ""}, {"file:///", "%20", "%00"}, {"file:///", "a/", ".."}, {"file:///C:/", "%41/", "%2f"},
		{"file://", "%61", "/s/a"}, {"file:////", "a", "/s/."}, {"file://", "/", ""}, {"file:///C:/", ".%20", ""},
		{"file:///a?", "a", ""}, {"file://", "u", "@h/a"}, {"file://h:", "1", "/a"}, {"file:", "a:", ""}, {"", "f", ":/a"},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
