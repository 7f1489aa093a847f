package main

import (
	"cmp"
	"flag"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// addFlagOf adds an argument that is a flag: as a flag of the command, by a guess, by its words, or as a flag of another
// command. It reports whether the first of the arguments after it is its value.
func (c *correction) addFlagOf(arg string, after []string) (takes bool) {
	name, value, hasValue := engine.SplitFlag(arg)
	isApart := !hasValue && len(after) > 0 && !engine.HasDash(after[0])
	if isApart {
		value = after[0]
	}
	f := c.lookup(name)
	if f == nil {
		switch g := c.guessOfFlag(name, value); {
		case g != nil && g.takes:
			c.addGuess(g, value)
			return isApart && value != ""
		case g != nil:
			c.addGuess(g, "")
			return false
		case c.addWords(name, true):
			if hasValue {
				c.addArgument(value)
			}
			return false
		}
		if f = c.flagOf(name); f == nil {
			near := nearest(name, firstWords(name))
			c.unknown = c.unknown || near == "" || !c.addWords(near, true)
			return false
		}
	}
	return c.addOwnFlag(f, name, value, hasValue || isApart) && isApart
}

// addOwnFlag adds a flag of the command of the line with its value, or by the guess for it without one. It reports whether
// the line needs the value.
func (c *correction) addOwnFlag(f *flag.Flag, name, value string, hasValue bool) (takes bool) {
	g := cmp.Or(guessOf(c.action, name+"?"), guessOf("-", name+"?"))
	choice, _ := f.Value.(*engine.Choice)
	isBoolean, isChosen := engine.IsBoolean(f), choice != nil && choice.Has(value)
	switch {
	case g != nil && (value == "" || isBoolean || !c.again && f.Name != "report" && isFileName(value)):
		c.addGuess(g, "")
	case value != "" || isBoolean:
		c.known = c.known || isBoolean && isChosen // as in -no-scheme https
		c.addFlag(f, value)
		return !isBoolean || isChosen
	case hasValue:
		c.flags = append(c.flags, "-"+f.Name+" ''")
		return true
	}
	return false
}

// guessOfFlag returns the guess for a flag that the command does not have, or nil. A flag that names a field is a word,
// unless the action has flags of such names.
func (c *correction) guessOfFlag(name, value string) *guess {
	on := c.action
	if len(c.things) > 0 {
		on = cmp.Or(on, c.things[0].field)
	}
	on = cmp.Or(on, "-")
	g := cmp.Or(guessOf(c.typed.name+"!", name), guessOf(on, name), guessOf(on, "--*"),
		guessOf(cmp.Or(c.typed.name, "-"), name))
	if value == "" {
		g = cmp.Or(guessOf(on, name+"?"), g)
	}
	switch {
	case fieldOf(name) != "" && !isGuess("fields", c.action):
		return nil
	case g == nil && fieldOf(name) == "" && !isParam(name):
		return guessOf("-", name)
	}
	return g
}

// lookup returns the flag of the command with the name, in the singular or the plural, or nil. If no command was typed, a
// flag that also means a field is none.
func (c *correction) lookup(name string) *flag.Flag {
	to := c.typed.name
	if to == "" {
		general := guessOf("-", name)
		if fieldOf(name) != "" || isParam(name) || general != nil && general.line == "FIELD" {
			return nil
		}
		to, _, _ = strings.Cut(lineOf(cmp.Or(c.action, "split")), " ")
	}
	fs, forms := flagsOf(to), append(formsOf(name), name+"s")
	if len(name) > 1 {
		forms = append(forms, strings.ToLower(name))
	}
	for i, form := range forms {
		if f := fs.Lookup(form); f != nil {
			c.known = c.known || i > 0 || c.typed.name == ""
			return f
		}
	}
	return nil
}

// flagOf returns the flag of the command with the name nearest to name. If the command has no such flag, flagOf returns
// the flag of another command with the name, and makes that the command of the line. It returns nil if no command has
// such a flag.
func (c *correction) flagOf(name string) *flag.Flag {
	fs := flagsOf(c.typed.name)
	if near := nearest("-"+name, engine.FlagNames(fs)); near != "" {
		c.known = true
		return fs.Lookup(near[1:])
	}
	for _, other := range commands() {
		if f := flagsOf(other.name).Lookup(name); f != nil {
			if c.isWeak() {
				c.action = other.name
			}
			c.known = true
			return f
		}
	}
	return nil
}

// flagsFor returns the flags that the command has and the line needs, and a pipe to the command that was typed for flags
// which only this has. The usage of a flag begins with the kind of its value: -scheme of set takes a scheme, and -scheme of
// other commands takes schemes, which they choose.
func (c *correction) flagsFor(to command, before, after string) (flags, next string) {
	fs := flagsOf(to.name)
	canFollow := isChange(to) && isChange(c.typed) && after+c.column+c.inText+c.tail == ""
	fit := to.fit(before, c.flags)
	for _, text := range c.flags {
		name := flagName(text)
		own, other := flagsOf(c.typed.name).Lookup(name[1:]), fs.Lookup(name[1:])
		isRepeated := strings.Contains("-where -unset -param -append", name)
		isInLine := strings.Contains(strings.ReplaceAll(before+flags, "=", " ")+" ", " "+name+" ") && !isRepeated
		isExcluded := other != nil && !slices.Contains(fit, text)
		switch {
		case isInLine, isExcluded:
		case other != nil && (own == nil || strings.Fields(own.Usage)[0] == strings.Fields(other.Usage)[0]):
			flags += " " + text
		case canFollow && own != nil:
			next = cmp.Or(next, " | uri "+c.typed.name) + " " + text
		}
	}
	if canFollow && c.typed.name == "normalize" && to.name == "set" {
		next = cmp.Or(next, " | uri normalize")
	}
	return flags, next
}

// fit returns those of the flags that the command takes beside those of a line, and beside the flags before them in the
// list. A flag such as -header may need one after it. A flag with a placeholder in its value fits.
func (c *command) fit(line string, flags []string) (fit []string) {
	words := wordsOfLine(strings.Replace(line, " -keep-rest", "", 1))[1:]
	for _, text := range slices.Concat(flags, flags) {
		own := wordsOfLine(text)
		with := slices.Concat(words, own[:min(len(own), 2)]) // without the setting of -where scheme=http scheme=https
		switch {
		case slices.Contains(fit, text):
		case c.accepts(with):
			words, fit = with, append(fit, text)
		case typed.MatchString(text), strings.Contains(text, "@SCOPE"):
			fit = append(fit, text)
		}
	}
	if !c.accepts(words) { // a line such as "set" lacks a flag
		return flags
	}
	return fit
}

// wordsOfLine returns the words of a part of a line as the shell does, with an address in place of URL.
func wordsOfLine(line string) []string {
	words := shellWord.FindAllString(strings.ReplaceAll(line, "URL", "http://h/"), -1)
	for i, word := range words {
		words[i] = strings.Trim(word, "'")
	}
	return words
}

var shellWord = regexp.MustCompile(`'[^']*'|\S+`)

// flagName returns the flag without its value in text such as -where host=VALUE and -no-scheme=https.
func flagName(text string) string { return text[:strings.IndexAny(text+" ", " =")] }

// noteRest notes which flags of the user the line does not have. The message names a flag that the command does not have.
func (c *correction) noteRest(given []string, line string) {
	for _, text := range given {
		name := flagName(text)
		isOther := c.typed.name != "" && flagsOf(c.typed.name).Lookup(name[1:]) == nil
		isMeant := name == "-o" && strings.Contains(line, " > OUT")
		if !strings.Contains(line+" ", " "+name) && !isOther && !isMeant {
			c.notes = append(c.notes, name+" is left out")
		}
	}
}
