package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// withInput returns the line with the input between its parts.
func (c *correction) withInput(to command, before, after string) string {
	reader, kind, source := "lines", "URL", ""
	if readsFiles(to.name) || c.inText != "" {
		reader = "files"
	}
	switch {
	case c.inText != "":
	case c.column != "":
		source = cmp.Or(guessOf("column", c.ending), guessOf("column", "NAME")).line
	case c.isText && (reader == "lines" || to.name == "dedupe"):
		source = cmp.Or(guessOf("text", c.ending), guessOf("text", ".log")).line
	}
	switch {
	case source != "":
		if c.files > 1 {
			source = strings.Replace(source, "FILE", "FILE OTHER", 1)
		}
		return source + " | uri " + before + after
	case c.isTree && (c.files == 0 || reader == "files"):
		kind = "TREE"
	case c.files > 1:
		kind = "FILES"
	case c.files > 0 || !c.refs:
		kind = "FILE"
	}
	// With -text or -csv, all commands read files.
	g := cmp.Or(guessOf("input-"+to.name+c.inText, kind), guessOf("input-"+reader, kind))
	return strings.Replace(g.line, "COMMAND", "uri "+before, 1) + after
}

// isChange reports whether a command prints addresses that it changes.
func isChange(to command) bool { return to.verb != nil && to.verb.Formats.Bare }

// addReading adds the flags that read the lines of the file. A report about the lines of a file is about all of them.
func (c *correction) addReading(to command, line string) {
	flags := line + " " + strings.Join(c.flags, " ")
	isReport := (to.name == "check" || to.name == "explain") && !strings.Contains(flags, " -where ")
	c.isText = c.isText || c.isMixed && !isReport
	c.noScheme = c.noScheme || strings.Contains(line, " -idna") && !c.hasSchemes && !c.absolute && !c.lacksInput()
	before, _, _ := cutInput(line)
	isFit := func(flag string) bool {
		return flag != "" && slices.Contains(to.fit(before, append(slices.Clone(c.flags), flag)), flag)
	}
	switch {
	case c.inText != "" && c.dialect == "-web", // addresses that need no change would change
		strings.HasPrefix(to.name, "to-"): // reads both dialects
		c.dialect = ""
	case c.dialect == "-web" && !isFit(c.dialect): // it would make relative references invalid
		c.dialect = "-iri"
	}
	if isFit(c.dialect) {
		c.flags = append(c.flags, c.dialect)
	}
	if c.noScheme {
		c.flags = append(c.flags, "-no-scheme")
	}
}

// chooseText chooses the flag -text for a line that changes the addresses in a file of text, and prints no other result.
func (c *correction) chooseText(to command, line string) {
	fs := flagsOf(to.name)
	isLine := func(text string) bool { return engine.IsLinesOnly(flagName(text)) }
	isReport := func(text string) bool { return text != "-keep-rest" && isLine(text) }
	isOther := !strings.HasSuffix(line, " IN") || len(c.fields) > 0 || c.column != "" || strings.HasPrefix(c.tail, "|")
	switch {
	case fs.Lookup("text") == nil, isOther, c.refs && c.files == 0:
		c.inText = ""
	case c.inText == "" && (c.isText || c.isMixed) && !slices.ContainsFunc(c.flags, isReport):
		c.inText = cmp.Or(guessOf("in-text", c.ending), guessOf("in-text", ".md")).line
	}
	if c.inText != "" {
		c.flags = slices.DeleteFunc(c.flags, isLine)
		c.noScheme = false
	}
}

// chooseColumn chooses the flag -csv for the column that the arguments name, unless that is a key of JSON or another flag
// of the line excludes it.
func (c *correction) chooseColumn(to command, before string) {
	const flag = "-csv 1"
	if to.name == "redact" || to.name == "defang" || to.name == "linkify" { // copy all columns
		c.column = ""
	}
	hasFlag := flagsOf(to.name).Lookup("csv") != nil && slices.Contains(to.fit(before, []string{flag}), flag)
	if c.column != "" && hasFlag && guessOf("column", c.ending) == nil {
		c.inText = "-csv " + c.column
	}
}
