package main

import (
	"cmp"
	"flag"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// addFlagOf adds an argument that is a flag, and reports whether the first of the arguments after it is its value.
func (c *correction) addFlagOf(arg string, after []string) (takes bool) {
	name, value, hasValue := engine.SplitFlag(arg)
	next := ""
	if len(after) > 0 && !engine.HasDash(after[0]) {
		next = after[0]
	}
	if hasValue {
		next = value
	}
	if isDelimiter(name, next) {
		c.column, c.known, c.between = "number", true, (name + next)[1:2]
		return !hasValue && len(name) == 1
	}
	if isGuess("not", next) && (isGuess("remove", name) || c.action == "normalize" && slices.Contains(unsettable, name)) && c.isWeak() { // as in -trailing-slash=remove
		c.action = "remove"
		c.addWords(name, true)
		return !hasValue
	}
	if f := c.lookup(name); f != nil {
		g := guessOf(c.action, name+"?")
		if g == nil {
			g = guessOf("-", name+"?")
		}
		switch isUnfit := next == "" || engine.IsBoolean(f) || !c.again && engine.IsFile(next); {
		case g != nil && isUnfit:
			c.addGuess(g, "")
		case engine.IsBoolean(f):
			c.addFlag(f, next)
			choice, _ := f.Value.(*engine.Choice)
			return choice != nil && !hasValue && choice.Has(next)
		case hasValue && value == "":
			c.flags = append(c.flags, "-"+name+"=")
		case next != "":
			c.addFlag(f, next)
			return !hasValue
		}
		return false
	}
	if c.typed.name != "" && slices.Contains([]string{"web", "iri", "no-scheme"}, name) && !isGuess(c.action, name) { // the command reads nothing else
		c.known = true
		return false
	}
	if c.action == "" && len(c.things) > 0 && c.leaves(name) {
		return false
	}
	g := (*guess)(nil)
	if c.action != "" {
		g = cmp.Or(guessOf(c.typed.name+"!", name), guessOf(c.action, name))
	}
	if g == nil && fieldOf(name) == "" && !isParam(name) {
		g = guessOf("-", name)
	}
	switch {
	case g != nil && (fieldOf(name) == "" || slices.Contains([]string{"set", "redact", "links", "encode", "decode"}, c.action)):
		if !g.takes {
			next = ""
		}
		c.addGuess(g, next)
		return next != "" && !hasValue
	case c.addWords(name, true):
		if hasValue {
			c.addArgument(value)
		}
		return false
	}
	if g := guessOf(c.action, "--*"); c.action != "" && g != nil {
		c.addGuess(g, next)
		return next != "" && !hasValue
	}
	f, general := c.flagOf(name), splitVerb.FlagSet().Lookup(name)
	switch {
	case f != nil && engine.IsBoolean(f):
		c.addFlag(f, "")
	case f != nil:
		c.addFlag(f, next)
		return next != "" && !hasValue
	case general != nil:
		return next != "" && !hasValue && !engine.IsBoolean(general)
	default:
		near := nearest(name, firstWords())
		c.unknown = c.unknown || near == "" || !c.addWords(near, true)
	}
	return false
}

// leaves reports whether a flag such as -no-port leaves a thing such as hosts as it is.
func (c *correction) leaves(name string) bool {
	part, isNot := strings.CutPrefix(strings.TrimPrefix(name, "-"), "no-")
	if isNot && part == "www" && c.things[len(c.things)-1].field == "host" {
		c.tail = "| sed 's,^www[.],,'"
		return true
	}
	return isNot && fieldOf(part) != "" || actionOf(name) == "lower"
}

// lookup returns the flag of the command with the name, in the singular or the plural, or nil. If no command was typed, a
// flag that also means a field is none.
func (c *correction) lookup(name string) *flag.Flag {
	to := c.typed
	if to.name == "" {
		first, _, _ := strings.Cut(lineOf(cmp.Or(c.action, "split")), " ")
		to, _ = findCommand(first)
	}
	if general := guessOf("-", name); to.name == "" || c.typed.name == "" &&
		(fieldOf(name) != "" || isParam(name) || general != nil && general.line == "FIELD") {
		return nil
	}
	fs, _ := to.flags()
	forms := formsOf(name)
	if fieldOf(name) == "" {
		forms = append(forms, name+"s")
	}
	for i, form := range forms {
		if f := fs.Lookup(form); f != nil {
			c.known = c.known || i > 0 || c.typed.name == ""
			return f
		}
	}
	return nil
}

// isDelimiter reports whether a flag is that of cut, awk or sort for the character between columns, as in "-d," and
// -d , and -F:.
func isDelimiter(name, value string) bool {
	if len(name) == 1 {
		name += value
	}
	return len(name) == 2 && strings.Contains("dFt", name[:1]) && strings.Contains(",;|:\t", name[1:])
}

// flagOf returns the flag of the command with the name nearest to name. If the command has no such flag, flagOf returns
// the flag of another command with the name, and makes that the command of the line. It returns nil if no command has
// such a flag.
func (c *correction) flagOf(name string) *flag.Flag {
	for _, other := range append([]command{c.typed}, commands()...) {
		if other.name == "" || other.name != c.typed.name && splitVerb.FlagSet().Lookup(name) != nil && c.typed.name != "" {
			continue // a flag of all verbs does not mean another command
		}
		fs, _ := other.flags()
		names := engine.FlagNames(fs)
		near := "-" + name
		if other.name == c.typed.name {
			near = engine.Nearest(near, names)
		}
		if slices.Contains(names, near) {
			if c.isWeak() {
				c.action = other.name
			}
			c.known = true
			return fs.Lookup(near[1:])
		}
	}
	return nil
}
