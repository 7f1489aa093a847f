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
	start     int32  // the first instruction
	memos     int    // the number of memory bits for each position
	isOnePass bool   // without choices and look-aheads: a machine needs no memory
}

// An opcode is the operation of an instruction.
type opcode uint8

const (
	opFail     opcode = iota
	opText            // the text
	opTextFold        // the text, which is in lower case, in any case
	opClass           // one byte of the class
	opSplit           // continue at out, or else at arg
	opGreedy          // bytes of the class, as many as possible
	opLazy            // bytes of the class, as few as possible
	opRun             // bytes of the class, up to another byte or the last arg bytes; the rest matches nowhere else
	opSave            // store the position in slot arg
	opStart           // at the start
	opEnd             // at the end
	opBoundary        // at a word boundary
	opNotBoundary
	opLook    // the instructions from arg on must match, up to opLooked
	opNotLook // the instructions from arg on must not match, up to opLooked
	opLooked
	opMatch // the end of the program, at the end of the text
)

// usesStack reports whether op leaves something to do if the current way fails.
func (op opcode) usesStack() bool {
	return op == opSplit || op == opGreedy || op == opLazy || op == opLook || op == opNotLook
}

// An inst is an instruction.
type inst struct {
	op     opcode
	inLook bool  // inside a look-ahead
	out    int32 // the next instruction
	arg    int32 // of an opText, the offset of its literal in the text of the program
	end    int32 // of the literal of an opText
	class  *class
}

// memo returns the number of the memory bit of a choice; in a look-ahead, of the first of two bits.
func (i *inst) memo() int32 { return i.end }

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
	inLook int // the number of look-aheads around the current node
}

// compileProgram compiles the parts of a component, after parseValues.
func (w *workspace) compileProgram(parts []part, fold bool) (*program, *Error) {
	captures := int32(0) // the groups before a part
	size := 0            // of the program, if there are few copies
	limit := maxInsts
	for i, value := range w.values {
		if size++; value != nil {
			size += 3 + len(parts[i].value)
			captures++
		}
		if p := &parts[i]; p.kind == segmentWildcard || p.kind == fullWildcard && p.modifier == none && i > 0 {
			limit += nameInsts
		}
	}
	insts := slices.Grow(w.insts[:0], min(size, limit+1))
	c := compiler{program: program{insts: insts}, texts: w.text[:0], limit: limit}
	next := c.add(inst{op: opMatch})
	for i := len(parts) - 1; i >= 0; i-- {
		x, value := parts[i], w.values[i]
		if value != nil {
			captures--
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
	p.isOnePass = !slices.ContainsFunc(c.insts, func(i inst) bool { return i.op.usesStack() })
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
	case opSplit, opGreedy, opLazy, opRun:
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
		next = c.before(n.subs[0], next, func(next follow) int32 { return c.compile(n.subs[0], next) })
	}
	return c.compile(n.subs[0], next)
}

// optional adds the instructions for the iterations of n, a repeatNode, after the minimum.
func (c *compiler) optional(n *node, next follow) int32 {
	body := n.subs[0]
	switch {
	case n.max == n.min:
		return next.same
	case n.max == unlimited && next.isOne() && body.kind == classNode && c.inLook == 0:
		op := opGreedy
		size, isRun := c.endOf(body.class, next.same)
		switch {
		case isRun:
			op = opRun
		case n.lazy:
			op = opLazy
		}
		return c.add(inst{op: op, class: body.class, arg: size, out: next.same})
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
	out, arg := c.compile(n.subs[0], after), next.same
	if n.lazy {
		out, arg = arg, out
	}
	c.insts[split].out, c.insts[split].arg = out, arg
	return split
}

// endOf reports whether the instructions from i on, which follow a run of bytes of a class, can match in one place at most: size
// bytes before the end of the text, or before a byte of another class. In "/:a/:b.html", ":a" ends before a "/", and ":b"
// five bytes before the end of the text.
func (c *compiler) endOf(run *class, i int32) (size int32, ok bool) {
	in := &c.insts[c.afterSaves(i)]
	switch {
	case in.op == opMatch:
		return 0, true
	case in.op != opText && in.op != opTextFold:
		return 0, false
	case c.insts[c.afterSaves(in.out)].op == opMatch:
		return in.end - in.arg, true
	}
	var first class
	first.Add(c.texts[in.arg])
	return 0, run.Intersection(unfolded(first, in.op == opTextFold)).IsEmpty()
}

// afterSaves returns the first instruction from i on that is not an opSave.
func (c *compiler) afterSaves(i int32) int32 {
	for c.insts[i].op == opSave {
		i = c.insts[i].out
	}
	return i
}
