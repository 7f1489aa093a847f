package urlpattern

import "slices"

// A program matches a component that needs choices. It is a graph of instructions, and a machine runs it by
// backtracking. It finds the match that ECMAScript finds: the first one in the order of the choices.
//
// In ECMAScript, an iteration that matches the empty text fails, unless the minimum demands it. So the rest of a match
// depends on three things: the instruction, the position, and whether iterations of the loops around it are still empty.
// The compiler copies the instructions for both states, so that the rest depends only on the instruction and the
// position. See compiler.compile.
type program struct {
	insts     []inst
	text      string // of all opText and opTextFold
	start     int32  // the first instruction after head
	memos     int    // the number of memory bits for each position
	groups    int
	head      string // every match begins with it; in lower case if fold
	fold      bool
	isOnePass bool // without choices and look-aheads
}

// An opcode is the operation of an instruction.
type opcode uint8

const (
	opFail     opcode = iota
	opText            // the text
	opTextFold        // the text, which is in lower case, in any case
	opClass           // one byte of the class
	opSplit           // continue at out, or else at arg
	opFork            // continue at out before a byte of the class, at arg before others, and at end at the end
	opGreedy          // bytes of the class, as many as possible
	opLazy            // bytes of the class, as few as possible
	opRun             // bytes of the class, up to another byte or, unless arg is -1, up to the last arg bytes
	opLast            // all bytes up to the last place of the literal after them that has arg bytes after it
	opSave            // store the position in slot arg
	opClear           // make the groups from arg to end undefined
	opStart           // at the start
	opEnd             // at the end
	opBoundary        // at a word boundary
	opNotBoundary
	opLook    // the instructions from arg on must match, up to opLooked
	opNotLook // the instructions from arg on must not match, up to opLooked
	opLooked
	opMatch // the end of the program, at the end of the text
)

// An inst is an instruction.
type inst struct {
	op       opcode
	inLook   bool  // inside a look-ahead
	nonEmpty bool  // of an opRun: at least one byte
	out      int32 // the next instruction
	arg      int32 // of an opText, the offset of its literal in the text of the program
	end      int32 // of an opText or opClear; of an opRun or opLast, the group that it captures, or -1
	class    *class
}

// memo returns the number of the memory bit of a choice; in a look-ahead, of the first of two bits.
func (i *inst) memo() int32 { return i.end }

// size returns the number of bytes that an opText or opTextFold matches, or 0 for an opMatch.
func (i *inst) size() int32 {
	if i.op == opMatch {
		return 0
	}
	return i.end - i.arg
}

// textOf returns the text of an opText or opTextFold.
func (p *program) textOf(i *inst) string { return p.text[i.arg:i.end] }

// maxInsts limits the number of instructions, and the work of the compiler. Each name or wildcard adds nameInsts, which
// suffice for it and the literal before it.
const (
	maxInsts  = 10_000
	nameInsts = 16
)

// A compiler compiles a syntax tree to a program.
type compiler struct {
	program
	texts  []byte
	limit  int // of insts
	steps  int // the number of nodes compiled so far, with copies
	inLook int // the number of look-aheads around the current node; only negative ones have groups, which are not captured
}

