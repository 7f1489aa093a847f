package uritemplate

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/textio"
	"github.com/urispan/uri/tables"
)

// A Template is a parsed URI template (RFC 6570, section 2). The zero Template expands to "". A Template is immutable
// and safe for concurrent use.
type Template struct {
	text  string
	parts []part
}

// A part is a literal, or an expression.
type part struct {
	begin, end int       // in the template; an expression includes "{" and "}"
	literal    string    // of a literal, encoded (RFC 6570, section 3.1)
	op         *operator // nil for a literal
	vars       []varspec
}

// A varspec is a variable of an expression with its modifier (RFC 6570, section 2.3).
type varspec struct {
	offset  int // in the template
	name    string
	prefix  int // the largest number of characters, or 0
	explode bool

	// first and next are what an operator writes before a value: its first or its separator, and the name with "=" if
	// it writes names.
	first, next string
}

// An operator determines how an expression is expanded. Its fields have the names of RFC 6570, Appendix A.
type operator struct {
	char  byte // 0 for an expression without an operator
	first string
	sep   string
	named bool
	ifemp string
	allow *octet.Coding

	keepsEncoded bool // percent-encodings stay
}

// isQuery reports whether op writes parameters of a query.
func (op *operator) isQuery() bool { return op.ifemp != "" }

var (
	unreserved = octet.NewCoding(func(c byte) bool { return tables.Is(c, tables.Unreserved) })

	// reserved also keeps percent-encodings, so it encodes literals too (RFC 6570, section 3.1).
	reserved = octet.NewCoding(func(c byte) bool { return tables.Is(c, tables.Unreserved|tables.Reserved) })
)

// operators is the table of RFC 6570, Appendix A. The element 0 is for expressions without an operator.
var operators = [128]*operator{
	0:   {first: "", sep: ",", allow: &unreserved},
	'+': {char: '+', first: "", sep: ",", allow: &reserved, keepsEncoded: true},
	'.': {char: '.', first: ".", sep: ".", allow: &unreserved},
	'/': {char: '/', first: "/", sep: "/", allow: &unreserved},
	';': {char: ';', first: ";", sep: ";", named: true, allow: &unreserved},
	'?': {char: '?', first: "?", sep: "&", named: true, ifemp: "=", allow: &unreserved},
	'&': {char: '&', first: "&", sep: "&", named: true, ifemp: "=", allow: &unreserved},
	'#': {char: '#', first: "#", sep: ",", allow: &reserved, keepsEncoded: true},
}

// reservedOperators are the operators that the RFC keeps for extensions (section 2.2).
const reservedOperators = "=,!@|"

// Parse reads a template. The error is an [*Error] with the offset of the first byte that no template could have there.
// An expression with an operator that the RFC reserves for extensions, such as "{!x}", is an error at the operator. Parse
// takes time and memory linear in s: with [Template.Matcher], at most 200 bytes for each byte of a long s.
func Parse(s string) (Template, error) {
	automaton := tables.URITemplate()
	n, state, _ := automaton.Walk(s)
	if n < len(s) || !automaton.Accepting(state) {
		return Template{}, newError(s, n)
	}
	t := Template{text: s, parts: make([]part, 0, 2*strings.Count(s, "{")-strings.Count(s, "}{")+1)}
	for begin := 0; begin < len(s); {
		p := part{begin: begin}
		if s[begin] == '{' {
			p.end = begin + strings.IndexByte(s[begin:], '}') + 1
			if strings.IndexByte(reservedOperators, s[begin+1]) >= 0 {
				return Template{}, &Error{Offset: begin + 1, Reason: ReasonReservedOperator}
			}
			p.readExpression(s)
		} else {
			p.end = octet.Next(s, begin, "{")
			p.literal = reserved.Raw(s[begin:p.end])
		}
		t.parts = append(t.parts, p)
		begin = p.end
	}
	return t, nil
}

// MustParse is like [Parse] but panics if s is not a template. Use it for templates in a program.
func MustParse(s string) Template { return textio.Must("uritemplate: ", Parse, s) }

// readExpression sets the operator and the variables of the expression p of s, which matches the grammar.
func (p *part) readExpression(s string) {
	offset := p.begin + 1
	if p.op = operators[s[offset]]; p.op != nil {
		offset++
	} else {
		p.op = operators[0]
	}
	specs := s[offset : p.end-1]
	p.vars = make([]varspec, 0, strings.Count(specs, ",")+1)
	for spec := range strings.SplitSeq(specs, ",") {
		v := varspec{offset: offset}
		name, prefix, _ := strings.Cut(spec, ":")
		v.name, v.explode = strings.CutSuffix(name, "*")
		for _, digit := range []byte(prefix) {
			v.prefix = 10*v.prefix + int(digit-'0')
		}
		v.first, v.next = p.op.first, p.op.sep
		if p.op.named {
			v.next += v.name + "="
			if v.first = v.next; p.op.first != p.op.sep {
				v.first = p.op.first + v.next[len(p.op.sep):]
			}
		}
		p.vars = append(p.vars, v)
		offset += len(spec) + len(",")
	}
}

// String returns the text of the template.
func (t Template) String() string { return t.text }

// A Variable is a variable of an expression (RFC 6570, section 2.3).
type Variable struct {
	Name     string
	Operator byte // '+', '#', '.', '/', ';', '?' or '&', or 0 if the expression has none
	Explode  bool // the modifier is "*"
	Prefix   int  // the number of the modifier, as in ":3", or 0
	Offset   int  // of the name, in the template
}

// Variables returns the variables of all expressions, in the order of the template. A variable that is there several times
// is in the result as often.
func (t Template) Variables() []Variable {
	var list []Variable
	for _, p := range t.parts {
		for _, v := range p.vars {
			list = append(list, Variable{v.name, p.op.char, v.explode, v.prefix, v.offset})
		}
	}
	return list
}

func (t *Template) textOf(p *part) string { return t.text[p.begin:p.end] }
