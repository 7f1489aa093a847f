package uritemplate

import (
	"math/bits"
	"strings"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
)

// A Matcher finds the values of the variables in expansions of a template. It is immutable and safe for concurrent use.
type Matcher struct {
	t     Template
	parts []matcherPart
	query query
}

// A matcherPart describes the expansions of a part. The expansion of an expression is empty, or a byte of first and
// then only bytes of chars.
type matcherPart struct {
	*part
	first octet.ByteSet
	chars octet.ByteSet
}

// common returns a byte that is in s and in t.
func common(s, t *octet.ByteSet) (c byte, ok bool) {
	for i := range s {
		if both := s[i] & t[i]; both != 0 {
			return byte(64*i + bits.TrailingZeros64(both)), true
		}
	}
	return 0, false
}

// MatchOptions are options for [Template.MatcherWith].
type MatchOptions struct {
	// AnyOrder matches the variables of "{?...}" and "{&...}" at the end of the template by name. They must be the last
	// expressions, or a part that begins with "#" must follow them. So "{?page,sort}" matches "?sort=up&page=2", and
	// "{?a,b}{&c}" can be matched.
	AnyOrder bool

	// IgnoreUnknown drops parameters with other names at the end of the query: "/users/{id}" and "/users/{id}{?page}" match
	// "/users/7?utm_source=x". Without AnyOrder, the other parameters must have the order of the template. An exploded
	// variable takes all parameters with other names, and so does "{+x}" at the end without FirstByte; then no
	// parameter is unknown.
	IgnoreUnknown bool

	// FirstByte ends an expression at the first byte that can begin the rest of the template: "{+path}{?page}" at "?",
	// "{name}.{type}" and "{name}.json" at the first ".". Match never tries another end, so it finds no values in
	// "a.b.json", which "{name}.json" expands to for "a.b"; and with "{name}.{type}" in "a.tar.gz" it finds "a" and
	// "tar.gz", also if the name was "a.tar". With IgnoreUnknown, a "{+path}" at the end ends where unknown parameters
	// begin.
	FirstByte bool
}

// Matcher returns a matcher for t, if one byte decides where each expression ends: no byte that can follow an
// expression may be one of its own characters. So "{x}/{y}" and "/files{/path*}{?page,sort}" can be matched.
// "{x}{y}", "{name}.{type}" and "{+path}{?page}" cannot, because values of x, name and path can have the bytes that
// follow: see [Template.MatcherWith]. An exploded variable must be the only one of its expression, or the last one after
// ";", "?" and "&". A prefix, ":3", cannot be matched. The error is an [*Error] with ReasonConflict, which names the two
// parts, or with ReasonExplodeMatch or ReasonPrefixMatch.
//
// Templates that cannot be matched can still be expanded. The time is linear in the template.
func (t Template) Matcher() (*Matcher, error) { return t.MatcherWith(MatchOptions{}) }

// MatcherWith is like [Template.Matcher], with options. The options accept more templates, and references that API
// gateways and servers of resources are asked to accept:
//
//	m, err := t.MatcherWith(uritemplate.MatchOptions{AnyOrder: true, IgnoreUnknown: true})
//
// With FirstByte, a template is still an error if a variable would never have a value, or only the empty string:
// "{x}{y}", "{x,y},z", "{/x}/y", and "{?max}x", because the "x" ends the name. With AnyOrder or IgnoreUnknown, the
// variables that are matched by name must have different names, and only one of them may be exploded. Otherwise the
// error has ReasonConflict.
func (t Template) MatcherWith(o MatchOptions) (*Matcher, error) {
	m := &Matcher{t: t, parts: make([]matcherPart, len(t.parts))}
	for i := range t.parts {
		m.parts[i].part = &t.parts[i]
		if err := m.parts[i].set(); err != nil {
			return nil, err
		}
	}
	var err error
	if m.query, err = m.newQuery(o); err != nil {
		return nil, err
	}
	// following is the set of the first bytes of all parts that can follow the part i, and partOf their numbers.
	var following octet.ByteSet
	var partOf [256]int
	for i := len(m.parts) - 1; i >= 0; i-- {
		p := &m.parts[i]
		if m.query.isEmpty(i) {
			following.Add(m.query.separator)
			partOf[m.query.separator] = i
		}
		if p.op != nil && !m.query.matches(i) {
			if c, ok := m.conflict(p, &following, &partOf, o.FirstByte); ok {
				q := &t.parts[partOf[c]]
				return nil, &Error{
					Offset: q.begin, Reason: ReasonConflict, Expressions: [2]string{t.textOf(p.part), t.textOf(q)},
				}
			}
			if o.FirstByte {
				p.end(&following)
			}
		}
		if p.op == nil {
			following = octet.ByteSet{}
		}
		following = following.Union(p.first)
		for c := range partOf {
			if p.first.Has(byte(c)) {
				partOf[c] = i
			}
		}
	}
	return m, nil
}

