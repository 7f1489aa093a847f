package main

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// This file makes the small automaton that reads text: the characters of ucschar and, between them, all of ASCII, of
// which other tables know where it can stand. It has few enough states for all of their transitions on a byte to fit a
// word, in four bits each: the next state is had by shifting the word and needs no look at memory that depends on the
// state before.

// The states of the text automaton have the numbers 0 to 14, and none more, since a state stands in a word at bit 2 of
// its four: what is shifted down is four times its number, by which the next word can be shifted as it is.
const (
	textStart = 0 // between characters
	textDead  = 14
)

// textRows returns the word of each byte.
func (g *grammar) textRows() (rows [256]uint64, err error) {
	n, err := newNFA(g, "ucschar")
	if err != nil {
		return rows, err
	}
	d, err := compile(&layout{rows: 256, columns: 256}, n, nil)
	if err != nil {
		return rows, err
	}
	numbers, err := d.textNumbers()
	if err != nil {
		return rows, g.rule("ucschar").pos.errorf("rule ucschar: %w", err)
	}
	for b := range rows {
		for i, s := range d.states {
			next := numbers[s.next[d.classOf[b]]]
			switch {
			case s.accept:
				continue // goes on as the start does
			case i == 1 && b < utf8.RuneSelf:
				next = textStart
			}
			rows[b] |= next << (4*numbers[i] + 2)
		}
	}
	return rows, nil
}

// textNumbers numbers the states of an automaton for one character. Behind the character it is in its start again.
func (d *dfa) textNumbers() ([]uint64, error) {
	numbers := make([]uint64, len(d.states))
	last := uint64(textStart)
	for i, s := range d.states {
		switch {
		case i == 0:
			numbers[i] = textDead
		case s.accept && slices.Max(s.next) > 0:
			return nil, errors.New("a sentence of it begins another")
		case i > 1 && !s.accept:
			last++
			numbers[i] = last
		}
	}
	if last >= textDead {
		return nil, fmt.Errorf("%d states, more than %d", last+1, textDead)
	}
	return numbers, nil
}