// compileProgram compiles the parts of a component, after parseValues. groups is the number of groups that a match
// reports.
func (w *workspace) compileProgram(parts []part, groups int, fold bool) (*program, *Error) {
	captures := int32(0) // the groups before a part
	size := 0            // of the program, if there are few copies
	limit := maxInsts
	for i, value := range w.values {
		if size++; value != nil {
			size += 3 + len(parts[i].value)
			captures += 1 + value.captureCount()
		}
		if p := &parts[i]; p.kind == segmentWildcard || p.kind == fullWildcard && p.modifier == none && i > 0 {
			limit += nameInsts
		}
	}
	insts := slices.Grow(w.insts[:0], min(size, limit+1))
	c := compiler{program: program{insts: insts, groups: groups, fold: fold}, texts: w.text[:0], limit: limit}
	next := c.add(inst{op: opMatch})
	for i := len(parts) - 1; i >= 0; i-- {
		x, value := parts[i], w.values[i]
		if value != nil {
			captures -= 1 + value.captureCount()
			if i > 0 && x.modifier == none && parts[i-1].isText() { // one literal for both
				i--
				x.prefix = parts[i].value + x.prefix
			}
		}
		w.tree = w.tree[:0]
		next = c.compile(w.tree.part(&x, value, captures, fold), both(next))
	}
	w.insts, w.text = c.insts, c.texts
	if c.tooLarge() {
		return nil, &Error{Reason: "a regular expression that is too large", Unsupported: true}
	}
	p := c.program
	p.insts, p.text, p.start = slices.Clone(c.insts), string(c.texts), next
	return &p, nil
}

func (c *compiler) tooLarge() bool { return len(c.insts) > c.limit || c.steps > 4*c.limit }

// add adds an instruction.
func (c *compiler) add(i inst) int32 {
	if len(c.insts) > c.limit {
		return 0
	}
	i.inLook = c.inLook > 0
	switch i.op {
	case opSplit, opGreedy, opLazy:
		i.end = int32(c.memos)
		c.memos++
		if i.inLook {
			c.memos++
		}
	}
	c.insts = append(c.insts, i)
	return int32(len(c.insts) - 1)
}

// A follow is the instructions that follow a node: same if the node has matched nothing, and moved if it has matched a
// byte. They differ in an iteration that must not be empty, while it is still empty. One that cannot follow is -1.
type follow struct{ same, moved int32 }

// both returns the follow for i in both states.
func both(i int32) follow { return follow{i, i} }

// isOne reports whether the two states do not differ.
func (f follow) isOne() bool { return f.same == f.moved }

// before adds instructions between n and next: it calls f for each state that n can end in.
func (c *compiler) before(n *node, next follow, f func(next follow) int32) follow {
	if next.isOne() {
		return both(f(next))
	}
	to := follow{-1, -1}
	if n.moves {
		to.moved = f(both(next.moved))
	}
	if n.isNullable {
		to.same = f(next)
	}
	return to
}

// compile adds the instructions for n before next and returns the first one.
func (c *compiler) compile(n *node, next follow) int32 {
	if c.steps++; c.tooLarge() {
		return 0
	}
	switch n.kind {
	case textNode:
		if n.text == "" {
			return next.same
		}
		op := opText
		if n.fold {
			op = opTextFold
		}
		start := len(c.texts)
		c.texts = append(c.texts, n.text...)
		return c.add(inst{op: op, arg: int32(start), end: int32(len(c.texts)), out: next.moved})
	case classNode:
		return c.add(inst{op: opClass, class: n.class, out: next.moved})
	case concatNode:
		return c.concat(n.subs, next)
	case alternateNode:
		last := len(n.subs) - 1
		first := c.compile(n.subs[last], next)
		for i := last - 1; i >= 0; i-- {
			first = c.add(inst{op: opSplit, out: c.compile(n.subs[i], next), arg: first})
		}
		return first
	case repeatNode:
		return c.repeat(n, next)
	case captureNode:
		if int(n.capture) >= c.groups || c.inLook > 0 {
			return c.compile(n.subs[0], next)
		}
		end := c.before(n, next, func(next follow) int32 {
			return c.add(inst{op: opSave, arg: 2*n.capture + 1, out: next.same})
		})
		return c.add(inst{op: opSave, arg: 2 * n.capture, out: c.compile(n.subs[0], end)})
	case lookNode:
		return c.look(n, next.same)
	}
	return c.add(inst{op: n.op, out: next.same})
}