// conflict returns a byte of following that does not show whether p has ended.
func (m *Matcher) conflict(
	p *matcherPart, following *octet.ByteSet, partOf *[256]int, firstByte bool,
) (c byte, ok bool) {
	ambiguous := p.chars
	if firstByte && !p.op.kept().Minus(*following).IsEmpty() { // a value of p can be more than ""
		ambiguous = p.needs()
	}
	if c, ok = common(&ambiguous, following); ok || p.op.first == "" && firstByte {
		return c, ok
	}
	c, ok = common(&p.first, following)
	q := &m.parts[partOf[c]]
	// Otherwise c begins an unknown parameter, and names tell it apart.
	return c, ok && q.first.Has(c) && !fillsInOrder(p.part, q.part)
}

// kept returns the bytes that op does not encode in a value.
func (op *operator) kept() (set octet.ByteSet) {
	for c := range 256 {
		if op.allow.Keeps(byte(c)) {
			set.Add(byte(c))
		}
	}
	return set
}

// needs returns the bytes that p must have where it is to give each of its variables a value: its separator if it can have
// several values, and the names with "=".
func (p *part) needs() (set octet.ByteSet) {
	if len(p.vars) > 1 || p.explodes() {
		set.Add(p.op.sep[0])
	}
	if p.op.named {
		set.Add('=')
		for _, v := range p.vars {
			for n := 0; n < len(v.name) && !v.explode; n++ {
				set.Add(v.name[n])
			}
		}
	}
	return set
}

// end ends the expansions of p at the first byte that can begin the rest of the template.
func (p *matcherPart) end(following *octet.ByteSet) {
	p.chars = p.chars.Minus(*following)
	if p.op.first == "" {
		p.first = p.first.Minus(*following)
	}
}

// fillsInOrder reports whether b may follow a though both begin with the same byte: they have the same operator, as in
// "{/owner}{/repo}", and any expansion of b alone can be read as one of a, or is not read by a.
func fillsInOrder(a, b *part) bool { return a.op == b.op && !a.explodes() && !b.explodes() }

// explodes reports whether the last variable of p is exploded.
func (p *part) explodes() bool { return p.op != nil && p.vars[len(p.vars)-1].explode }

// set sets the bytes of the expansions of p.
func (p *matcherPart) set() error {
	if p.op == nil {
		p.first.Add(p.literal[0])
		return nil
	}
	p.chars = p.op.kept()
	p.chars.Add('%')
	p.chars.Add(',')
	for i, v := range p.vars {
		switch last := i == len(p.vars)-1; {
		case v.prefix > 0:
			return &Error{Offset: v.offset, Reason: ReasonPrefixMatch, Name: v.name}
		case v.explode && (!last || i > 0 && !p.op.named):
			return &Error{Offset: v.offset, Reason: ReasonExplodeMatch, Name: v.name}
		case v.explode || !last:
			p.chars.Add(p.op.sep[0])
		}
		if v.explode || p.op.named {
			p.chars.Add('=')
		}
	}
	if p.op.first != "" {
		p.first.Add(p.op.first[0])
	} else {
		p.first = p.chars
	}
	return nil
}

