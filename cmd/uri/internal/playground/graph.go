package playground

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/walk"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A graph is the part of the automaton that a walk has visited. It has one node for each state, so its size does not
// depend on the length of the input.
type graph struct {
	Nodes []node   `json:"nodes"` // in the order of the walk
	Edges []edge   `json:"edges"`
	Last  int      `json:"last"`     // the last node of the walk
	Steps []object `json:"steps"`    // the first rows of the table of uri explain
	Left  int      `json:"left_out"` // the number of the other rows

	end walk.Walk
}

type node struct {
	State     tables.State `json:"state"`
	Component string       `json:"component"` // of the characters that lead to the node; "" between components
	Accepting bool         `json:"accepting"`
	Rules     []string     `json:"rules"` // of these characters
}

type edge struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Count int    `json:"count"` // how often the walk followed the edge
	Text  string `json:"text"`  // the characters of a loop in order, or else the distinct ones
	Cut   bool   `json:"cut"`   // there are more
}

// These are the number of rows of the longest table, and the length in bytes of the longest text beside an edge.
const (
	maxListed = 200
	maxEdge   = 60
)

// delimiters are the rules of characters between components.
var delimiters = strings.Fields("URI hier-part relative-ref relative-part IRI ihier-part irelative-ref irelative-part")

// ascii percent-encodes the characters beside an edge that are outside ASCII, since their width is unknown.
var ascii = octet.NewCoding(func(c byte) bool { return c < utf8.RuneSelf })

func newGraph(rec *engine.Record) *graph {
	g := &graph{Edges: []edge{}, Steps: []object{}, end: walk.New(rec.Bytes, rec.Dialect)}
	g.Nodes = []node{{State: g.end.State, Accepting: g.end.Accepting()}}
	authority, _, _ := rec.Ranges.Authority()
	for row := range walk.Rows(rec.Bytes, rec.Dialect) {
		component := row.Component(&rec.Ranges).String()
		if slices.Contains(delimiters, row.Rules) || row.Hi <= authority && component == "authority" {
			component = "" // also of the first of two slashes
		}
		if len(g.Steps) < maxListed {
			g.Steps = append(g.Steps, object{"lo": row.Lo, "hi": row.Hi, "component": component, "rules": row.Text})
		} else {
			g.Left++
		}
		for n := row.Lo; n < row.Hi; n = g.end.N {
			g.end.Step()
			g.follow(string(ascii.AppendText(nil, octet.Text(rec.Bytes[n:g.end.N]))), component, row.Text)
		}
	}
	return g
}

// follow records that the walk has followed an edge with a character. It adds the edge and its node if necessary.
func (g *graph) follow(text, component, rules string) {
	to := slices.IndexFunc(g.Nodes, func(n node) bool { return n.State == g.end.State })
	if to < 0 {
		to = len(g.Nodes)
		g.Nodes = append(g.Nodes, node{State: g.end.State, Accepting: g.end.Accepting()})
	}
	n := &g.Nodes[to]
	n.Component = cmp.Or(n.Component, component)
	if !slices.Contains(n.Rules, rules) {
		n.Rules = append(n.Rules, rules)
	}
	i := slices.IndexFunc(g.Edges, func(e edge) bool { return e.From == g.Last && e.To == to })
	if i < 0 {
		i = len(g.Edges)
		g.Edges = append(g.Edges, edge{From: g.Last, To: to})
	}
	e := &g.Edges[i]
	e.Count++
	switch {
	case e.From != to && strings.Contains(e.Text, text):
	case len(e.Text) < maxEdge:
		e.Text += text
	default:
		e.Cut = true
	}
	g.Last = to
}
