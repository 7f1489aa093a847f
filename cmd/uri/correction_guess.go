package main

import (
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// addGuess adds the line of a guess for a flag with the value, or "" if the flag has none.
func (c *correction) addGuess(g *guess, value string) {
	c.known = true
	switch {
	case g.line == "-r":
		c.isTree = true
	case g.line == "exclude":
		c.not = true
		for i := range c.things {
			c.things[i].not = true
		}
	case g.line == "VALUE":
		c.values = append(c.values, value)
	case g.line == "FILE":
		c.addFile(value)
	case g.line == "FIELD" || g.line == "COLUMN":
		c.addFieldOrColumn(g.line, value)
	case g.line == "| sort" && (c.tail != "" || c.action == "count"):
	default:
		c.addText(g.line, false)
	}
}

// addText adds the text of a guess: flags, a setting or, if there is none yet or that is replaced, a line.
func (c *correction) addText(text string, isReplaced bool) {
	switch {
	case strings.HasPrefix(text, ">") || strings.HasPrefix(text, "|"):
		c.tail = text
	case strings.HasPrefix(text, "-"):
		c.addFlags(text)
	case strings.Contains(text, "=") && !strings.ContainsAny(text, " -"): // as in host=VALUE
		c.settings = append(c.settings, text)
	case text != strings.ToUpper(text) && (c.line == "" || isReplaced): // not as in set host to VALUE
		c.line = text
	}
}

// addColumn adds the name or the number of the column that is the input.
func (c *correction) addColumn(value string) {
	c.column = map[bool]string{true: "number", false: "name"}[isNumber(value)]
}

// addFieldOrColumn adds the value of a flag such as -f: fields, a template of them, or a file. Another value is a column of
// the input if kind is "COLUMN", and the key of a record if it is "FIELD".
func (c *correction) addFieldOrColumn(kind, value string) {
	fields := fieldsIn(value)
	switch {
	case kind == "COLUMN" && len(fields) == 0:
		c.addColumn(value)
	case engine.IsFile(value):
		c.addFile(value)
	case c.column != "" && len(fields) == 0:
	case kind == "FIELD" && strings.Contains(value, "="):
		c.addArgument(value)
	case len(fields) > 1 && strings.ContainsAny(value, "{%"):
		c.addTemplate(value)
	case len(fields) > 0:
		c.addFields(fields)
	case value != "" && (isNumber(value) || !c.addWords(strings.Trim(value, "{}"), false)):
		c.column = "key"
	}
}
