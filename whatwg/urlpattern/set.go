package urlpattern

import (
	"slices"
	"strings"
	"sync"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
)

// A Set finds which of many patterns match a URL, without testing each. It is immutable, and safe for concurrent use.
// To change the patterns, make a new Set of the compiled patterns. This takes about a microsecond for each pattern. The
// example shows how a server replaces its Set. The zero Set and a nil *Set are empty.
//
// The time for a URL depends little on the number of patterns that do not match. For every set and URL, it is at most
// proportional to the length of the URL times the length of all patterns. Memory is proportional to the length of the
// patterns.
type Set struct {
	patterns []*Pattern
	exact    boundary // of patterns that match case
	fold     boundary // of patterns that ignore case
	loops    int      // the number of loops
	searches *sync.Pool
}

// The patterns form two trees. A path from the root has the tokens of a pattern, component by component, and patterns
// share the path as far as their tokens are equal. A token is a literal, a run of bytes other than a delimiter, or a
// rest, which is any string. If tokens cannot express a part, a rest stands for it, and the pattern itself confirms
// the match.
//
// A search goes down all paths that match. Its time is limited because it goes through each loop, which is a run or a
// rest, at most once for a position: see search.arrive.

// A boundary is a place in a tree between two components.
type boundary struct {
	leaves []leaf // the patterns with "*" as all other components
	next   []componentTree
}

// A leaf is a pattern.
type leaf struct {
	index   int32
	isExact bool // a match of the path is a match of the pattern
}

// A componentTree is the tree of a component.
type componentTree struct {
	component Component
	root      *treeNode
}

// A treeNode is a place in a tree within a component.
type treeNode struct {
	texts []textEdge // with different first bytes
	loops []*loop
	end   *boundary // where to go on at the end of the component, or nil
}

// A textEdge is a literal and the place after it.
type textEdge struct {
	first byte // of the text
	text  string
	to    *treeNode
}

// A loop is a run or a rest, and the place after each of its bytes.
type loop struct {
	setToken
	to *treeNode
	id int // its index in search.arrivals
}

// A tokenKind is the kind of a setToken.
type tokenKind uint8

const (
	textToken tokenKind = iota
	runToken            // at least one byte other than the delimiter
	restToken           // any string
)

// A setToken is a token of a path.
type setToken struct {
	kind tokenKind
	text string // of a literal; the delimiter of a run, "" or one byte
}

// A path is the tokens of a component.
type path struct {
	tokens  []setToken
	isExact bool
}

const (
	maxPaths  = 16 // the largest number of paths of a pattern with optional parts
	maxTokens = 64 // the largest number of tokens of a path
)

// setOrder is the order of the components in a tree.
var setOrder = [componentCount]Component{
	ComponentProtocol, ComponentHostname, ComponentPort, ComponentPathname, ComponentSearch, ComponentHash,
	ComponentUsername, ComponentPassword,
}

// NewSet returns the set of the patterns. A nil pattern matches nothing.
func NewSet(patterns ...*Pattern) *Set {
	s := &Set{patterns: slices.Clone(patterns), searches: new(sync.Pool)}
	for i, p := range s.patterns {
		if p == nil || p.components[0] == nil {
			continue
		}
		root := &s.exact
		if p.ignoresCase() {
			root = &s.fold
		}
		s.insert(root, p, 0, leaf{int32(i), true}, maxPaths)
	}
	return s
}

// ignoresCase reports whether p has a component that ignores case.
func (p *Pattern) ignoresCase() bool {
	return slices.ContainsFunc(p.components[:], func(x *component) bool { return x.syntax.ignoreCase })
}

// insert adds paths for the components of p from setOrder[i] on, at most max.
func (s *Set) insert(b *boundary, p *Pattern, i int, x leaf, max int) {
	for i < len(setOrder) && p.components[setOrder[i]].strategy == matchAny {
		i++
	}
	if i == len(setOrder) {
		b.leaves = append(b.leaves, x)
		return
	}
	c := setOrder[i]
	paths := p.components[c].paths(max)
	for _, path := range paths {
		next := s.insertPath(b.tree(c), path.tokens)
		s.insert(next, p, i+1, leaf{x.index, x.isExact && path.isExact}, max/len(paths))
	}
}

// tree returns the root of the tree for component c.
func (b *boundary) tree(c Component) *treeNode {
	for i := range b.next {
		if b.next[i].component == c {
			return b.next[i].root
		}
	}
	b.next = append(b.next, componentTree{c, new(treeNode)})
	return b.next[len(b.next)-1].root
}

