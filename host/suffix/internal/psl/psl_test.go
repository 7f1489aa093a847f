package psl

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// nodeAt returns the node with the labels of name, or 0.
func nodeAt(t *Table, name string) (node Node) {
	h, parent := uint64(0), 0
	for _, label := range slices.Backward(strings.Split(name, ".")) {
		var place int
		if h, place, node = t.Child(padding+label, len(padding), len(padding)+len(label), h, parent); node == 0 {
			return 0
		}
		parent = place + 1
	}
	return node
}

// TestBuild checks that a table has every rule and no other name.
func TestBuild(t *testing.T) {
	for _, n := range []int{1, 2, 3, 10, 100, 1000, 50000} {
		var rules []Rule
		for i := range n {
			rules = append(rules, Rule{Name: fmt.Sprintf("label-number-%d.%d.x", i, i%7), Kind: Kind(1 + i%2), Wildcard: i%3 == 1, Exception: i%3 == 2})
		}
		table, err := Build(rules)
		if err != nil {
			t.Fatal(err)
		}
		for i, r := range rules {
			node := nodeAt(table, r.Name)
			kinds := [3]Kind{node.Suffix(), node.Wildcard(), node.Exception()}
			want := [3]Kind{}
			want[i%3] = r.Kind
			if kinds != want {
				t.Fatalf("%d rules: %+v has %v", n, r, kinds)
			}
			for _, other := range []string{r.Name[1:], "x" + r.Name, "x." + r.Name, strings.Replace(r.Name, ".", "", 1)} {
				if nodeAt(table, other) != 0 {
					t.Fatalf("%d rules: %q has a node", n, other)
				}
			}
		}
		if node := nodeAt(table, "x"); node == 0 || node.Suffix()|node.Wildcard()|node.Exception() != 0 {
			t.Errorf("%d rules: the parent is %#x", n, node)
		}
	}
}

// TestBuildLabels checks that a label at the end of another label shares its bytes, and that the first of two rules
// counts.
func TestBuildLabels(t *testing.T) {
	table, err := Build([]Rule{{Name: "co.uk", Kind: ICANN}, {Name: "disco", Kind: Private}, {Name: "o", Kind: ICANN},
		{Name: "co.uk", Kind: Private}})
	if err != nil {
		t.Fatal(err)
	}
	if want := "........discouk"; table.Labels != want {
		t.Errorf("the labels are %q, want %q", table.Labels, want)
	}
	if k := nodeAt(table, "co.uk").Suffix(); k != ICANN {
		t.Errorf("the kind is %d", k)
	}
}

// TestBuildTooLarge checks the limit of the number of nodes.
func TestBuildTooLarge(t *testing.T) {
	if !kit.Long() {
		t.Skip("it takes seconds")
	}
	var rules []Rule
	for i := range maxNodes + 1 {
		rules = append(rules, Rule{Name: fmt.Sprint(i), Kind: ICANN})
	}
	if table, err := Build(rules); table != nil || err != errTooLarge {
		t.Errorf("%v, want %v", err, errTooLarge)
	}
	if _, err := Build(rules[:maxNodes]); err != nil {
		t.Error(err)
	}
}

// TestBuildEqualHashes builds tables of names with equal hashes: the second word of each name is made for it.
func TestBuildEqualHashes(t *testing.T) {
	var rules []Rule
	for i := 0; len(rules) < maxProbes+2; i++ {
		last := fmt.Sprintf("%08d", i)
		first, _ := hashLabel(8, last, 0, 8) // the next word that is mixed in makes the hashes equal
		label := binary.LittleEndian.AppendUint64(nil, first)
		if first&caseBits == caseBits && bytes.IndexByte(label, '.') < 0 {
			rules = append(rules, Rule{Name: string(label) + last, Kind: ICANN})
		}
	}
	table, err := Build(rules[:10])
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rules[:20] {
		if node := nodeAt(table, r.Name); (node != 0) != (i < 10) {
			t.Errorf("%q has the node %#x", r.Name, node)
		}
	}
	if table, err := Build(rules); table != nil || err != errHash {
		t.Errorf("%v, want %v", err, errHash)
	}
}
