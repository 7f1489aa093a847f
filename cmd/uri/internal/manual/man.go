package manual

import (
	"regexp"
	"slices"
	"strings"
)

// Page returns the manual page, for man(1).
func (m *Manual) Page() string {
	synopsis, description, _ := strings.Cut(m.Usage, "\n\n")
	var b strings.Builder
	b.WriteString(".TH URI 1\n.SH NAME\nuri \\- split, check, resolve and normalize URI references (RFC 3986)\n")
	writeSection(&b, "SYNOPSIS", synopsis)
	writeSection(&b, "DESCRIPTION", description)
	for _, c := range m.Commands {
		writeSection(&b, "URI "+strings.ToUpper(c.Name), c.Usage)
	}
	writeSection(&b, "COMMON TO ALL COMMANDS THAT WORK ON REFERENCES", m.Common)
	return b.String()
}

// writeSection writes a help text in the language of man(7), block by block. A line that ends in a colon is a heading
// if the line after it is indented.
func writeSection(b *strings.Builder, title, text string) {
	b.WriteString(".SH " + title + "\n")
	first := true // a first block needs no request for a paragraph
	for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		head, ok := strings.CutSuffix(lines[0], ":")
		if ok && isIndented(lines[1:]) && !isIndented(lines[:1]) {
			b.WriteString(".SS " + escapeLine(head) + "\n")
			lines, first = lines[1:], true
		}
		writeBlock(b, lines, first, ok)
		first = false
	}
}

// isIndented reports whether the first of lines is indented. It returns false if lines is empty.
func isIndented(lines []string) bool { return len(lines) > 0 && strings.HasPrefix(lines[0], " ") }

// writeBlock writes lines without an empty line between them. Indented lines keep their layout, except lists of terms,
// and sentences under a heading.
func writeBlock(b *strings.Builder, lines []string, first, headed bool) {
	if terms, ok := terms(lines); ok {
		b.WriteString(terms)
		return
	}
	if !first {
		b.WriteString(".PP\n")
	}
	switch {
	case strings.HasPrefix(lines[0], "usage: "):
		writeVerbatim(b, lines, len("usage: "))
	case isIndented(lines) && !(headed && areSentences(lines)):
		writeVerbatim(b, lines, 0)
	default:
		for _, line := range lines {
			b.WriteString(escapeLine(strings.TrimLeft(line, " ")) + "\n")
		}
	}
}

// writeVerbatim writes lines unchanged, without their first columns.
func writeVerbatim(b *strings.Builder, lines []string, columns int) {
	b.WriteString(".nf\n")
	for _, line := range lines {
		b.WriteString(escapeLine(line[columns:]) + "\n")
	}
	b.WriteString(".fi\n")
}

// areSentences reports whether lines are prose that may be filled, and not examples or a table.
func areSentences(lines []string) bool {
	return !slices.ContainsFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "  $ ") || strings.Contains(strings.TrimPrefix(line, "  "), "  ")
	})
}

// term matches a line with a term in the first column and the beginning of its description in the second.
var term = regexp.MustCompile(`^  (\S+(?: \S+)*)  +(\S.*)$`)

// terms formats lines as a list of terms, or returns false if they are not one. Lines that are indented deeper keep
// their layout.
func terms(lines []string) (text string, ok bool) {
	var b strings.Builder
	col, verbatim := 0, false
	for _, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if deeper := col > 0 && indent > col; deeper != verbatim {
			b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[deeper])
			verbatim = deeper
		}
		m := term.FindStringSubmatchIndex(line)
		switch {
		case col > 0 && indent >= col:
			b.WriteString(escapeLine(line[col:]) + "\n")
		case m == nil, col > 0 && col != m[4], strings.Contains(line[m[4]:], "  "):
			return "", false
		default:
			col = m[4]
			b.WriteString(".TP\n\\fB" + escapeLine(line[m[2]:m[3]]) + "\\fR\n" + escapeLine(line[col:]) + "\n")
		}
	}
	if verbatim {
		b.WriteString(".fi\n")
	}
	return b.String(), true
}

// escapeLine escapes a line so that it is not a request, and so that backslashes, dashes and quotes print unchanged.
func escapeLine(line string) string {
	line = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
