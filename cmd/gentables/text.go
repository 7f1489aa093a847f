package main

import (
	"slices"
	"unicode/utf8"
)

// This file makes the small automaton that reads text: the characters of ucschar and, between them, any ASCII. It
// leaves it to other tables where in a reference which ASCII is allowed.
//
// The automaton has so few states that the transitions of all states on one byte fit in a word, with four bits for each
// state. Shifting the word by the state gives the next state, so no load depends on the state before.

// The states of the text automaton are 0 to 14. The number of the next state is in bits 2 to 5 of the shifted word, so
// that its value in place, four times the number, is the shift for the next word. There is no room for a state 15.
const (
	textStart = 0 // between characters
	textDead  = 14
)

// textRows returns the word of each byte.
func (g *grammar) textRows() (rows [256]uint64) {
	n := newNFA(g, "ucschar")
	d := compile(n, nil)
	numbers := d.textNumbers(n)
	for b := range rows {
		for i, s := range d.states {
			next := numbers[s.next[d.classOf[b]]]
			switch {
			case s.accept:
				continue // the start has the same number
			case i == 1 && b < utf8.RuneSelf:
				next = textStart
			}
			rows[b] |= next << (4*numbers[i] + 2)
		}
	}
	return rows
}

// textNumbers returns the numbers of the states of the automaton of n, which is for one character. After the character
// the automaton is in its start again, so an accepting state has the number of the start.
func (d *dfa) textNumbers(n *nfa) []uint64 {
	numbers := make([]uint64, len(d.states))
	last := uint64(textStart)
	for i, s := range d.states {
		switch {
		case i == 0:
			numbers[i] = textDead
		case s.accept && slices.Max(s.next) > 0:
			n.fail("one of its sentences begins another")
		case i > 1 && !s.accept:
			last++
			numbers[i] = last
		}
	}
	if last >= textDead {
		n.fail("%d states, more than %d", last+1, textDead)
	}
	return numbers
}