// Match returns the values of the variables in s, which must be a URI-reference. If ok is true, expanding the template
// with them gives s, byte by byte, so percent-encodings must be those that an expansion has: "%C3%BC" and not "%c3%bc",
// "~" and not "%7E". With AnyOrder, it gives s with the parameters in the order of the template, and with IgnoreUnknown, s
// without the parameters that are dropped. A name that the query of the template has, as a variable or in a literal, is
// never dropped: if it comes twice, or in another encoding ("%61=1" for a), or without "=", s does not match.
//
// Values are decoded. The values of "+" and "#" keep the percent-encodings of reserved characters and of "%". A value
// with a raw "," is a list, except after "+" and "#". An exploded variable is a list, or an associative array if all
// members have a name. Variables of "{x,y}" get their values from left to right. Variables that have no text in s are
// not in values. Where an expression has no text, "{x}" and "{+x}" mean the empty string, but all variables of "{x,y}"
// and "{x*}" are undefined. A variable that the template has several times must have the same value each time:
// "/{x}/{x}" matches "/1/1" and not "/1/2", and "/{x}{?x}" does not match "/1".
//
// The values may differ from those that s was expanded from, if it was expanded at all: a list of one member is a
// string, "{x,y}" cannot tell which value is undefined, and FirstByte ends each value at the first byte that can end
// it.
//
// A nil Matcher and the zero one match "" alone. The time is linear in s and the template.
func (m *Matcher) Match(s string) (values Map, ok bool) {
	var r fsm.Ranges
	if _, ok := fsm.Scan(s, &r); !ok {
		return nil, false
	}
	if m == nil {
		m = new(Matcher)
	}
	values = make(Map, 4)
	want, ok := m.read(values, s)
	if !ok {
		return nil, false
	}
	// The expansion decides: it must be s, apart from the differences that the options allow.
	var buf [256]byte
	e := newExpansion(values, len(s))
	text, err := e.append(buf[:0], m.t.parts)
	if err != nil || octet.Text(text) != want {
		return nil, false
	}
	return values, true
}

// read reads the expansions of all parts, and adds the values of their variables. The expansion of the template must be
// want.
func (m *Matcher) read(values Map, s string) (want string, ok bool) {
	q := &m.query
	rest, ok := m.readParts(values, s, 0, q.begin)
	if !ok {
		return "", false
	}
	want = s
	if q.byName {
		if want, rest, ok = q.read(values, s, len(s)-len(rest)); !ok {
			return "", false
		}
	}
	_, ok = m.readParts(values, rest, q.end, len(m.parts))
	return want, ok
}

// readParts reads the expansions of the parts from begin to end, and returns the rest of s.
func (m *Matcher) readParts(values Map, s string, begin, end int) (rest string, ok bool) {
	rest = s
	for i := begin; i < end; i++ {
		p := &m.parts[i]
		if p.op == nil {
			if rest, ok = strings.CutPrefix(rest, p.literal); !ok {
				return "", false
			}
			continue
		}
		n := 0
		if rest != "" && p.first.Has(rest[0]) && (!p.op.named || p.begins(rest)) {
			for n++; n < len(rest) && p.chars.Has(rest[n]); n++ {
			}
		}
		if !p.readValues(values, rest[:n]) {
			return "", false
		}
		rest = rest[n:]
	}
	return rest, true
}

// begins reports whether s begins with the name of a variable of an operator that writes names. If so, no expression
// after this one can have written it: otherwise this one would have written it too.
func (p *matcherPart) begins(s string) bool {
	s = s[len(p.op.first):]
	for i := range p.vars {
		v := &p.vars[i]
		after, ok := strings.CutPrefix(s, v.name)
		if v.explode || ok && (after == "" || after[0] == '=' || after[0] == p.op.sep[0] || !p.chars.Has(after[0])) {
			return true
		}
	}
	return false
}