// concat adds the instructions for subs, one after the other.
func (c *compiler) concat(subs []*node, next follow) int32 {
	if next.isOne() {
		for _, n := range slices.Backward(subs) {
			next = both(c.compile(n, next))
		}
		return next.same
	}
	moves := slices.IndexFunc(subs, func(n *node) bool { return n.moves })
	solid := slices.IndexFunc(subs, func(n *node) bool { return !n.isNullable })
	for i, n := range slices.Backward(subs) {
		to := follow{-1, -1}
		if moves >= 0 && i > moves {
			to.moved = c.compile(n, both(next.moved))
		}
		if solid < 0 || i <= solid {
			to.same = c.compile(n, next)
		}
		next = to
	}
	return next.same
}

// look adds the instructions for a look-ahead.
func (c *compiler) look(n *node, out int32) int32 {
	first := c.add(inst{op: n.op, out: out})
	c.inLook++
	looked := c.add(inst{op: opLooked, arg: first})
	c.insts[first].arg = c.compile(n.subs[0], both(looked))
	c.inLook--
	return first
}

// repeat adds the instructions for n, a repeatNode.
func (c *compiler) repeat(n *node, next follow) int32 {
	if n.min == 0 {
		return c.optional(n, next)
	}
	next = c.before(n.subs[0], next, func(next follow) int32 { return c.optional(n, next) })
	for range n.min - 1 {
		next = c.before(n.subs[0], next, func(next follow) int32 { return c.iteration(n, next) })
	}
	return c.iteration(n, next)
}

// optional adds the instructions for the iterations of n, a repeatNode, after the minimum.
func (c *compiler) optional(n *node, next follow) int32 {
	body := n.subs[0]
	switch {
	case n.max == n.min:
		return next.same
	case n.max == unlimited && next.isOne() && body.kind == classNode && c.inLook == 0:
		op := opGreedy
		if n.lazy {
			op = opLazy
		}
		return c.add(inst{op: op, class: body.class, out: next.same})
	}
	again := int32(-1) // after an iteration that is not empty
	switch {
	case !body.moves:
	case n.max != unlimited:
		again = next.moved
		for range n.max - n.min - 1 {
			again = c.choice(n, c.add(inst{op: opSplit}), again, both(next.moved))
		}
	case next.isOne():
		split := c.add(inst{op: opSplit})
		return c.choice(n, split, split, next)
	default:
		again = c.optional(n, both(next.moved))
	}
	return c.choice(n, c.add(inst{op: opSplit}), again, next)
}

// choice adds the instructions for an iteration of n, a repeatNode, and sets split to the choice between it and next.
// again is the instruction after the iteration.
func (c *compiler) choice(n *node, split, again int32, next follow) int32 {
	after := both(again)
	if n.subs[0].isNullable { // an empty iteration fails
		after.same = c.add(inst{op: opFail})
	}
	out, arg := c.iteration(n, after), next.same
	if n.lazy {
		out, arg = arg, out
	}
	c.insts[split].out, c.insts[split].arg = out, arg
	return split
}

// iteration adds the instructions for an iteration of n, a repeatNode. It first makes undefined the groups that an
// earlier iteration may have captured.
func (c *compiler) iteration(n *node, next follow) int32 {
	first := c.compile(n.subs[0], next)
	lo, hi := n.captures[0], min(n.captures[1], int32(c.groups))
	if lo < hi && c.inLook == 0 && n.max != 1 {
		return c.add(inst{op: opClear, arg: lo, end: hi, out: first})
	}
	return first
}

// decide makes p a program without choices, if the next byte or the length of the text decides all of them. Otherwise the
// instructions stay, because those that decide have no memory: they would read the same bytes for each earlier choice.
// before is a copy of the instructions.
//
// In "/:a/:b.html", ":a" ends before a "/", and ":b" five bytes before the end of the text.
func (p *program) decide(before []inst) {
	if in := &p.insts[p.start]; in.op == opText || in.op == opTextFold {
		p.head, p.start = p.textOf(in), in.out
	}
	for i := range p.insts { // the instructions after one have smaller numbers, except in loops
		switch in := &p.insts[i]; in.op {
		case opGreedy, opLazy:
			p.decideLoop(in)
		case opSplit:
			p.decideSplit(in)
		case opClass, opSave:
			p.join(in)
		}
	}
	isChoice := func(in inst) bool { return in.op == opGreedy || in.op == opLazy || in.op == opSplit }
	if slices.ContainsFunc(p.insts, isChoice) {
		copy(p.insts, before)
		return
	}
	p.memos = 0
	p.isOnePass = !slices.ContainsFunc(p.insts, func(in inst) bool { return in.op == opLook || in.op == opNotLook })
}

