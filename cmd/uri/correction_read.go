package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// read reads the arguments.
func (c *correction) read(args []string) {
	for ; len(args) > 0; args = args[1:] {
		switch arg := args[0]; {
		case arg == "--" && !readsFiles(c.typed.name):
			c.refs = len(args) > 1
			return
		case arg == "--": // names of files follow
		case engine.HasDash(arg) && (!isNumber(arg) || arg == "-0" || isGuess(c.action, arg[1:])):
			if takes := c.addFlagOf(arg, args[1:]); takes {
				args = args[1:]
			}
		default:
			c.addArgument(arg)
		}
	}
}

// isNumber reports whether an argument is a number, such as -1, that may be an index or a port.
func isNumber(arg string) bool { return number.MatchString(arg) }

var number = regexp.MustCompile(`^-?\d{1,5}$`)

// addWords adds the words of text, such as strip-utm, and reports whether the tables have them.
func (c *correction) addWords(text string, isFlag bool) bool {
	whole := strings.ToLower(text)
	if c.addWord(whole, isFlag) {
		return true
	}
	before, words := *c, wordsOf(text)
	for i := 0; i < len(words); i++ {
		switch {
		case i+1 < len(words) && c.addWord(words[i]+"-"+words[i+1], isFlag):
			i++
		case isNoise(words[i]) || c.addWord(words[i], isFlag):
		default:
			*c = before
			return false
		}
	}
	if len(c.things) > len(before.things) {
		c.not, c.has = false, false
	}
	return c.action != before.action || len(c.things) > len(before.things) || c.not
}

// addWord adds a word, and reports whether the tables have it.
func (c *correction) addWord(word string, isFlag bool) bool {
	action, field := actionOf(word), fieldOf(word)
	g := guessOf(c.action, word)
	isLetter := g != nil && len(word) == 1 && g.takes && readsFiles(c.action) // the name of a file
	isDetail := c.action != "" && g != nil && !isLetter || isGuess("ignore", word) && c.action == "dedupe" && c.not
	isAction := action != "" && (c.isWeak() || c.action == "sort" && action == "count")
	switch {
	case isGuess("not", word) && isGuess("negates", c.action):
		c.not = true
	case isGuess("has", word):
		c.has = true
		if c.isWeak() {
			c.action = "filter"
		}
	case isAction && !isDetail && (c.action == "" || field == ""):
		c.action = action
		if action == "exclude" {
			c.action, c.not = "filter", true
		}
	case isDetail, field != "", isParam(word), c.isWeak() && isGuess("*", word):
		if word == "ok" && (len(c.things) == 0 || c.action == "filter") {
			field = "" // the question is about valid inputs, and not about the field, as in host,ok
		}
		c.things = append(c.things, thing{word: word, field: field, not: c.not, has: c.has, flag: isFlag})
	default:
		return (isNoise(word) || action != "") && c.action != ""
	}
	c.known = true
	return true
}

// addGuess adds the line of a guess for a flag with the value, or "" if the flag has none.
func (c *correction) addGuess(g *guess, value string) {
	c.known = true
	switch {
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
	case isNumber(value) && isGuess("number", g.words[0]), strings.HasPrefix(value, "http") && isGuess("word", value):
		c.addText(strings.Replace(g.line, "VALUE", value, 1), false)
	default:
		c.addText(g.line, false)
	}
}

// addText adds the text of a guess: a note, a tail, flags, a setting or a line, unless it has one that stays.
func (c *correction) addText(text string, isReplaced bool) {
	switch {
	case strings.HasPrefix(text, ";"):
		c.notes = append(c.notes, strings.TrimPrefix(text, "; "))
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

// addFieldOrColumn adds the value of a flag of the kind "FIELD", such as -f: fields, a template of them, words or a file.
// The value of a flag of the kind "COLUMN" is a column of the input.
func (c *correction) addFieldOrColumn(kind, value string) {
	fields := fieldsIn(value)
	switch {
	case kind == "COLUMN":
		c.column = "NAME"
	case engine.IsFile(value), strings.Contains(value, "="):
		c.addArgument(value)
	case len(fields) > 1 && strings.ContainsAny(value, "{%"):
		c.addTemplate(value)
	case len(fields) > 0:
		c.addFields(fields)
	case value != "":
		c.unknown = c.unknown || !c.addWords(strings.Trim(value, "{}"), false)
	}
}

// flagWithValue matches a flag in a line with all words up to the next one. The value may be "-".
var flagWithValue = regexp.MustCompile(`-\w(?:[^ ]| [^-]| -\B)*`)

// addFlags adds the flags of a guess.
func (c *correction) addFlags(line string) {
	for _, text := range flagWithValue.FindAllString(line, -1) {
		switch {
		case flagName(text) == "-text":
			c.inText = text
		case !slices.Contains(c.flags, text), text == "-unset 'param[NAME]'": // as in --remove-param a --remove-param b
			c.flags = append(c.flags, text)
		}
	}
}

// addFields adds fields as things.
func (c *correction) addFields(fields []string) {
	for _, field := range fields {
		c.things = append(c.things, thing{word: field, field: field})
	}
}

// paramName matches a name or pattern of parameters that track.
var paramName = regexp.MustCompile(`^(utm_[\w*]+|\w*clid|[\w-]+\*)$`)

// kindOfText returns the kind of an argument that is not a word of the tables, such as "PATH".
func kindOfText(arg string) string {
	for _, g := range guessesOn()["kind"] {
		if g.pattern().MatchString(arg) {
			return g.line
		}
	}
	return ""
}

// inputs returns the kind of the input.
func (c *correction) inputs() string {
	switch {
	case c.absolute:
		return "URL"
	case c.files > 1:
		return "FILES"
	case c.files > 0:
		return "FILE"
	}
	return "NONE"
}
