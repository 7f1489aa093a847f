package playground

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/walk"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A graph is the part of the automaton that a walk has visited. It has one node for each state, so its size does not
// depend on the length of the input.
type graph struct {
	Text    string `json:"text"`  // the reference of the walk
	Nodes   []node `json:"nodes"` // in the order of the walk
	Edges   []edge `json:"edges"`
	Last    int    `json:"last"`    // the last node of the walk
	N       int    `json:"offset"`  // where it ended
	Invalid string `json:"invalid"` // the character that no rule allows there, or ""

	Steps []walkStep `json:"steps"`
	Left  int        `json:"left_out"` // the number of steps that are not in Steps

	end walk.Walk
}

type node struct {
	State     tables.State `json:"state"`
	Component string       `json:"component"` // of the bytes that the walk has read there; "" between components
	Accepting bool         `json:"accepting"`
	Rules     []string     `json:"rules"` // of the bytes that lead to the node
}

type edge struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Count int    `json:"count"` // how often the walk followed the edge
	Bytes string `json:"bytes"` // of a loop, in order, with a space where the walk left it; otherwise the distinct bytes
	Cut   bool   `json:"cut"`   // there are more bytes
}

// maxListed is the largest number of steps in an answer. A page with more would not be readable.
const maxListed = 200

// A walkStep is a line of the table of uri explain.
type walkStep struct {
	Lo    int    `json:"lo"`
	Hi    int    `json:"hi"`
	Rules string `json:"rules"`

	Component string `json:"component"` // "" between components

	node int // after the step
}

// asURI returns the bytes of the record for a walk through the automaton of URIs. It percent-encodes the characters
// outside ASCII in the valid part of the record, so that the walk ends for the same reason as the record.
func asURI(rec *engine.Record) []byte {
	n := len(rec.Bytes)
	if !rec.OK {
		n = rec.N
	}
	return append(ascii.AppendText(nil, octet.Text(rec.Bytes[:n])), rec.Bytes[n:]...)
}

// ascii percent-encodes the bytes of characters outside ASCII.
var ascii = octet.NewCoding(func(c byte) bool { return c < utf8.RuneSelf })

func newGraph(s []byte) *graph {
	g := &graph{Text: string(s), Steps: []walkStep{}, Edges: []edge{}, end: walk.New(s, dialect.URI)}
	g.Last = g.nodeOf(g.end.State)
	edge := -1 // the last one
	for row := range walk.Rows(s, dialect.URI) {
		for g.end.N < row.Hi {
			b := s[g.end.N]
			g.end.Step()
			to := g.nodeOf(g.end.State)
			if n := &g.Nodes[to]; !slices.Contains(n.Rules, row.Rules) {
				n.Rules = append(n.Rules, row.Rules)
			}
			e := g.edgeOf(g.Last, to)
			g.Edges[e].pass(b, e == edge)
			g.Last, edge = to, e
		}
		if len(g.Steps) < maxListed {
			g.Steps = append(g.Steps, walkStep{Lo: row.Lo, Hi: row.Hi, Rules: row.Rules, node: g.Last})
		} else {
			g.Left++
		}
	}
	for i := range g.Nodes {
		n := &g.Nodes[i]
		n.Component = g.componentOf(i)
		for j, rules := range n.Rules {
			n.Rules[j] = described(rules)
		}
	}
	for i := range g.Steps {
		step := &g.Steps[i]
		if !isBetween(step.Rules) {
			step.Component = g.Nodes[step.node].Component
		}
		step.Rules = described(step.Rules)
	}
	if g.N = g.end.N; g.N < len(s) {
		_, size := utf8.DecodeRune(s[g.N:])
		g.Invalid = string(s[g.N : g.N+size])
	}
	return g
}

// nodeOf returns the index of the node of a state. It adds the node if necessary.
func (g *graph) nodeOf(state tables.State) int {
	if i := slices.IndexFunc(g.Nodes, func(n node) bool { return n.State == state }); i >= 0 {
		return i
	}
	g.Nodes = append(g.Nodes, node{State: state, Accepting: tables.URI().Accepting(state)})
	return len(g.Nodes) - 1
}

// componentOf returns the component of a node. In the automaton alone it may be open: "http" is the beginning of a path
// until a ":" follows.
func (g *graph) componentOf(i int) string {
	n := &g.Nodes[i]
	component := tables.URI().Context(n.State).Component()
	for _, e := range g.Edges {
		switch to := g.Nodes[e.To].State; {
		case e.From != i:
		case e.Bytes == ":" && slices.Contains(n.Rules, "scheme segment-nz-nc"):
			return tables.Scheme.String()
		case component == tables.Path && tables.URI().Context(to).Component() == tables.Authority:
			return "" // the first of two slashes
		}
	}
	for _, rules := range n.Rules {
		if !isBetween(rules) {
			return component.String()
		}
	}
	return ""
}

// isBetween reports whether a byte that can be part of these rules is a delimiter between components.
func isBetween(rules string) bool {
	return slices.Contains([]string{"URI", "hier-part", "relative-ref", "relative-part"}, rules)
}

// described lists the names of rules with their sections, for a sentence.
func described(rules string) string { return engine.Listed(walk.WithSections(rules), "or") }

// edgeOf returns the index of an edge. It adds the edge if necessary.
func (g *graph) edgeOf(from, to int) int {
	if i := slices.IndexFunc(g.Edges, func(e edge) bool { return e.From == from && e.To == to }); i >= 0 {
		return i
	}
	g.Edges = append(g.Edges, edge{From: from, To: to})
	return len(g.Edges) - 1
}

// maxEdge is the length in bytes of the longest text beside an edge.
const maxEdge = 60

// pass records that the walk followed the edge with the byte b. If again is true, it followed the edge just before.
func (e *edge) pass(b byte, again bool) {
	e.Count++
	loop := e.From == e.To
	switch {
	case e.Cut, !loop && strings.IndexByte(e.Bytes, b) >= 0:
		return
	case len(e.Bytes) >= maxEdge:
		e.Cut = true
		return
	case e.Bytes != "" && (!loop || !again):
		e.Bytes += " "
	}
	e.Bytes += string(rune(b))
}
