package main

import (
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// addGuess adds the line of a guess for a flag with the value, or "" if the flag has none.
func (c *correction) addGuess(g *guess, value string) {
	c.known = true
	component, _, hasComponent := strings.Cut(value, "=")
	switch {
	case g.line == "": // says nothing about the line
	case g.line == "REVERSED":
		c.reversed = true
	case g.line == "URL":
		c.refs = true
	case isSetting(g.line):
		c.settings = append(c.settings, g.line)
	case g.line == "-r":
		c.isTree = true
	case g.line == "exclude":
		c.not = true
		for i := range c.things {
			c.things[i].not = true
		}
	case g.line == "VALUE":
		c.values = append(c.values, value)
	case (g.line == "> OUT" || g.line == "-json") && value != "" && (c.addFormat(value) || !engine.IsFile(value) && len(fieldsIn(value)) > 0): // -o json
		c.addFields(fieldsIn(value))
	case g.line == "FILE":
		c.addFile(value)
	case g.line == "FIELD" || g.line == "COLUMN":
		c.addFieldOrColumn(g.line, value)
	case hasComponent && strings.HasPrefix(g.line, "set "):
		c.action = "set"
		if strings.HasPrefix(g.line, "set -append") {
			c.action = "add"
		}
		c.addSetting(strings.TrimSuffix(component, ":"), "VALUE")
	case g.line == "| sort" && (c.tail != "" || c.action == "count"):
	case g.line[0] == '>' || g.line[0] == '|':
		c.tail = g.line
	case strings.HasPrefix(g.line, "-text"):
		c.inText = g.line
	case g.line[0] == '-':
		c.addFlags(g.line)
	case c.line == "":
		c.line = g.line
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
