package fsm

import "github.com/urispan/uri/tables"

// This file is the machine: it steps the automaton that cmd/gentables compiled from the grammar through the input. The
// machine accepts every input, and its answers are right by definition. The other roads must give the same answers.

// marks holds each mark, or 0. Index tables.MarkNone holds offsets that need not be recorded.
type marks [tables.NumMarks]uint32

// walk steps through s and records the marks in m. It stops at the byte where s dies, or at the end of s. It returns
// the offset and the state before it.
//
// A byte of a run costs one table lookup and no step.
func walk[T string | []byte](s T, m *marks) (n int, state uint8) {
	state = tables.Start
	for n < len(s) {
		class := tables.Class(s[n])
		next := tables.Next(state, class)
		if next == tables.Dead {
			return n, state
		}
		n++
		m[tables.Mark(state, class)&(tables.NumMarks-1)] = uint32(n)
		state = next
		if tables.IsRun(state) {
			n = skip(s, n, tables.RunMask(state))
		}
	}
	return n, state
}

// skip returns the offset of the first byte of s[n:] that is not in the run set mask, or len(s).
func skip[T string | []byte](s T, n int, mask uint8) int {
	for n < len(s) && tables.RunBits(s[n])&mask != 0 {
		n++
	}
	return n
}

// scanMachine is Scan by the machine alone.
func scanMachine[T string | []byte](s T, r *offsets) (n int, ok bool) {
	*r = offsets{}
	if uint64(len(s)) > MaxLen {
		return int(min(uint64(len(s)), MaxLen)), false
	}
	var m marks
	n, state := walk(s, &m)
	r.set(&m, uint32(n))
	if n < len(s) || !tables.Accepting(state) {
		r.setContext(tables.ContextOf(state))
		return n, false
	}
	return n, true
}

// set computes the ranges from the marks of an input of length end. A mark that is smaller than the mark of an earlier
// delimiter is stale. For example, the ":" of a userinfo could begin a port until the "@" was read.
func (r *offsets) set(m *marks, end uint32) {
	*r = offsets{Path: m[tables.MarkScheme], PathEnd: end, QueryEnd: end, End: end}
	if mark := m[tables.MarkScheme]; mark != 0 {
		r.SchemeEnd = mark - 1
	}
	if mark := m[tables.MarkFragment]; mark != 0 {
		r.PathEnd, r.QueryEnd = mark-1, mark-1
	}
	if mark := m[tables.MarkQuery]; mark != 0 {
		r.PathEnd = mark - 1
	}
	if m[tables.MarkAuthority] == 0 {
		r.HostEnd = r.Path
		return
	}
	r.Authority = m[tables.MarkAuthority]
	r.Host = max(r.Authority, m[tables.MarkUserinfo])
	r.Path = r.PathEnd
	if mark := m[tables.MarkPath]; mark != 0 {
		r.Path = mark - 1
	}
	r.HostEnd = r.Path
	if mark := m[tables.MarkPort]; mark > r.Host {
		r.HostEnd = mark - 1
	}
}
