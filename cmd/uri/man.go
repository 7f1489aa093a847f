package main

import (
	"errors"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// printManual prints the manual page, for man(1). It has the texts of the help, so it cannot differ from these.
func printManual(args []string, _ io.Reader, stdout, stderr io.Writer) (int, error) {
	if len(args) > 0 {
		return engine.Trouble(stderr, errors.New("man: want no argument")), nil
	}
	synopsis, description, _ := strings.Cut(helpFile("uri"), "\n\n")
	var b strings.Builder
	b.WriteString(".TH URI 1\n.SH NAME\nuri \\- split, check, resolve and normalize URI references (RFC 3986)\n")
	writeSection(&b, "SYNOPSIS", synopsis)
	writeSection(&b, "DESCRIPTION", description)
	for _, name := range commandNames() {
		usage, formats := helpPage(name)
		formats, examples, _ := strings.Cut(formats, "\nMore examples:\n")
		if formats != "" {
			usage = strings.Replace(usage, "\nExamples:\n", "\n"+formats+"\nExamples:\n", 1) + examples
		}
		writeSection(&b, "URI "+strings.ToUpper(name), usage)
	}
	writeSection(&b, "COMMON TO ALL COMMANDS THAT WORK ON REFERENCES", helpFile("flags")+"\n"+helpFile("formats"))
	return engine.Print(stdout, stderr, b.String()), nil
}

// writeSection writes a help text in the language of man(7), block by block. A line that ends in a colon is a heading
// if the line after it is indented.
func writeSection(b *strings.Builder, title, text string) {
	b.WriteString(".SH " + title + "\n")
	paragraph := "" // the request before a paragraph, unless it follows a heading
	for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		head, rest, isHeaded := strings.Cut(block, ":\n  ")
		if isHeaded = isHeaded && !strings.Contains(head, "\n"); isHeaded {
			b.WriteString(".SS " + escapeLine(head) + "\n")
			block, paragraph = "  "+rest, ""
		}
		lines := strings.Split(block, "\n")
		switch {
		case areTerms(lines):
			writeTerms(b, lines)
		case strings.HasPrefix(block, "usage: "):
			writeLines(b, paragraph+".nf\n", lines, len("usage: "), ".fi\n")
		case isHeaded && !table.MatchString(block):
			writeLines(b, paragraph, lines, len("  "), "")
		case strings.HasPrefix(block, " "):
			writeLines(b, paragraph+".nf\n", lines, 0, ".fi\n")
		default:
			writeLines(b, paragraph, lines, 0, "")
		}
		paragraph = ".PP\n"
	}
}

// table matches examples and tables, which keep their layout below a heading.
var table = regexp.MustCompile(`(?m)^  \$ |\S  `)

// writeLines writes lines without their first columns, between two requests.
func writeLines(b *strings.Builder, before string, lines []string, columns int, after string) {
	b.WriteString(before)
	for _, line := range lines {
		b.WriteString(escapeLine(line[columns:]) + "\n")
	}
	b.WriteString(after)
}

// term matches a line of a list with a term and the beginning of its description, or another line of the description.
var term = regexp.MustCompile(`^  (?:(\S+(?: \S+)*)  |    ) *(\S+(?: \S+)*)$`)

// areTerms reports whether lines are a list of terms.
func areTerms(lines []string) bool {
	first := term.FindStringSubmatch(lines[0])
	isOther := func(line string) bool { return !term.MatchString(line) }
	return first != nil && first[1] != "" && !slices.ContainsFunc(lines, isOther)
}

// writeTerms writes a list of terms.
func writeTerms(b *strings.Builder, lines []string) {
	for _, line := range lines {
		m := term.FindStringSubmatch(line)
		if m[1] != "" {
			b.WriteString(".TP\n\\fB" + escapeLine(m[1]) + "\\fR\n")
		}
		b.WriteString(escapeLine(m[2]) + "\n")
	}
}

// escapeLine escapes a line so that it is not a request, and so that backslashes, dashes and quotes print unchanged.
func escapeLine(line string) string {
	line = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
