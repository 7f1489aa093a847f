package dialect

import (
	"bytes"
	_ "embed"
	"errors"
	"fmt"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
	"github.com/urispan/uri/whatwg"
)

// Web is the dialect of browsers, the URL Standard. The result of a verb is an href, which is ASCII. A valid reference
// may have any bytes. Further bytes can change the meaning of the earlier ones, so a reference that was cut is always
// invalid at its end.
var Web = &Dialect{
	Flag:          "web",
	International: true,
	Read: func(rec *fsm.Record) {
		rec.N, rec.OK = len(rec.Bytes), !rec.Cut && whatwg.CanParse(octet.Text(rec.Bytes))
		if !rec.OK && !rec.Cut {
			rec.N, _, _ = webFaultOf(parseWeb(string(rec.Bytes)), 0)
		}
	},
	Explain: func(rec *fsm.Record) Fault {
		_, f, _ := webFaultOf(parseWeb(string(rec.Bytes)), 0)
		return f
	},
	Parse:      parseWeb,
	FaultOf:    webFaultOf,
	Hint:       webHint,
	Fields:     []Field{{Key: "code", Text: func(f *Fault) string { return f.Reason }}, {Key: "offset"}},
	Components: webComponents,
	AppendText: escape.AppendText,
	AppendJSON: escape.AppendJSON,
}

// A webError is an error of package whatwg about the part of a record that begins at start. Its text has the words of
// the command.
type webError struct {
	err   *whatwg.Error
	start int
}

func (e *webError) Error() string {
	return fmt.Sprintf("%s at byte %d", e.err.Code, e.start+e.err.Offset)
}

func (e *webError) Unwrap() error { return e.err }

// webFaultOf implements FaultOf.
func webFaultOf(err error, start int) (n int, f Fault, ok bool) {
	var bad *whatwg.Error
	if !errors.As(err, &bad) {
		return 0, Fault{}, false
	}
	return start + bad.Offset, Fault{Reason: bad.Code.String(), Err: &webError{bad, start}}, true
}

// parseWeb implements Parse.
func parseWeb(s string) error {
	_, err := whatwg.Parse(s)
	return err
}

// webNames are the names of components in the URL Standard. The userinfo has a user name and a password.
var webNames = [...]string{
	tables.Scheme: "protocol", tables.Authority: "host", tables.Host: "hostname", tables.Port: "port",
	tables.Path: "pathname", tables.Query: "search", tables.Fragment: "hash",
}

// webComponents returns the components of an href that are not empty, with the delimiters that the getters of the
// standard include.
func webComponents(href []byte) (list []Component) {
	u, _ := whatwg.Parse(string(href)) // an error also gives no components
	r := u.Ranges()
	add := func(name string, kind tables.Component, lo, hi int) {
		if lo < hi {
			list = append(list, Component{name, kind, lo, hi})
		}
	}
	for _, part := range Parts {
		lo, hi, ok := part.Range(&r)
		switch part.Kind {
		case tables.Scheme:
			hi += part.After
		case tables.Authority:
			lo, _, _ = r.Host()
		case tables.Userinfo:
			add("username", part.Kind, lo, lo+len(u.Username()))
			add("password", part.Kind, hi-len(u.Password()), hi)
			continue
		case tables.Query, tables.Fragment:
			lo -= part.Before
		}
		if ok {
			add(webNames[part.Kind], part.Kind, lo, hi)
		}
	}
	return list
}

// Ignored are the bytes that browsers ignore everywhere, and WithoutIgnored removes them.
const Ignored = "\t\n\r"

var WithoutIgnored = strings.NewReplacer("\t", "", "\n", "", "\r", "")

// SchemeOf returns the scheme at the beginning of text, or nil if it has none. With web, it is the scheme that browsers read
// there. The rest of text need not be valid.
func SchemeOf(text []byte, web bool) []byte {
	scheme := text[:max(0, bytes.IndexByte(text, ':'))]
	if web {
		scheme = bytes.TrimLeftFunc(scheme, func(r rune) bool { return r <= ' ' })
		if bytes.ContainsAny(scheme, Ignored) {
			scheme = []byte(WithoutIgnored.Replace(string(scheme)))
		}
	}
	if len(scheme) == 0 || schemes.Len(scheme) < len(scheme) {
		return nil
	}
	return scheme
}

// webTexts is a table with a row for each validation error of the standard: its code, a tab, and a short description.
//
//go:embed webtexts.txt
var webTexts string

// WebText returns the description of the validation error with a code.
func WebText(code string) string { return TextIn(webTexts, code) }

// TextIn returns the text of the row of a table with a key, or "".
func TextIn(table, key string) string {
	_, rows, _ := strings.Cut("\n"+table, "\n"+key+"\t")
	text, _, _ := strings.Cut(rows, "\n")
	return text
}

// webHint implements Hint.
func webHint(s []byte, _ int, f *Fault) string {
	switch {
	case IsQuoted(s) || bytes.HasPrefix(s, []byte{'<'}):
		return TextIn(asciiTexts, "first %22")
	case f.Reason == whatwg.CodeMissingSchemeNonRelativeURL.String():
		return WebText(f.Reason) + " (uri resolve -web -base URL)"
	}
	return WebText(f.Reason)
}
