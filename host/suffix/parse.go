package suffix

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/suffix/internal/psl"
	"github.com/urispan/uri/internal/octet"
)

// A ParseError reports the line of a mistake in a list. [Parse] returns it as a pointer, for [errors.As].
type ParseError struct {
	Line int // from 1
	Err  error
}

// Error returns a message such as "line 12: rule outside of the sections".
func (e *ParseError) Error() string {
	text := "line " + strconv.Itoa(e.Line)
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns e.Err.
func (e *ParseError) Unwrap() error { return e.Err }

// Parse reads an edition of the Public Suffix List, in the form of
// https://publicsuffix.org/list/public_suffix_list.dat. [List.Of] and [List.Registrable] are then as fast as the
// functions of the package.
//
// A line is empty, a comment, or a rule up to the first space. Comments such as "// ===BEGIN ICANN DOMAINS===" begin
// and end the two sections, and each rule is in one of them. A rule is a DNS name, with "*." or "!" before it. Upper
// case and U-labels are converted. A wildcard anywhere else is an error, and so is an exception for a top-level label.
// If two rules for one name contradict each other, the first one counts.
//
// The error comes from r, or is a [*ParseError]. A line has at most 64 KiB, and a list at most a million names. Parse
// takes time and memory linear in the size of the list: 7 ms for today's list.
func Parse(r io.Reader) (*List, error) {
	rules := psl.Reader{Name: nameOfRule}
	version := ""
	lines := bufio.NewScanner(r)
	for lines.Scan() {
		if text, ok := strings.CutPrefix(lines.Text(), "// VERSION:"); ok && version == "" {
			version = strings.TrimSpace(text)
		}
		if err := rules.ReadLine(lines.Text()); err != nil {
			return nil, &ParseError{rules.Line, err}
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, &ParseError{rules.Line + 1, err}
	} else if err != nil {
		return nil, err
	}
	if err := rules.Close(); err != nil {
		return nil, &ParseError{rules.Line, err}
	}
	table, err := psl.Build(rules.Rules)
	if err != nil {
		return nil, &ParseError{rules.Line, err}
	}
	return &List{*table, version}, nil
}

// nameOfRule returns the name of a rule in lower case and with A-labels.
func nameOfRule(name string) (string, error) {
	if !octet.IsASCII(name) {
		ascii, err := idna.Lookup.AppendASCII(nil, name)
		if err != nil {
			return "", err
		}
		name = string(ascii)
	}
	if strings.HasSuffix(name, ".") {
		return "", errors.New("dot at the end of a rule")
	}
	if err := host.CheckName(name); err != nil {
		return "", err
	}
	return strings.ToLower(name), nil
}
