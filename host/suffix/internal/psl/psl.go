// Package psl makes tables of the Public Suffix List (https://publicsuffix.org). Package host/suffix searches them. It
// embeds a table that its generator, host/suffix/gen, writes.
package psl

import (
	"errors"
	"fmt"
	"strings"
)

// A Kind is a section of the list.
type Kind uint8

const (
	Unlisted Kind = iota // no section
	ICANN
	Private
)

// A Rule is one line of the list.
type Rule struct {
	Name      string // in lower case, without "*." or "!"; IDN labels are A-labels
	Kind      Kind
	Wildcard  bool // "*.ck": the rule matches all names one label below Name
	Exception bool // "!www.ck": the parent of Name is the public suffix
}

// The lines that begin and end the sections.
const (
	beginICANN   = "===BEGIN ICANN DOMAINS==="
	endICANN     = "===END ICANN DOMAINS==="
	beginPrivate = "===BEGIN PRIVATE DOMAINS==="
	endPrivate   = "===END PRIVATE DOMAINS==="
)

// A Reader reads the lines of a list in the form of the file public_suffix_list.dat.
type Reader struct {
	// Name converts a name to lower case and A-labels, and checks it.
	Name func(name string) (string, error)

	Rules []Rule
	Line  int  // the number of the last line read, from 1
	kind  Kind // of the section
}

// ReadLine adds the rule of the next line, if it has one. A rule ends at the first space.
func (r *Reader) ReadLine(line string) error {
	r.Line++
	text := strings.TrimSpace(line)
	if comment, ok := strings.CutPrefix(text, "//"); ok {
		return r.readMarker(strings.TrimSpace(comment))
	}
	if text == "" {
		return nil
	}
	return r.readRule(strings.Fields(text)[0])
}

// readMarker reads a comment, which may be the beginning or the end of a section.
func (r *Reader) readMarker(comment string) error {
	before, after := Unlisted, Unlisted
	switch comment {
	case beginICANN:
		after = ICANN
	case endICANN:
		before = ICANN
	case beginPrivate:
		after = Private
	case endPrivate:
		before = Private
	default:
		return nil
	}
	if r.kind != before {
		return fmt.Errorf("%q in the wrong place", comment)
	}
	r.kind = after
	return nil
}

func (r *Reader) readRule(text string) (err error) {
	if r.kind == Unlisted {
		return errors.New("rule outside of the sections")
	}
	rule := Rule{Kind: r.kind}
	rule.Name, rule.Exception = strings.CutPrefix(text, "!")
	if !rule.Exception {
		rule.Name, rule.Wildcard = strings.CutPrefix(text, "*.")
	}
	if rule.Name, err = r.Name(rule.Name); err != nil {
		return err
	}
	if rule.Exception && !strings.Contains(rule.Name, ".") {
		return errors.New("exception for a top-level label")
	}
	r.Rules = append(r.Rules, rule)
	return nil
}

// Close reports a section without an end, and a list without rules.
func (r *Reader) Close() error {
	switch {
	case r.kind != Unlisted:
		return errors.New("section without an end")
	case len(r.Rules) == 0:
		return errors.New("no rules")
	}
	return nil
}