// join merges in, an opClass or opSave, with the opRun after it, if both match one run of bytes.
func (p *program) join(in *inst) {
	run := &p.insts[in.out]
	if run.op != opRun && run.op != opLast || run.end >= 0 {
		return
	}
	if in.op == opClass {
		if run.op == opRun && *in.class == *run.class && !run.nonEmpty {
			*in = *run
			in.nonEmpty = true
		}
		return
	}
	if end := &p.insts[run.out]; end.op == opSave && in.arg&1 == 0 && end.arg == in.arg+1 {
		group := in.arg >> 1
		*in = *run
		in.out, in.end = end.out, group
	}
}

// afterSaves returns the first instruction from i on that is not an opSave.
func (p *program) afterSaves(i int32) int32 {
	for p.insts[i].op == opSave {
		i = p.insts[i].out
	}
	return i
}

// decideLoop replaces in, an opGreedy or opLazy, if there is one place at most where it can end.
func (p *program) decideLoop(in *inst) {
	op, size := opRun, int32(-1)
	next := &p.insts[p.afterSaves(in.out)]
	after := next
	if next.op == opText || next.op == opTextFold {
		after = &p.insts[p.afterSaves(next.out)]
	}
	switch {
	case after.op == opMatch:
		size = next.size()
	case in.op == opGreedy && in.isWildcard() && next.op == opText && after.op == opRun && after.isWildcard() && after.arg >= 0:
		op, size = opLast, after.arg
	default:
		following, _, ok := p.first(in.out, 0)
		if !ok || !in.class.Intersection(following).IsEmpty() {
			return
		}
	}
	in.op, in.arg, in.end = op, size, -1
}

// isWildcard reports whether the class of i has all bytes that a component can have.
func (i *inst) isWildcard() bool { return i.class == &notNewlines && !i.nonEmpty }

// decideSplit replaces in, an opSplit, if the next byte tells which of its ways can match.
func (p *program) decideSplit(in *inst) {
	a, aEnds, okA := p.first(in.out, 0)
	b, bEnds, okB := p.first(in.arg, 0)
	if !okA || !okB || aEnds && bEnds || !a.Intersection(b).IsEmpty() {
		return
	}
	in.op, in.class, in.end = opFork, &a, in.arg
	if aEnds {
		in.end = in.out
	}
}

// first returns the bytes that can follow at instruction i, and reports whether the text can end there. ok is false if
// that depends on a look-ahead or other assertion, or on too many instructions.
func (p *program) first(i int32, depth int) (c class, ends, ok bool) {
	const maxDepth = 6
	in := &p.insts[p.afterSaves(i)]
	switch in.op {
	case opFail:
		return c, false, true
	case opMatch:
		return c, true, true
	case opText, opTextFold:
		c.Add(p.text[in.arg])
		return unfolded(c, in.op == opTextFold), false, true
	case opClass:
		return *in.class, false, true
	}
	if depth == maxDepth {
		return c, false, false
	}
	switch in.op {
	case opClear:
		return p.first(in.out, depth+1)
	case opGreedy, opLazy, opRun:
		if in.nonEmpty {
			return *in.class, false, true
		}
		c, ends, ok = p.first(in.out, depth+1)
		return c.Union(*in.class), ends, ok
	case opSplit, opFork:
		c, ends, ok = p.first(in.out, depth+1)
		d, dEnds, dOK := p.first(in.arg, depth+1)
		return c.Union(d), ends || dEnds, ok && dOK
	}
	return c, false, false
}
