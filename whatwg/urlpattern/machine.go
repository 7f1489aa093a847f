package urlpattern

import (
	"strings"
	"sync"

	"github.com/urispan/uri/internal/octet"
)

// A span is the range of a group in its component. Slot n is a bound of group n/2.
type span [2]int32

// undefined is the span of a group that is undefined.
var undefined = span{-1, -1}

// A machine runs programs by backtracking. An explicit stack holds the choices that remain. Each choice has a bit for
// each position, so that it is made at most once there: a second time, it would fail again. So the time is linear in
// the length of the text.
//
// A look-ahead can begin at several positions, and reach a choice again that has already succeeded. So a choice in a
// look-ahead has one bit for failure and one for success.
type machine struct {
	bits      []uint64
	positions int // len(text)+1
	stack     []entry
}

// An entry is what remains to do if the current way fails.
type entry struct {
	kind entryKind
	inst int32
	pos  int32
	lo   int32
}

// An entryKind is the kind of an entry.
type entryKind uint8

const (
	entryAlternative entryKind = iota // continue at inst
	entryGreedy                       // leave an opGreedy at pos, and then at earlier positions down to lo
	entryLazy                         // match one more byte by an opLazy
	entryUndo                         // set slot inst to pos again
	entryLook                         // the begin of a look-ahead
	entryChoice                       // the bit for failure of a choice in a look-ahead is to be set
)

// machines keeps unused machines for their memory.
var machines = sync.Pool{New: func() any { return new(machine) }}

// maxBits limits the bits of a machine. Products up to it fit into an int.
const maxBits = 1<<31 - 64

const (
	keptWords   = 8 << 10 // the largest capacity of bits in machines
	keptEntries = 4 << 10 // the largest capacity of a stack
)

// match reports whether s matches, and sets the groups, unless they are nil.
func (p *program) match(s string, groups []span) bool {
	for i := range groups {
		groups[i] = undefined
	}
	if p.isOnePass {
		var m machine
		return m.run(p, s, groups)
	}
	m := machines.Get().(*machine)
	ok := m.reset(p.memos, len(s)) && m.run(p, s, groups)
	if cap(m.bits) <= keptWords && cap(m.stack) <= keptEntries {
		machines.Put(m)
	}
	return ok
}

// reset prepares m to match n bytes. It returns false if they need too much memory.
func (m *machine) reset(memos, n int) bool {
	if uint64(memos)*uint64(n+1) > maxBits {
		return false
	}
	m.positions = n + 1
	words := (memos*m.positions + 63) / 64
	if words > cap(m.bits) {
		m.bits = make([]uint64, words)
	}
	m.bits = m.bits[:words]
	clear(m.bits)
	m.stack = m.stack[:0]
	return true
}

// seen sets a bit and reports whether it was set.
func (m *machine) seen(memo int32, pos int) bool {
	i := int(memo)*m.positions + pos
	bit := uint64(1) << (i & 63)
	old := m.bits[i>>6]
	m.bits[i>>6] = old | bit
	return old&bit != 0
}

// isSet reports whether a bit is set.
func (m *machine) isSet(memo int32, pos int) bool {
	i := int(memo)*m.positions + pos
	return m.bits[i>>6]>>(i&63)&1 != 0
}

func (m *machine) push(kind entryKind, inst int32, pos, lo int) {
	m.stack = append(m.stack, entry{kind, inst, int32(pos), int32(lo)})
}

