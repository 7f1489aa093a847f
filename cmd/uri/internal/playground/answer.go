package playground

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// A question is the text that was typed.
type question struct {
	Ref  string `json:"ref"`
	Base string `json:"base"` // "" if nothing was typed
	IRI  bool   `json:"iri"`  // both are IRIs
}

// dialect returns the dialect of the question, the flags that choose it, and the verb that maps its references to the
// other dialect.
func (q *question) dialect() (d *dialect.Dialect, flags []string, mapping string) {
	if q.IRI {
		return dialect.IRI, []string{"-" + dialect.IRI.Flag}, "to-uri"
	}
	return dialect.URI, nil, "to-iri"
}

// A baseError says why the base is invalid.
type baseError struct {
	Message string `json:"message"`
	Offset  int    `json:"offset"`
}

// answer writes the JSON object that the page shows. It writes member by member, since each may be several times as long
// as the reference. The members that are named after verbs have the output of these with -json, or null if the reference
// is invalid.
func (q *question) answer(w io.Writer, verbs map[string]*engine.Verb) {
	d, flags, mapping := q.dialect()
	rec := engine.NewRecord(q.Ref, d)
	valid := rec.Valid()
	g := newGraph(asURI(rec))
	// Room for an IRI and the URI that it is mapped to.
	m := members{w: w, ref: q.Ref, verbs: verbs, room: make([]byte, 0, 4*len(q.Ref)+1<<10)}
	m.verb("split", "split", flags...)
	if valid {
		m.verb("normalize", "normalize", flags...)
		m.verb("check", "check", append(flags, "-audit")...)
		m.verb("mapped", mapping, "-idna")
	} else {
		m.add("normalize", nil)
		m.add("check", nil)
		m.add("mapped", nil)
	}
	q.answerBase(&m, valid, flags)
	var message, hint string // why the reference is invalid, and advice
	var expected []string    // what could be at the offset
	if !valid {
		message, expected, hint = rec.Caption(), g.end.Expected(), rec.Hint()
	}
	m.add("message", message)
	m.add("expected", expected)
	m.add("hint", hint)
	m.add("walk", g)
	io.WriteString(w, "}\n")
}

// answerBase writes the members about the base, which are null without a base. It reports an invalid base even if the
// reference is invalid.
func (q *question) answerBase(m *members, valid bool, flags []string) {
	var refused *baseError
	flags = append(flags, "-base="+q.Base)
	switch {
	case q.Base == "":
		m.add("resolve", nil)
	case !valid:
		m.add("resolve", nil)
		_, err := m.options("resolve", flags)
		refused = newBaseError(err)
	default:
		refused = newBaseError(m.verb("resolve", "resolve", flags...))
	}
	m.add("base_error", refused)
}

// newBaseError returns nil if err is not about the base.
func newBaseError(err error) *baseError {
	if bad, ok := errors.AsType[*uri.Error](err); ok {
		return &baseError{bad.Error(), bad.Offset}
	}
	return nil
}

// Members writes the members of a JSON object. It ignores errors, which occur only if the browser has gone away.
type members struct {
	w     io.Writer
	ref   string
	verbs map[string]*engine.Verb
	begun bool
	room  []byte // memory for the output of a verb
}

// raw adds a member whose value is JSON. A nil value becomes null.
func (m *members) raw(key string, value json.RawMessage) {
	m.begin(key)
	if value == nil {
		value = json.RawMessage("null")
	}
	m.w.Write(bytes.TrimSuffix(value, []byte("\n")))
}

func (m *members) begin(key string) {
	start := byte('{')
	if m.begun {
		start = ','
	}
	m.begun = true
	fmt.Fprintf(m.w, "%c%q:", start, key)
}

// add adds a member.
func (m *members) add(key string, value any) {
	m.begin(key)
	json.NewEncoder(m.w).Encode(value) // no value here can fail
}

// verb adds a member with the output of a verb. If the verb refuses the flags, the member is null.
func (m *members) verb(key, name string, flags ...string) error {
	o, err := m.options(name, flags)
	if err != nil {
		m.raw(key, nil)
		return err
	}
	m.room = o.AppendJSON(m.room[:0], m.ref)
	m.raw(key, m.room)
	return nil
}

// options returns the options of a verb with the given flags.
func (m *members) options(name string, flags []string) (*engine.Options, error) {
	return m.verbs[name].Parse(flags, func(string) bool { return false })
}
