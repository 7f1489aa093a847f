package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// removeLine returns the line that leaves the things out.
func (c *correction) removeLine() string {
	var names []string
	for _, t := range c.things {
		name := t.setName()
		switch {
		case name == "params" && !t.value:
			name = "query"
		case isParam(t.word), name == "params", name == "query" && t.value:
			name = "param[VALUE]"
		case engine.IsWhereKey(t.field) && t.flag && !slices.Contains(unsettable, name):
			c.action = "exclude"
			return c.filterLine()
		case !slices.Contains(unsettable, name):
			return ""
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = []string{"query"}
		if len(c.values) > 0 {
			names[0] = "param[VALUE]"
		}
	}
	return "set -unset " + quoted(strings.Join(names, ",")) + " IN"
}

// setLine returns the line that sets or adds the things.
func (c *correction) setLine() string {
	line := "set"
	if c.action == "build" && !slices.ContainsFunc(c.things, func(t thing) bool { return t.setName() == "scheme" }) {
		line += " scheme=https"
	}
	for _, t := range c.things {
		name, setting := t.setName(), ""
		_, isSettable := settable.Find(name)
		switch {
		case c.action != "add" && name == "params" && !t.setting && !(t.flag && t.value):
			return guessOf("set", "value").line
		case isParam(t.word), name == "params", c.action == "add" && name == "query":
			setting = " -param VALUE=VALUE"
		case c.action == "add" && (name == "path" || t.word == "segment"):
			setting = " -append VALUE"
		case name == "path" && len(c.values) > 0:
			return guessOf("set", "prefix").line
		case name == "host" && (t.other || len(c.values) > 0):
			return cmp.Or(guessOf("replace", c.ending), guessOf("replace", "host")).line
		case isSettable && t.empty:
			setting = " " + name + "="
		case isSettable:
			setting = " " + name + "=VALUE"
		default:
			return ""
		}
		if !strings.Contains(line+" ", setting+" ") {
			line += setting
		}
	}
	switch {
	case c.action == "build" && len(c.things) > 0:
		return line + " -- ''"
	case len(c.things) > 0:
		return line + " IN"
	case c.action == "set" && len(c.values) > 1 && strings.HasPrefix(c.values[0], "/") && strings.HasPrefix(c.values[1], "/"):
		return guessOf("set", "prefix").line
	case c.action == "set" && c.typed.name == "" && len(c.values) > 1:
		return cmp.Or(guessOf("replace", c.ending), guessOf("replace", "host")).line
	case c.typed.name == "set" && len(c.flags) > 0:
		return "set IN"
	case c.typed.name == "set" && len(c.values) > 0:
		return ""
	}
	return lineOf(c.action)
}
