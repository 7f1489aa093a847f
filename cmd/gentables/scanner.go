package main

import (
	"fmt"
	"strings"
)

// A compiledScanner is a scanner and its automata. Its methods are for scanner.tmpl, the text of its Go file after the
// imports, and for proof.tmpl, that of the test.
type compiledScanner struct {
	*scanner
	*dfa
	Low     string // the prefix of unexported names
	Files   string
	Actions []action
	grammar *grammar
	words   describer
	nfa     *nfa
	offsets []int // of each bound that all sentences have at the same offset; others are -1

	Code                  []codeState // of the states; nil if tables are smaller
	Labels                []bool      // the states that a goto leads to; another label is an error of the compiler
	UsesClasses, UsesRuns bool        // the tables of classes and of run sets
	FaultOf               []int       // by state: what an error says, as an index in Faults
	Faults                []dfaState
}

// compileScanners compiles the scanners that the marks of a grammar describe.
func compileScanners(sources ...source) (list []*compiledScanner, err error) {
	g, err := parseGrammar(sources...)
	if err != nil {
		return nil, err
	}
	defer catch(&err)
	g.checkMarks()
	for _, sc := range g.marks.scanners {
		c := &compiledScanner{scanner: sc, Low: lowerCamel(sc.Type), Files: baseNames(sources), grammar: g, words: g.describer()}
		c.nfa = newNFA(g, sc.Rule, sc)
		offsets, fixed := c.nfa.findKinds(sc)
		c.offsets = offsets
		c.dfa, c.Actions = onePassDFA(c.nfa, sc, fixed, c.words)
		c.UsesClasses, c.UsesRuns = true, len(c.RunSets) > 0
		if c.isCode() {
			c.makeCode()
		}
		faults, first := partition(len(c.states), func(i int) label { return c.states[i].label })
		c.FaultOf, c.Faults = faults, pick(c.states, first)
		list = append(list, c)
	}
	return list, nil
}

// lowerCamel returns an exported name as an unexported one: dateTime for DateTime, urn for URN.
func lowerCamel(name string) string {
	rest := strings.TrimLeftFunc(name, func(r rune) bool { return 'A' <= r && r <= 'Z' })
	n := len(name) - len(rest)
	if n > 1 && rest != "" {
		n--
	}
	return strings.ToLower(name[:n]) + name[n:]
}

// A scannerFile is a Go file, or its test.
type scannerFile struct {
	Package  string
	Scanners []*compiledScanner
}

// scannerSource returns the Go file of the scanners by scanner.tmpl, or its test by proof.tmpl.
func scannerSource(name string, list []*compiledScanner, pkg string) (src []byte, err error) {
	defer catch(&err)
	if pkg == "" {
		list[0].pos.fail("no package; write the mark ;@ package NAME, or use -package NAME")
	}
	if !isPackageName(pkg) {
		return nil, fmt.Errorf("no package can be called %q", pkg)
	}
	return goFile("", name, scannerFile{pkg, list})
}

// Register returns the index in the field at of a bound that is not fixed.
func (c *compiledScanner) Register(bound int) (n int) {
	for _, offset := range c.offsets[:bound] {
		if offset < 0 {
			n++
		}
	}
	return n
}

// Bound returns an expression for a bound of v.
func (c *compiledScanner) Bound(bound int) string {
	if offset := c.offsets[bound]; offset >= 0 {
		return fmt.Sprint(offset)
	}
	return fmt.Sprintf("v.at[%d]-1", c.Register(bound))
}

// uintFor returns the type for n values.
func uintFor(n uint64) string {
	switch {
	case n <= 1<<8:
		return "uint8"
	case n <= 1<<16:
		return "uint16"
	}
	return "uint32"
}

// IsLimited reports whether the mark limit is there.
func (c *compiledScanner) IsLimited() bool { return c.Limit < maxLength }

// Lo, Hi and End return expressions for the bounds of the component i, and the index of its end in the field at.
func (c *compiledScanner) Lo(i int) string { return c.Bound(2 * i) }
func (c *compiledScanner) Hi(i int) string { return c.Bound(2*i + 1) }
func (c *compiledScanner) End(i int) int   { return c.Register(2*i + 1) }

// Registers, Offset, State, FaultType and RunType return the size and the types of tables and variables.
func (c *compiledScanner) Registers() int    { return c.Register(len(c.offsets)) }
func (c *compiledScanner) Offset() string    { return uintFor(uint64(c.Limit) + 2) }
func (c *compiledScanner) State() string     { return uintFor(uint64(len(c.states))) }
func (c *compiledScanner) FaultType() string { return uintFor(uint64(len(c.Faults))) }
func (c *compiledScanner) RunType() string   { return uintFor(1 << len(c.RunSets)) }

// StateBits returns the number of bits of a state in an entry of the table, and Entry the type of an entry.
func (c *compiledScanner) StateBits() int { return bitsFor(len(c.states)) }

func (c *compiledScanner) Entry() string {
	return uintFor(max(1<<16, uint64(1)<<(c.StateBits()+bitsFor(len(c.Actions)))))
}

// Row returns the entries of a state.
func (c *compiledScanner) Row(s stateView) string {
	return s.cells(func(to, action int) string { return fmt.Sprint(to | action<<c.StateBits()) })
}

// EndsBy returns the states in which the input may end with the action i.
func (c *compiledScanner) EndsBy(i int) (states []int) {
	for k, s := range c.states {
		if s.Accept && s.final == i {
			states = append(states, k)
		}
	}
	return states
}

// An actionView is an action as scanner.tmpl writes it. Stop is the statement that ends the function.
type actionView struct {
	*compiledScanner
	action
	Stop string
}

func (c *compiledScanner) Action(i int, stop string) actionView {
	return actionView{c, c.Actions[i], stop}
}

// Label returns the bytes of a transition in a graph, and Does the components that it begins (+) and ends (-).
func (c *compiledScanner) Label(a arrow) string { return strings.Join(c.words.words(a.Set), " ") }

func (c *compiledScanner) Does(a arrow) (text string) {
	for i, f := range c.Fields {
		if signs := []string{"", "+", "-", "+-"}[c.Actions[a.Output].Set>>(2*i)&3]; signs != "" {
			text += "\n" + signs + f.Name
		}
	}
	return text
}