// run runs p from its start to the first success.
func (m *machine) run(p *program, s string, groups []span) bool {
	pc, pos := p.start, 0
	for {
		in := &p.insts[pc]
		ok := true
		switch in.op {
		case opText, opTextFold:
			text := p.textOf(in)
			if ok = strings.HasPrefix(s[pos:], text) || in.op == opTextFold && octet.HasPrefixFold(s[pos:], text); ok {
				pos += len(text)
			}
		case opClass:
			if ok = pos < len(s) && in.class.Has(s[pos]); ok {
				pos++
			}
		case opSplit:
			switch {
			case !in.inLook:
				if ok = !m.seen(in.memo(), pos); ok {
					m.push(entryAlternative, in.arg, pos, 0)
				}
			case m.isSet(in.memo(), pos):
				ok = false
			case m.isSet(in.memo()+1, pos):
				if pc, pos, ok = m.looked(p); ok {
					continue
				}
			default:
				m.push(entryChoice, in.memo(), pos, 0)
				m.push(entryAlternative, in.arg, pos, 0)
			}
		case opGreedy:
			hi := m.greedy(in, s, pos)
			if ok = hi >= pos; ok {
				if hi > pos {
					m.push(entryGreedy, pc, hi-1, pos)
				}
				pos = hi
			}
		case opRun:
			end := len(s) - int(in.arg)
			for pos < end && in.class.Has(s[pos]) && (p.isOnePass || !m.seen(in.memo(), pos)) {
				pos++
			}
			ok = p.isOnePass || !m.seen(in.memo(), pos)
		case opLazy:
			if ok = !m.seen(in.memo(), pos); ok && pos < len(s) && in.class.Has(s[pos]) {
				m.push(entryLazy, pc, pos+1, 0)
			}
		case opSave:
			if groups != nil {
				m.save(groups, in.arg, int32(pos))
			}
		case opStart:
			ok = pos == 0
		case opEnd:
			ok = pos == len(s)
		case opBoundary, opNotBoundary:
			before := pos > 0 && wordBytes.Has(s[pos-1])
			after := pos < len(s) && wordBytes.Has(s[pos])
			ok = (before != after) == (in.op == opBoundary)
		case opLook, opNotLook:
			m.push(entryLook, pc, pos, 0)
			pc = in.arg
			continue
		case opLooked:
			if pc, pos, ok = m.looked(p); ok {
				continue
			}
		case opMatch:
			if pos == len(s) {
				return true
			}
			ok = false
		default:
			ok = false
		}
		if ok {
			pc = in.out
			continue
		}
		if pc, pos, ok = m.backtrack(p, s, groups); !ok {
			return false
		}
	}
}

// greedy returns the end of the bytes that an opGreedy matches from pos on, but stops before a position where it has
// been. It returns -1 if it has been at pos.
func (m *machine) greedy(in *inst, s string, pos int) int {
	i := pos
	for !m.seen(in.memo(), i) {
		if i == len(s) || !in.class.Has(s[i]) {
			return i
		}
		i++
	}
	if i == pos {
		return -1
	}
	return i - 1
}

// save sets a slot and, if a choice remains, pushes its old value.
func (m *machine) save(groups []span, n, pos int32) {
	to := &groups[n>>1][n&1]
	if len(m.stack) > 0 {
		m.stack = append(m.stack, entry{entryUndo, n, *to, 0})
	}
	*to = pos
}

// looked ends a look-ahead that matches. It returns the instruction after the look-ahead and the position of its begin,
// or false if the look-ahead is negative.
func (m *machine) looked(p *program) (pc int32, pos int, ok bool) {
	for {
		e := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		switch e.kind {
		case entryChoice:
			m.seen(e.inst+1, int(e.pos))
		case entryLook:
			in := &p.insts[e.inst]
			return in.out, int(e.pos), in.op == opLook
		}
	}
}

// backtrack returns the instruction and the position to continue at, or false if nothing is left to try.
func (m *machine) backtrack(p *program, s string, groups []span) (pc int32, pos int, ok bool) {
	for len(m.stack) > 0 {
		e := &m.stack[len(m.stack)-1]
		switch e.kind {
		case entryGreedy:
			in := &p.insts[e.inst]
			pos := int(e.pos)
			if e.pos = int32(pos) - 1; e.pos < e.lo {
				m.stack = m.stack[:len(m.stack)-1]
			}
			return in.out, pos, true
		case entryUndo:
			groups[e.inst>>1][e.inst&1] = e.pos
		case entryChoice:
			m.seen(e.inst, int(e.pos))
		case entryLook:
			if in := &p.insts[e.inst]; in.op == opNotLook {
				m.stack = m.stack[:len(m.stack)-1]
				return in.out, int(e.pos), true
			}
		default:
			m.stack = m.stack[:len(m.stack)-1]
			return e.inst, int(e.pos), true
		}
		m.stack = m.stack[:len(m.stack)-1]
	}
	return 0, 0, false
}
