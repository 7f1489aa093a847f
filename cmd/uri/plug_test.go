package main

import (
	"bytes"
	"errors"
	"maps"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/tables"
)

// A dialect may have other components, results and errors than RFC 3986. The tests plug in such a dialect: the
// toy dialect reads PROTOCOL:PATHNAME. Unlike a URI, a valid reference may contain any character after the colon. Its
// href has a protocol in lower case, and its only error has a code.

// A toyError is the error of the toy dialect.
type toyError struct{ offset int }

func (*toyError) Error() string { return "toy-colon-missing" }

// toyHref returns the href of s, which is relative to base if it begins with a "/".
func toyHref(base, s string) (string, error) {
	if strings.HasPrefix(s, "/") && base != "" {
		s = base[:strings.Index(base, ":")+1] + s
	}
	protocol, pathname, ok := strings.Cut(s, ":")
	if !ok {
		return "", &toyError{len(s)}
	}
	return strings.ToLower(protocol) + ":" + pathname, nil
}

// toyFields are the members of an invalid record.
var toyFields = []dialect.Field{{Key: "code", Text: func(f *dialect.Fault) string { return f.Reason }}, {Key: "offset"}}

func toyFaultOf(err error, start int) (int, dialect.Fault, bool) {
	var bad *toyError
	if !errors.As(err, &bad) {
		return 0, dialect.Fault{}, false
	}
	return bad.offset + start, dialect.Fault{Reason: bad.Error(), Err: err}, true
}

var toy = &dialect.Dialect{
	Flag:          "toy",
	International: true,
	Read: func(rec *fsm.Record) {
		_, err := toyHref("", string(rec.Bytes))
		rec.OK, rec.N = err == nil, len(rec.Bytes)
	},
	Explain: func(*fsm.Record) dialect.Fault { return dialect.Fault{Reason: "toy-colon-missing"} },
	Error:   func(s string, start int) error { return &toyError{start + len(s)} },
	FaultOf: toyFaultOf,
	Hint:    func([]byte, int, *dialect.Fault) dialect.Hint { return dialect.Hint{Text: "write a colon"} },
	Fields:  toyFields,
	Components: func(s []byte) []dialect.Component {
		n := bytes.IndexByte(s, ':')
		return []dialect.Component{
			{Name: "protocol", Kind: tables.Scheme, Hi: n + 1},
			{Name: "pathname", Kind: tables.Path, Lo: n + 1, Hi: len(s)},
		}
	},
	AppendText: escape.AppendText,
	AppendJSON: escape.AppendJSON,
}

// toySplitStep makes the href and its components.
func toySplitStep() engine.Step {
	var list []dialect.Component
	return func(rec *engine.Record) {
		if rec.Value = &list; rec.Valid() {
			href, _ := toyHref("", string(rec.Bytes))
			rec.SetResult(append(rec.Buffer(), href...))
			list = toy.Components(rec.Result)
		}
	}
}

// toySplit are the formats of split.
var toySplit = &engine.Formats{
	Keys:    []engine.Key{engine.InputKey, engine.OKKey, engine.ResultKey("href"), toyPart(0), toyPart(1)},
	Line:    engine.ResultLine,
	Picture: engine.ResultPicture,
}

// toyPart returns the key of a component.
func toyPart(i int) engine.Key {
	return engine.Key{Name: []string{"protocol", "pathname"}[i], Text: func(rec *engine.Record) ([]byte, bool) {
		c := (*rec.Value.(*[]dialect.Component))[i]
		return rec.Result[c.Lo:c.Hi], true
	}}
}

// toyCheck writes the errors of each reference, valid or not, as a separate member.
var toyCheck = &engine.Formats{
	Keys: []engine.Key{engine.InputKey, engine.OKKey, {Name: "errors", Nested: true, Append: func(dst []byte, _ *engine.Record) []byte {
		return append(dst, "[]"...)
	}}},
	Line:    checkLine,
	Picture: checkPicture,
}

// toyExplain has no automaton to show.
var toyExplain = &engine.Formats{
	Keys: toyCheck.Keys,
	Line: func(dst []byte, rec *engine.Record) []byte {
		if rec.OK {
			return append(dst, "a protocol, a colon, a pathname\n"...)
		}
		return append(append(dst, rec.Caption()+"; "+rec.Hint().String()...), '\n')
	},
	Picture: func(paint.Screen) engine.Format { return nil },
}

// plugToy adds the toy dialect to the verbs until the test ends.
func plugToy(t *testing.T) {
	all := dialect.All
	t.Cleanup(func() {
		dialect.All = all
		delete(resolutions, toy)
		delete(normalForms, toy)
		delete(splits, toy)
	})
	dialect.All = append(all[:len(all):len(all)], toy)
	for name, variant := range map[string]*engine.Formats{
		"split": toySplit, "check": toyCheck, "explain": toyExplain, "resolve": nil, "normalize": nil,
	} {
		v := verbs[name]
		before := *v
		t.Cleanup(func() { *v = before })
		v.Dialects = append(v.Dialects[:len(v.Dialects):len(v.Dialects)], toy)
		if variant != nil {
			v.InDialect = maps.Clone(v.InDialect)
			if v.InDialect == nil {
				v.InDialect = map[*dialect.Dialect]*engine.Formats{}
			}
			v.InDialect[toy] = variant
		}
	}
	splits[toy] = engine.Work{NewStep: toySplitStep}
	normalForms[toy] = func(uri.Normalizer) normalForm {
		return func(dst, ref []byte) ([]byte, error) {
			href, err := toyHref("", string(ref))
			return append(dst, href...), err
		}
	}
	resolutions[toy] = func(uri.Resolution) operation {
		return operation{prepare: func(base string) (apply, error) {
			base, err := toyHref("", base)
			return func(dst []byte, ref string) ([]byte, error) {
				href, err := toyHref(base, ref)
				return append(dst, href...), err
			}, err
		}}
	}
}

// TestToyDialect: the verbs answer in a dialect with other components, results and errors than RFC 3986.
func TestToyDialect(t *testing.T) {
	plugToy(t)
	for _, test := range kit.Cases[struct {
		status int
		want   string
		args   []string
	}]("plug.txt", "TestToyDialect") {
		args := tabbed(append([]string{test.args[0], "-toy"}, test.args[1:]...)...)
		status, stdout, stderr := runWith("", args...)
		if diff := cmp.Diff(test.want, stdout); diff != "" || status != test.status {
			t.Errorf("%q: status %d, %s\n%s", args, status, diff, stderr)
		}
	}
	// A record that is longer than the limit is cut, and a record that is not a URI can be valid.
	status, stdout, _ := runWith("a:b\nabc\n\x01:\n", "check", "-toy", "-max-line=2", "-json")
	want := `{"input":"a:","ok":false,"code":"line 1 is longer than 2 bytes","offset":2}` + "\n" +
		`{"input":"ab","ok":false,"code":"line 2 is longer than 2 bytes","offset":2}` + "\n" +
		`{"input":"\u0001:","ok":true,"errors":[]}` + "\n"
	if diff := cmp.Diff(want, stdout); diff != "" || status != 1 {
		t.Errorf("status %d, %s", status, diff)
	}
	_, stdout, stderr := runWith("", "check", "-toy", "-audit", "a:")
	if stdout != "" || !strings.Contains(stderr, "-toy") {
		t.Errorf("-audit: %q, %q", stdout, stderr)
	}
}
