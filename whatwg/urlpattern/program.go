package urlpattern

import "strings"

// A program matches a component that needs choices. It is a graph of instructions, and a machine runs it by
// backtracking. The results are those of ECMAScript: the first way to match, in the order of the choices.
//
// In ECMAScript, an iteration that matches the empty text fails, unless the minimum demands it. So the rest of a match
// depends on three things: the instruction, the position, and the number of loops whose iteration is still empty. The
// compiler copies the instructions for each such number, so that the rest depends only on the instruction and the
// position. See compiler.compile.
type program struct {
	insts      []inst
	start      int32
	memos      int // the number of memory bits for each position
	groups     int
	head, tail string // every text that matches begins with head and ends with tail; in lower case if fold
	fold       bool
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
	op     opcode
	inLook bool  // inside a look-ahead
	out    int32 // the next instruction
	arg    int32
	end    int32
	memo   int32 // the number of the memory bit of a choice; in a look-ahead, of the first of two bits
	text   string
	class  class
}

// maxInsts limits the number of instructions, and the work of the compiler.
const maxInsts = 10_000

// A compiler compiles a syntax tree to a program.
type compiler struct {
	program
	steps    int // the number of nodes compiled so far, with copies
	inLook   int
	isNegate bool // inside a negative look-ahead, where groups are not captured
}

// compileProgram compiles a syntax tree. groups is the number of groups that a match reports.
func compileProgram(root *node, groups int, parts []part, fold bool) (*program, *Error) {
	c := compiler{program: program{groups: groups, fold: fold}}
	match := c.add(inst{op: opMatch})
	c.start = c.compile(root, 0, 0, func(int) int32 { return match })
	if c.tooLarge() {
		return nil, &Error{Reason: "a regular expression that is too large", Unsupported: true}
	}
	if last := len(parts) - 1; last > 0 {
		c.head, c.tail = parts[0].fixed(), parts[last].fixed()
		if fold {
			c.head, c.tail = strings.ToLower(c.head), strings.ToLower(c.tail)
		}
	}
	p := c.program
	return &p, nil
}

// fixed returns the text of a part that is a fixed text without a modifier.
func (p *part) fixed() string {
	if p.kind == fixedText && p.modifier == none {
		return p.value
	}
	return ""
}

func (c *compiler) tooLarge() bool { return len(c.insts) > maxInsts || c.steps > 4*maxInsts }

// add adds an instruction.
func (c *compiler) add(i inst) int32 {
	i.inLook = c.inLook > 0
	switch i.op {
	case opSplit, opGreedy, opLazy:
		i.memo = int32(c.memos)
		c.memos++
		if i.inLook {
			c.memos++
		}
	}
	c.insts = append(c.insts, i)
	return int32(len(c.insts) - 1)
}

// compile adds the instructions for n and returns the first one.
//
// depth is the number of loops around n with iterations that must not be empty. level is the number of these loops that
// have matched a byte in their current iteration. They are the outermost ones, because a byte that a loop matches is
// also a byte of the loops around it. exit returns the instruction that follows n. Its argument is the level after n,
// which is depth if n has matched a byte.
func (c *compiler) compile(n *node, depth, level int, exit func(level int) int32) int32 {
	if c.steps++; c.tooLarge() {
		return 0
	}
	switch n.kind {
	case textNode:
		switch {
		case n.text == "":
			return exit(level)
		case n.fold:
			return c.add(inst{op: opTextFold, text: n.text, out: exit(depth)})
		}
		return c.add(inst{op: opText, text: n.text, out: exit(depth)})
	case classNode:
		return c.add(inst{op: opClass, class: n.class, out: exit(depth)})
	case concatNode:
		return c.concat(n.subs, depth, level, exit)
	case alternateNode:
		exit := once(depth, exit)
		first := c.compile(n.subs[len(n.subs)-1], depth, level, exit)
		for i := len(n.subs) - 2; i >= 0; i-- {
			first = c.add(inst{op: opSplit, out: c.compile(n.subs[i], depth, level, exit), arg: first})
		}
		return first
	case repeatNode:
		return c.repeat(n, n.min, n.max, depth, level, exit)
	case captureNode:
		if n.capture >= c.groups || c.isNegate {
			return c.compile(n.subs[0], depth, level, exit)
		}
		end := once(depth, func(level int) int32 {
			return c.add(inst{op: opSave, arg: int32(2*n.capture + 1), out: exit(level)})
		})
		return c.add(inst{op: opSave, arg: int32(2 * n.capture), out: c.compile(n.subs[0], depth, level, end)})
	case lookNode:
		return c.look(n, exit(level))
	case startNode:
		return c.add(inst{op: opStart, out: exit(level)})
	case endNode:
		return c.add(inst{op: opEnd, out: exit(level)})
	}
	if n.negate {
		return c.add(inst{op: opNotBoundary, out: exit(level)})
	}
	return c.add(inst{op: opBoundary, out: exit(level)})
}

