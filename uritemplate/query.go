package uritemplate

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// A query is the expressions at the end of a template that are matched by name: the last ones with the operators "?"
// and "&". It can have no expressions, and be only the place where unknown parameters are dropped.
type query struct {
	begin, end int // of the parts
	byName     bool
	separator  byte // "?" or "&", before an unknown parameter where no expression is matched by name
	options    MatchOptions

	vars     []queryVar
	names    map[string]int // from the keys of query variables to numbers of vars, or to -1 if they are not in vars
	exploded int            // the number of the variable that is exploded, or -1
}

// A queryVar is a variable and its expression.
type queryVar struct {
	spec *varspec
	of   *part
}

// matches reports whether the part i is matched by name.
func (q *query) matches(i int) bool { return q.byName && q.begin <= i && i < q.end }

// isEmpty reports whether unknown parameters are dropped after the part i, and no expression is matched by name.
func (q *query) isEmpty(i int) bool { return q.byName && q.begin == q.end && i == q.begin-1 }

// beginsFragment reports whether all that p writes begins with "#".
func (p part) beginsFragment() bool {
	if p.op == nil {
		return p.literal[0] == '#'
	}
	return p.op.char == '#'
}

// newQuery returns the query of m.
func (m *Matcher) newQuery(o MatchOptions) (q query, err error) {
	parts := m.t.parts
	q = query{begin: len(parts), end: len(parts), options: o, exploded: -1}
	if !o.AnyOrder && !o.IgnoreUnknown {
		return q, nil
	}
	isQuery := func(i int) bool { return i >= 0 && parts[i].op != nil && parts[i].op.isQuery() }
	if n := slices.IndexFunc(parts, part.beginsFragment); n >= 0 && !isQuery(len(parts)-1) {
		q.begin, q.end = n, n
	}
	size := 0
	for isQuery(q.begin-1) && (size == 0 || parts[q.begin].op.char == '&') { // a second "?" would be in the query
		q.begin--
		size += len(parts[q.begin].vars)
	}
	q.separator = '?'
	if slices.ContainsFunc(parts[:q.begin], func(p part) bool { return strings.Contains(p.literal, "?") }) {
		q.separator = '&'
	}
	last := q.begin - 1
	q.byName = size > 0 || o.IgnoreUnknown && (last < 0 || o.FirstByte || !m.parts[last].chars.Has(q.separator))
	q.vars, q.names = make([]queryVar, 0, size), make(map[string]int, size)
	for i := range parts {
		if !isQuery(i) {
			continue
		}
		for j := range parts[i].vars {
			v := queryVar{&parts[i].vars[j], &parts[i]}
			if !q.matches(i) {
				q.names[v.key()] = -1
			} else if other, ok := q.add(v); !ok {
				return q, &Error{
					Offset: v.spec.offset, Reason: ReasonConflict, Name: v.spec.name,
					Expressions: [2]string{m.t.textOf(other), m.t.textOf(v.of)},
				}
			}
		}
	}
	return q, nil
}

// add adds a variable that is matched by name. If it cannot be distinguished from a variable that was added before, ok
// is false, and other is the expression of that variable.
func (q *query) add(v queryVar) (other *part, ok bool) {
	key := v.key()
	if n, twice := q.names[key]; twice && n >= 0 {
		return q.vars[n].of, false
	}
	if v.spec.explode {
		if q.exploded >= 0 {
			return q.vars[q.exploded].of, false
		}
		q.exploded = len(q.vars)
	}
	q.names[key] = len(q.vars)
	q.vars = append(q.vars, v)
	return nil, true
}

// keys read the name of a parameter as servers do: "%61" and "a" are the same name.
var keys = octet.Keys{Plus: true}

func (v *queryVar) key() string { return string(keys.AppendText(nil, v.spec.name)) }

// read reads the parameters that begin at s[lo], adds the values of their variables, and returns the rest of s. The
// expansion of the template must be want: s with the parameters in the order of the template and without those that are
// dropped.
func (q *query) read(values Map, s string, lo int) (want, rest string, ok bool) {
	if lo == len(s) || s[lo] != '?' && s[lo] != '&' {
		return s, s[lo:], true
	}
	body, _, _ := strings.Cut(s[lo+1:], "#")
	rest = s[lo+1+len(body):]
	isDropping := q.options.IgnoreUnknown && isInQuery(s, lo)
	before := keysBefore(s[:lo], isDropping)
	members := make([]string, len(q.vars))
	var others []string // of the exploded variable
	var buf [64]byte
	last := -1
	for member := range strings.SplitSeq(body, "&") {
		key := keys.AppendText(buf[:0], member)
		i, known := q.names[string(key)]
		switch {
		case known && (i < 0 || i != q.exploded):
			if i < 0 || members[i] != "" {
				return "", "", false
			}
			members[i] = member
		case isDropping && (q.exploded < 0 || member == ""):
			if before[string(key)] {
				return "", "", false
			}
			continue
		case q.exploded < 0 || member == "":
			return "", "", false
		default:
			i = q.exploded
			others = append(others, member)
		}
		if i < last && !q.options.AnyOrder {
			return "", "", false
		}
		last = i
	}
	if others != nil {
		members[q.exploded] = strings.Join(others, "&")
	}
	return q.join(values, s[:lo+1], members) + rest, rest, true
}

// isInQuery reports whether s[lo] is the "?" that begins the query of s, or a "&" in it.
func isInQuery(s string, lo int) bool {
	if n := strings.IndexAny(s[:lo], "?#"); n >= 0 {
		return s[lo] == '&' && strings.IndexByte(s[n:lo], '#') < 0
	}
	return s[lo] == '?'
}

// keysBefore returns the keys of the parameters in the query of s if wanted is true. The template has these parameters
// as literals.
func keysBefore(s string, wanted bool) map[string]bool {
	_, query, ok := strings.Cut(s, "?")
	if !wanted || !ok {
		return nil
	}
	before := map[string]bool{}
	for member := range strings.SplitSeq(query, "&") {
		before[string(keys.AppendText(nil, member))] = true
	}
	return before
}

// join adds the values of members, one for each variable, or "" if it is undefined. It returns begin, which ends in "?"
// or "&", with the members after it. Without members, it returns begin without its last byte.
func (q *query) join(values Map, begin string, members []string) string {
	b := []byte(begin)
	for i, member := range members {
		if member == "" {
			continue
		}
		v := q.vars[i]
		if i == q.exploded {
			values[v.spec.name] = v.of.op.namedMembers(v.spec.name, member)
		} else {
			_, value, _ := strings.Cut(member, "=")
			values[v.spec.name] = v.of.op.value(value)
		}
		b = append(append(b, member...), '&')
	}
	return string(b[:len(b)-1])
}
