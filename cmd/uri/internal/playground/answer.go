package playground

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/address"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/whatwg"
)

// A question is the text that the user typed.
type question struct {
	Ref     string `json:"ref"`
	Base    string `json:"base"`    // "" if the field is empty
	Dialect string `json:"dialect"` // of both: a key of dialects
}

// dialects are the dialects of a question. Each has a verb that maps its references to the other one.
var dialects = map[string]struct {
	*dialect.Dialect
	flags   []string
	mapping string
}{
	"":    {dialect.URI, nil, "to-iri"},
	"iri": {dialect.IRI, []string{"-iri"}, "to-uri"},
}

// maxErrors is the number of validation errors that an answer lists.
const maxErrors = 20

// errors returns the first validation errors, and the number of those that are left out.
func (q *question) errors() (list []object, leftOut int) {
	base, _ := whatwg.Parse(q.Base)
	found, _ := whatwg.Validate(base, q.Ref)
	list = []object{}
	for _, e := range found[:min(len(found), maxErrors)] {
		code := e.Code.String()
		list = append(list, object{"code": code, "text": dialect.WebText(code), "lo": e.Offset, "hi": e.End})
	}
	return list, len(found) - len(list)
}

// maxParams is the number of parameters that an answer lists.
const maxParams = 100

// paramsOf returns the decoded names and values of the first parameters of a query, and the number of those that are
// left out. A byte that is not UTF-8 is half of a surrogate, as with -json. For an invalid reference, they are
// those that browsers read.
func paramsOf(rec *engine.Record) (list [][2]json.RawMessage, leftOut int) {
	list = [][2]json.RawMessage{}
	a := rec.Address()
	if !rec.OK {
		if !slices.Contains(rec.Bytes, '?') { // an href may have nine bytes for one
			return list, 0
		}
		a = rec.Keep(address.Of(string(rec.Bytes), true))
	}
	for name, value := range a.Params() {
		if len(list) == maxParams {
			leftOut++
			continue
		}
		list = append(list, [2]json.RawMessage{escape.AppendJSON(nil, []byte(name)), escape.AppendJSON(nil, []byte(value))})
	}
	return list, leftOut
}

// faultOf returns the message and the offset of an error about a reference, or nil if err is about something else.
func faultOf(d *dialect.Dialect, err error) object {
	if n, f, ok := d.FaultOf(err, 0); ok {
		return object{"message": f.Err.Error(), "offset": n}
	}
	return nil
}

// An answerer answers a question with the output of verbs.
type answerer struct {
	verbs map[string]*engine.Verb
	buf   []byte // memory for the output of a verb
}

// output returns the output of a verb for ref with -json. It is valid until the next call. An error is one of the flags,
// such as a bad base.
func (a *answerer) output(verb, ref string, flags ...string) (json.RawMessage, error) {
	o, err := a.verbs[verb].Parse(flags, func(string) bool { return false })
	if err != nil {
		return nil, err
	}
	a.buf = o.AppendJSON(slices.Grow(a.buf[:0], 4*len(ref)+256), ref) // up to four copies and the names
	return a.buf, nil
}

// later returns a function that returns the output of a verb for ref, or null if a flag is wrong.
func (a *answerer) later(verb, ref string, flags ...string) func() any {
	return func() any {
		out, _ := a.output(verb, ref, flags...)
		return out
	}
}

// reading returns the components of the reference in a dialect or, if there is a base, of its target. Without
// components, it returns the reason.
func (a *answerer) reading(q *question, d *dialect.Dialect, flags ...string) any {
	ref := q.Ref
	if q.Base != "" {
		out, err := a.output("resolve", ref, append(flags, "-base="+q.Base)...)
		if err != nil {
			return object{"ok": false, "base": faultOf(d, err)}
		}
		var result struct{ Target string }
		if json.Unmarshal(out, &result); result.Target == "" { // a target has a scheme
			return out
		}
		ref = result.Target
	}
	out, _ := a.output("split", ref, flags...)
	return out
}

// answer returns the object that the page shows. A member that may be several times as long as the reference is a function
// that returns it. Members with the name of a verb are its output, or null if the reference is invalid. If the dialect is
// unknown, answer returns nil.
func (a *answerer) answer(q *question) object {
	d, ok := dialects[q.Dialect]
	if !ok {
		return nil
	}
	rec := engine.NewRecord(q.Ref, d.Dialect)
	valid := rec.Valid()
	walk := newGraph(rec)
	result := object{
		"as_uri":    func() any { return a.reading(q, dialect.URI) },
		"as_iri":    func() any { return a.reading(q, dialect.IRI, "-iri") },
		"as_web":    func() any { return a.reading(q, dialect.Web, "-web") },
		"split":     a.later("split", q.Ref, d.flags...),
		"normalize": nil, "check": nil, "mapped": nil, "resolve": nil, "base_error": nil,
		"message": "", "hint": "", "expected": nil, "walk": walk,
	}
	result["params"], result["params_left_out"] = paramsOf(rec)
	result["web_errors"], result["web_errors_left_out"] = q.errors()
	if valid {
		result["normalize"] = a.later("normalize", q.Ref, d.flags...)
		result["check"] = a.later("check", q.Ref, append(d.flags, "-audit")...)
		result["mapped"] = a.later(d.mapping, q.Ref, "-idna")
	} else { // the reason, advice, and the possible continuations at its offset
		hint, _, _ := strings.Cut(rec.Hint(), " (-") // the page has no flags
		result["message"], result["hint"], result["expected"] = rec.Caption(), hint, walk.end.Expected()
	}
	if q.Base != "" { // a bad base is reported even if the reference is invalid
		flags := append(d.flags, "-base="+q.Base)
		_, err := a.output("resolve", "", flags...)
		if result["base_error"] = faultOf(d.Dialect, err); valid {
			result["resolve"] = a.later("resolve", q.Ref, flags...)
		}
	}
	return result
}