// readValues adds the values of the variables of p for the expansion s. It returns false if s is not an expansion.
func (p *part) readValues(values Map, s string) bool {
	op := p.op
	body, ok := strings.CutPrefix(s, op.first)
	if !ok || s == "" && (len(p.vars) > 1 || p.vars[0].explode) {
		return true // no variable is defined
	}
	if op.named {
		return p.readNamed(values, body)
	}
	if p.explodes() { // its only variable
		values[p.vars[0].name] = op.members(body)
		return true
	}
	for i, field := range strings.SplitN(body, op.sep, len(p.vars)) {
		values[p.vars[i].name] = op.value(field)
	}
	return true
}

// readNamed reads the expansions of operators that write names, like readValues. The variables have the order of the
// expression.
func (p *part) readNamed(values Map, body string) bool {
	op := p.op
	i := 0
	for more := true; more; i++ {
		var member string
		rest := body
		member, body, more = strings.Cut(rest, op.sep)
		name, value, equal := strings.Cut(member, "=")
		for ; i < len(p.vars) && p.vars[i].name != name && !p.vars[i].explode; i++ {
		}
		if i == len(p.vars) {
			return false
		}
		v := &p.vars[i]
		if v.explode {
			values[v.name] = op.namedMembers(v.name, rest)
			return true
		}
		values[v.name] = op.value(value)
		if equal && value == "" && op.ifemp == "" {
			values[v.name] = List("") // the empty string has no "="
		}
	}
	return true
}

// value returns the value of a variable that is not exploded.
func (op *operator) value(raw string) Value {
	if op.keepsEncoded || strings.IndexByte(raw, ',') < 0 {
		return String(op.decode(raw))
	}
	return List(op.decodeAll(raw, ",")...)
}

// members returns the list, or the associative array if a member has a "=". A name and a value can contain the separator
// "." of their operator: ".a=b.c" is the pair of a and "b.c".
func (op *operator) members(raw string) Value {
	if strings.IndexByte(raw, '=') < 0 {
		return List(op.decodeAll(raw, op.sep)...)
	}
	var pairs []Pair
	begin, equal := 0, -1 // of the pair that is being read
	for n := 0; n < len(raw); {
		member, _, _ := strings.Cut(raw[n:], op.sep)
		if before, _, ok := strings.Cut(member, "="); ok {
			if equal >= 0 {
				pairs = append(pairs, Pair{op.decode(raw[begin:equal]), op.decode(raw[equal+1 : n-1])})
				begin = n
			}
			equal = n + len(before)
		}
		n += len(member) + len(op.sep)
	}
	return Pairs(append(pairs, Pair{op.decode(raw[begin:equal]), op.decode(raw[equal+1:])})...)
}

// namedMembers returns a list if all members have the name of the variable, and otherwise an associative array.
func (op *operator) namedMembers(variable, raw string) Value {
	var pairs []Pair
	var list []string
	for member := range strings.SplitSeq(raw, op.sep) {
		name, value, _ := strings.Cut(member, "=")
		pairs = append(pairs, Pair{op.decode(name), op.decode(value)})
		if name == variable {
			list = append(list, pairs[len(pairs)-1].Value)
		}
	}
	if len(list) == len(pairs) {
		return List(list...)
	}
	return Pairs(pairs...)
}

func (op *operator) decodeAll(raw, sep string) []string {
	list := strings.Split(raw, sep)
	for i, member := range list {
		list[i] = op.decode(member)
	}
	return list
}

// decode returns the text that op encodes as raw. Where op keeps percent-encodings, it decodes only those that op
// would write.
func (op *operator) decode(raw string) string {
	if strings.IndexByte(raw, '%') < 0 {
		return raw
	}
	if !op.keepsEncoded {
		return octet.Decoded(raw)
	}
	var b strings.Builder
	for raw != "" {
		if octet.IsEncoded(raw) {
			if c := octet.At(raw, 0); c != '%' && !reserved.Keeps(c) && octet.Encoded(c) == raw[:3] {
				b.WriteByte(c)
				raw = raw[3:]
				continue
			}
		}
		b.WriteByte(raw[0])
		raw = raw[1:]
	}
	return b.String()
}