// once returns a function with the results of exit that calls exit at most once for each level.
func once(depth int, exit func(level int) int32) func(level int) int32 {
	known := make([]int32, depth+1)
	return func(level int) int32 {
		if known[level] == 0 {
			known[level] = exit(level) + 1
		}
		return known[level] - 1
	}
}

func (c *compiler) concat(subs []*node, depth, level int, exit func(level int) int32) int32 {
	if len(subs) == 0 {
		return exit(level)
	}
	return c.compile(subs[0], depth, level, once(depth, func(level int) int32 {
		return c.concat(subs[1:], depth, level, exit)
	}))
}

// look adds the instructions for a look-ahead.
func (c *compiler) look(n *node, out int32) int32 {
	op := opLook
	if n.negate {
		op = opNotLook
	}
	first := c.add(inst{op: op, out: out})
	old := *c
	c.inLook++
	c.isNegate = c.isNegate || n.negate
	looked := c.add(inst{op: opLooked, arg: first})
	c.insts[first].arg = c.compile(n.subs[0], 0, 0, func(int) int32 { return looked })
	c.inLook, c.isNegate = old.inLook, old.isNegate
	return first
}

// repeat adds the instructions for n, a repeatNode, with the limits min and max instead of its own.
func (c *compiler) repeat(n *node, min, max, depth, level int, exit func(level int) int32) int32 {
	body := n.subs[0]
	switch {
	case min > 0:
		rest := once(depth, func(level int) int32 {
			if max == unlimited {
				return c.repeat(n, min-1, max, depth, level, exit)
			}
			return c.repeat(n, min-1, max-1, depth, level, exit)
		})
		return c.iteration(n, depth, level, rest)
	case max == 0:
		return exit(level)
	case max == unlimited && body.kind == classNode && level == depth && c.inLook == 0:
		op := opGreedy
		if n.lazy {
			op = opLazy
		}
		return c.add(inst{op: op, class: body.class, out: exit(level)})
	}
	exit = once(depth, exit)
	// heads are the choices between another iteration and the exit, for each level.
	heads := make([]int32, depth+1)
	var head func(level int) int32
	next := once(depth, func(level int) int32 { // after an iteration
		if max == unlimited {
			return head(level)
		}
		return c.repeat(n, 0, max-1, depth, level, exit)
	})
	head = func(level int) int32 {
		if heads[level] != 0 {
			return heads[level] - 1
		}
		split := c.add(inst{op: opSplit})
		heads[level] = split + 1
		var first int32
		if body.isNullable() {
			first = c.iteration(n, depth+1, level, once(depth+1, func(level int) int32 {
				if level <= depth { // the iteration is empty
					return c.add(inst{op: opFail})
				}
				return next(depth)
			}))
		} else {
			first = c.iteration(n, depth, level, next)
		}
		out, arg := first, exit(level)
		if n.lazy {
			out, arg = arg, out
		}
		c.insts[split].out, c.insts[split].arg = out, arg
		return split
	}
	return head(level)
}

// iteration adds the instructions for an iteration of n, a repeatNode. It first makes undefined the groups that an
// earlier iteration may have captured.
func (c *compiler) iteration(n *node, depth, level int, exit func(level int) int32) int32 {
	first := c.compile(n.subs[0], depth, level, exit)
	lo, hi := n.captures[0], min(n.captures[1], c.groups)
	if lo < hi && !c.isNegate && n.max != 1 {
		return c.add(inst{op: opClear, arg: int32(lo), end: int32(hi), out: first})
	}
	return first
}
