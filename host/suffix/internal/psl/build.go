package psl

import (
	"cmp"
	"errors"
	"maps"
	"slices"
	"strings"
)

// Errors of [Build].
var (
	errTooLarge = errors.New("too many rules")
	errHash     = errors.New("names whose hashes are equal") // this does not happen by chance
)

// maxProbes limits the number of places that a search reads. No search reaches it by chance.
const maxProbes = 1 << 10

// A branch is a node before it has a place.
type branch struct {
	name   string
	parent int // its index, or -1
	hash   uint64
	place  int
	rules  Node // the bits from ruleBits on
}

// A builder collects the nodes of a table.
type builder struct {
	branches []branch
	index    map[string]int // by name
}

// Build returns the table of the rules. If two rules for one name contradict each other, the first one counts.
func Build(rules []Rule) (*Table, error) {
	b := &builder{index: make(map[string]int, len(rules))}
	for i := range rules {
		if b.add(&rules[i]); len(b.branches) > maxNodes {
			return nil, errTooLarge
		}
	}
	t := &Table{Nodes: make([]Node, len(b.branches)*3/2+1)}
	ends := t.addLabels(b.branches)
	for i := range b.branches { // a parent comes before its children
		n := &b.branches[i]
		n.place = t.place(n.hash)
		for probes := 0; t.Nodes[n.place] != 0; probes++ {
			if probes == maxProbes {
				return nil, errHash
			}
			n.place = t.next(n.place)
		}
		label := firstLabel(n.name)
		node := n.rules | Node(ends[label])<<textShift | Node(len(label))
		if n.parent >= 0 {
			node |= Node(b.branches[n.parent].place+1) << lenBits
		}
		t.Nodes[n.place] = node
	}
	return t, nil
}

// firstLabel returns the first label of name, which is the label of its node.
func firstLabel(name string) string {
	label, _, _ := strings.Cut(name, ".")
	return label
}

// add adds a rule.
func (b *builder) add(r *Rule) {
	shift := suffixShift
	switch {
	case r.Wildcard:
		shift = wildShift
	case r.Exception:
		shift = exceptShift
	}
	n := &b.branches[b.node(r.Name)]
	if n.rules>>shift&kindMask == 0 {
		n.rules |= Node(r.Kind) << shift
	}
}

// node returns the index of the node for name. It adds the node and its parents if they are missing.
func (b *builder) node(name string) int {
	if i, ok := b.index[name]; ok {
		return i
	}
	n := branch{name: name, parent: -1}
	label, rest, ok := strings.Cut(name, ".")
	if ok {
		n.parent = b.node(rest)
		n.hash = b.branches[n.parent].hash
	}
	n.hash, _ = hashLabel(n.hash, padding+label, len(padding), len(padding)+len(label))
	b.index[name] = len(b.branches)
	b.branches = append(b.branches, n)
	return len(b.branches) - 1
}

// addLabels adds the bytes of the labels of the nodes, and returns the end of each label in Labels. A label that is the
// end of another label shares its bytes.
func (t *Table) addLabels(nodes []branch) map[string]int {
	ends := map[string]int{}
	for _, n := range nodes {
		ends[firstLabel(n.name)] = 0
	}
	// In descending order of the reversed labels, a label comes after those that end with it.
	labels := slices.SortedFunc(maps.Keys(ends), func(a, b string) int { return compareReversed(b, a) })
	text := []byte(padding)
	last := ""
	for _, label := range labels {
		if !strings.HasSuffix(last, label) {
			text = append(text, label...)
			last = label
		}
		ends[label] = len(text)
	}
	t.Labels = string(text)
	return ends
}

// compareReversed compares a and b from their ends.
func compareReversed(a, b string) int {
	for i := 1; i <= min(len(a), len(b)); i++ {
		if c := cmp.Compare(a[len(a)-i], b[len(b)-i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}