// insertPath adds a path and returns the boundary at its end.
func (s *Set) insertPath(n *treeNode, tokens []setToken) *boundary {
	for _, t := range tokens {
		if t.kind == textToken {
			n = n.addText(t.text)
		} else {
			n = s.addLoop(n, t)
		}
	}
	if n.end == nil {
		n.end = new(boundary)
	}
	return n.end
}

// addText returns the place after text.
func (n *treeNode) addText(text string) *treeNode {
	for {
		e := n.edge(text[0])
		if e == nil {
			to := new(treeNode)
			n.texts = append(n.texts, textEdge{text[0], text, to})
			return to
		}
		common := commonLen(e.text, text)
		if common < len(e.text) {
			*e = textEdge{e.first, e.text[:common], &treeNode{texts: []textEdge{{e.text[common], e.text[common:], e.to}}}}
		}
		if n, text = e.to, text[common:]; text == "" {
			return n
		}
	}
}

// edge returns the literal of n that begins with c, or nil.
func (n *treeNode) edge(c byte) *textEdge {
	for i := range n.texts {
		if e := &n.texts[i]; e.first == c {
			return e
		}
	}
	return nil
}

// commonLen returns the length of the common prefix of a and b.
func commonLen(a, b string) (n int) {
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// addLoop returns the place after the loop for t.
func (s *Set) addLoop(n *treeNode, t setToken) *treeNode {
	for _, x := range n.loops {
		if x.setToken == t {
			return x.to
		}
	}
	x := &loop{t, new(treeNode), s.loops}
	s.loops++
	n.loops = append(n.loops, x)
	return x.to
}

// paths returns the paths of a component, at most max.
func (x *component) paths(max int) []path {
	paths := []path{{isExact: true}}
	for i := range x.parts {
		p := &x.parts[i]
		value, isExact := p.tokens(x.syntax)
		if p.modifier != optional && p.modifier != zeroOrMore {
			for j := range paths {
				paths[j].add(isExact, value...)
			}
			continue
		}
		if 2*len(paths) > max {
			for j := range paths {
				paths[j].add(false, setToken{kind: restToken})
			}
			continue
		}
		for j := range paths { // without the part, and with it
			with := path{slices.Clone(paths[j].tokens), paths[j].isExact}
			with.add(isExact, value...)
			paths = append(paths, with)
		}
	}
	return paths
}

// tokens returns the tokens of a part that is not left out. isExact is true if they match exactly the same strings as
// the part.
func (p *part) tokens(s *syntax) (tokens []setToken, isExact bool) {
	text := func(value string) setToken {
		if s.ignoreCase {
			value = strings.ToLower(value)
		}
		return setToken{textToken, value}
	}
	isExact = !p.isRepeated()
	rest := setToken{kind: restToken}
	switch {
	case p.kind == fixedText && isExact:
		return []setToken{text(p.value)}, true
	case p.kind == fixedText:
		return []setToken{text(p.value), rest}, false
	case p.kind == segmentWildcard && isExact:
		rest = setToken{runToken, s.delimiter}
	case p.kind == regexpPart:
		isExact = false
	}
	return []setToken{text(p.prefix), rest, text(p.suffix)}, isExact
}

// add adds tokens to p. Texts that follow each other become one.
func (p *path) add(isExact bool, tokens ...setToken) {
	p.isExact = p.isExact && isExact
	for _, t := range tokens {
		last := len(p.tokens) - 1
		switch {
		case t.kind == textToken && t.text == "":
		case last >= 0 && t.kind == restToken && p.tokens[last].kind == restToken:
		case t.kind == textToken && last >= 0 && p.tokens[last].kind == textToken:
			p.tokens[last].text += t.text
		case len(p.tokens) == maxTokens:
			p.isExact = false
			p.tokens[last] = setToken{kind: restToken}
		default:
			p.tokens = append(p.tokens, t)
		}
	}
}

// AppendMatches appends the indexes of the patterns that match u to dst, in ascending order, and returns the extended
// slice. They are indexes into the arguments of [NewSet]. It allocates if the capacity of dst is too small. It also
// allocates memory that later calls reuse.
func (s *Set) AppendMatches(dst []int, u whatwg.URL) []int {
	if s == nil || s.searches == nil || u.Href() == "" {
		return dst
	}
	x := s.newSearch(u)
	slices.Sort(x.matches)
	dst = append(dst, slices.Compact(x.matches)...)
	s.free(x)
	return dst
}

// First returns the lowest index of a pattern that matches u, or -1.
func (s *Set) First(u whatwg.URL) int {
	if s == nil || s.searches == nil || u.Href() == "" {
		return -1
	}
	x := s.newSearch(u)
	defer s.free(x)
	if len(x.matches) == 0 {
		return -1
	}
	return slices.Min(x.matches)
}

// A search looks for the patterns that match a URL.
type search struct {
	set      *Set
	url      whatwg.URL
	fold     bool
	text     string // the component, in lower case if fold
	epoch    uint32
	arrivals []arrival
	matches  []int
	lower    [componentCount][]byte
}

// An arrival is what a search knows about a loop.
type arrival struct {
	epoch uint32 // of the search
	next  int32  // a later arrival before next reaches nothing new
}

// newSearch searches for the patterns that match u and returns the finished search.
func (s *Set) newSearch(u whatwg.URL) *search {
	x, _ := s.searches.Get().(*search)
	if x == nil {
		x = &search{set: s, arrivals: make([]arrival, s.loops)}
	}
	x.url, x.matches = u, x.matches[:0]
	if x.epoch++; x.epoch == 0 {
		clear(x.arrivals)
	}
	x.boundary(&s.exact)
	x.fold = true
	x.boundary(&s.fold)
	x.fold = false
	return x
}

// free makes x available to another search.
func (s *Set) free(x *search) {
	x.url, x.text = whatwg.URL{}, ""
	s.searches.Put(x)
}

// boundary continues the search at a boundary.
func (x *search) boundary(b *boundary) {
	for _, l := range b.leaves {
		if l.isExact || x.set.patterns[l.index].Test(x.url) {
			x.matches = append(x.matches, int(l.index))
		}
	}
	for _, next := range b.next {
		outer := x.text
		x.text = x.component(next.component)
		x.visit(next.root, 0)
		x.text = outer
	}
}

// component returns the text of a component.
func (x *search) component(c Component) string {
	text := componentOf(&x.url, c)
	if x.fold && c >= ComponentPathname && octet.HasUpper(text) {
		x.lower[c] = append(x.lower[c][:0], text...)
		octet.ToLower(x.lower[c])
		return octet.Text(x.lower[c])
	}
	return text
}

// visit continues the search at place n in a component and at position i of the text.
func (x *search) visit(n *treeNode, i int) {
	for {
		if i == len(x.text) {
			if n.end != nil {
				x.boundary(n.end)
			}
			for _, l := range n.loops {
				if l.kind == restToken {
					x.arrive(l, i)
				}
			}
			return
		}
		for _, l := range n.loops {
			x.arrive(l, i)
		}
		e := n.edge(x.text[i])
		if e == nil || !strings.HasPrefix(x.text[i:], e.text) {
			return
		}
		i += len(e.text)
		n = e.to
	}
}

// arrive goes through a loop that begins at position i.
//
// A search may arrive at a loop many times. The positions ascend, because the loops before it go through their
// positions in ascending order. Whatever a rest reaches from position j it also reaches from every i < j. The same is
// true of a run up to its delimiter. So a later arrival has nothing to do up to the end of an earlier one.
func (x *search) arrive(l *loop, i int) {
	a := &x.arrivals[l.id]
	if a.epoch == x.epoch && i < int(a.next) {
		return
	}
	end := len(x.text)
	if l.text != "" {
		if n := strings.IndexByte(x.text[i:], l.text[0]); n >= 0 {
			end = i + n
		}
	}
	if l.kind == runToken && end == i {
		return
	}
	*a = arrival{x.epoch, int32(end + 1)}
	if l.kind == runToken {
		i++
	}
	n := l.to
	if len(n.loops) == 0 { // look for a literal; then only the end of the component is left
		x.find(n, i, end)
		i = len(x.text)
	}
	for ; i <= end; i++ {
		x.visit(n, i)
	}
}

// find visits n, which has no loops, at each position from i to end where one of its literals can begin.
func (x *search) find(n *treeNode, i, end int) {
	last := min(end, len(x.text)-1)
	if len(n.texts) == 0 {
		return
	}
	if len(n.texts) == 1 {
		e := &n.texts[0]
		for i <= last {
			window := x.text[i:min(len(x.text), last+len(e.text))]
			k := strings.Index(window, e.text)
			if k < 0 {
				return
			}
			x.visit(e.to, i+k+len(e.text))
			i += k + 1
		}
		return
	}
	for ; i <= last; i++ {
		if n.edge(x.text[i]) != nil {
			x.visit(n, i)
		}
	}
}
