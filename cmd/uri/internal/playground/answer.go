package playground

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/whatwg"
)

// A question is the text that the user typed.
type question struct {
	Ref     string `json:"ref"`
	Base    string `json:"base"`    // "" if the field is empty
	Dialect string `json:"dialect"` // of both: the flag that chooses it
}

// dialect returns the dialect of the question, or nil if it is unknown.
func (q *question) dialect() *dialect.Dialect {
	i := slices.IndexFunc(dialect.All, func(d *dialect.Dialect) bool { return d.Flag == q.Dialect })
	if i < 0 {
		return nil
	}
	return dialect.All[i]
}

// flagsFor returns the flags that choose a dialect.
func flagsFor(d *dialect.Dialect) []string {
	if d.Flag == "" {
		return nil
	}
	return []string{"-" + d.Flag}
}

// mappings maps a dialect to the verb that maps its references to another dialect.
var mappings = map[*dialect.Dialect]string{dialect.URI: "to-iri", dialect.IRI: "to-uri"}

// readings lists the dialects that the page compares, and the member of an answer for each.
var readings = []struct {
	key     string
	dialect *dialect.Dialect
}{{"as_uri", dialect.URI}, {"as_iri", dialect.IRI}, {"as_web", dialect.Web}}

// answerReading writes the member about a reading: the components of the reference or, if there is a base, of its
// target. Without components, it writes the reason.
func (q *question) answerReading(m *members, key string, d *dialect.Dialect) {
	ref := q.Ref
	if q.Base != "" {
		o, err := m.options("resolve", append(flagsFor(d), "-base="+q.Base))
		if err != nil {
			m.add(key, object{"ok": false, "base": newBaseError(d, err)})
			return
		}
		var result struct{ Target string }
		m.buf = o.AppendJSON(m.buf[:0], ref)
		if json.Unmarshal(m.buf, &result); result.Target == "" { // a target has a scheme
			m.raw(key, m.buf)
			return
		}
		ref = result.Target
	}
	m.verb(key, "split", ref, flagsFor(d)...)
}

// maxErrors is the number of validation errors that an answer lists.
const maxErrors = 20

// answerErrors writes the members about the validation errors: the first ones, and the number of the others.
func (q *question) answerErrors(m *members) {
	base, _ := whatwg.Parse(q.Base)
	found, _ := whatwg.Validate(base, q.Ref)
	shown := min(len(found), maxErrors)
	list := []object{}
	for _, e := range found[:shown] {
		code := e.Code.String()
		list = append(list, object{"code": code, "text": dialect.WebText(code), "lo": e.Offset, "hi": e.End})
	}
	m.add("web_errors", list)
	m.add("web_errors_left_out", len(found)-shown)
}

// maxParams is the number of parameters that an answer lists.
const maxParams = 100

// answerParams writes the members about the parameters of the query: the decoded names and values of the first ones, and
// the number of the others. A byte that is not UTF-8 is half of a surrogate, as with -json.
func (q *question) answerParams(m *members, rec *engine.Record) {
	var list [][2]string
	n := 0
	if rec.Valid() {
		for name, value := range rec.Address().Params() {
			if n++; n <= maxParams {
				list = append(list, [2]string{name, value})
			}
		}
	}
	m.buf = engine.AppendList(m.buf[:0], list, func(dst []byte, p [2]string) []byte {
		return engine.AppendList(dst, p[:], func(dst []byte, s string) []byte { return escape.AppendJSON(dst, []byte(s)) })
	})
	m.raw("params", m.buf)
	m.add("params_left_out", max(n-maxParams, 0))
}

// A baseError is the reason why the base is invalid.
type baseError struct {
	Message string `json:"message"`
	Offset  int    `json:"offset"`
}

// answer writes the JSON object that the page shows. It writes member by member, since each may be several times as
// long as the reference. Members with the name of a verb are its output with -json, or null if the reference is
// invalid.
func (q *question) answer(w io.Writer, d *dialect.Dialect, verbs map[string]*engine.Verb) {
	flags := flagsFor(d)
	rec := engine.NewRecord(q.Ref, d)
	valid := rec.Valid()
	var g *graph
	var expected []string // the possible continuations at the offset of an invalid reference
	if d.Machine != nil {
		if g = newGraph(asURI(rec)); !valid {
			expected = g.end.Expected()
		}
	}
	// The capacity is enough for an IRI and the URI that it is mapped to.
	m := members{w: w, verbs: verbs, mark: '{', buf: make([]byte, 0, 4*len(q.Ref)+1<<10)}
	ifValid := func(verb string) string {
		if valid {
			return verb
		}
		return ""
	}
	m.verb("split", "split", q.Ref, flags...)
	m.verb("normalize", ifValid("normalize"), q.Ref, flags...)
	m.verb("check", ifValid("check"), q.Ref, append(flags, "-audit")...)
	q.answerParams(&m, rec)
	m.verb("mapped", ifValid(mappings[d]), q.Ref, "-idna")
	resolve, refused := "", (*baseError)(nil) // an invalid base is reported even if the reference is invalid
	if flags = append(flags, "-base="+q.Base); q.Base != "" {
		_, err := m.options("resolve", flags)
		resolve, refused = ifValid("resolve"), newBaseError(d, err)
	}
	m.verb("resolve", resolve, q.Ref, flags...)
	m.add("base_error", refused)
	for _, reading := range readings {
		q.answerReading(&m, reading.key, reading.dialect)
	}
	q.answerErrors(&m)
	var message, hint string // the reason why the reference is invalid, and advice
	if !valid {
		message, hint = rec.Caption(), rec.Hint().Text
	}
	m.add("message", message)
	m.add("expected", expected)
	m.add("hint", hint)
	m.add("walk", g)
	io.WriteString(w, "}\n")
}

// newBaseError returns nil if err is not about the base.
func newBaseError(d *dialect.Dialect, err error) *baseError {
	if n, f, ok := d.FaultOf(err, 0); ok {
		return &baseError{f.Err.Error(), n}
	}
	return nil
}

// members writes the members of a JSON object. It ignores errors, because they occur only if the browser has closed the
// connection.
type members struct {
	w     io.Writer
	verbs map[string]*engine.Verb
	mark  byte   // before the next member
	buf   []byte // memory for the output of a verb
}

// raw adds a member with a JSON value.
func (m *members) raw(key string, value []byte) {
	fmt.Fprintf(m.w, "%c%q:", m.mark, key)
	m.w.Write(value) // Fprintf would copy it
	m.mark = ','
}

// add adds a member.
func (m *members) add(key string, value any) {
	text, _ := json.Marshal(value) // these values do not fail
	m.raw(key, text)
}

// verb adds a member with the output of a verb for ref. If the verb is "", or rejects the flags, the member is null.
func (m *members) verb(key, name, ref string, flags ...string) {
	var o *engine.Options
	if name != "" {
		o, _ = m.options(name, flags)
	}
	if o == nil {
		m.add(key, nil)
		return
	}
	m.buf = o.AppendJSON(m.buf[:0], ref)
	m.raw(key, m.buf)
}

// options parses the flags of a verb.
func (m *members) options(name string, flags []string) (*engine.Options, error) {
	return m.verbs[name].Parse(flags, func(string) bool { return false })
}
