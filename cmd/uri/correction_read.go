package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// comparison matches a condition such as "scheme != https".
var comparison = regexp.MustCompile(`^\s*([\pL_.-]+)\s*(!=|==|=|!~|=~|~|\s(?:is\s+not|isnt|is|not|in|` +
	`contains|includes|like|matches|(?:starts|begins|ends)\s+with)\s)\s*(\S.*)$`)

// condition returns the arguments of a condition as one argument, such as scheme!=https, and how many they are, or "".
func condition(args []string) (text string, n int) {
	n = min(1, len(args))
	if len(args) > 2 && fieldOf(args[0]) != "" && !strings.Contains(args[0], " ") {
		for n = 2; n < len(args)-1 && slices.Contains([]string{"not", "=", "with"}, args[n]); {
			n++
		}
		n++
	}
	m := comparison.FindStringSubmatch(strings.Join(args[:n], " "))
	if m == nil || fieldOf(m[1]) == "" {
		return "", 0
	}
	operator := guessOf("operator", strings.Join(strings.Fields(m[2]), "-"))
	return m[1] + operator.line + m[3], n
}

// conditions returns the conditions that text has between "and" or commas, or nil.
func conditions(text string) []string {
	parts := conjunction.Split(text, -1)
	for _, part := range parts {
		if _, n := condition([]string{part}); n == 0 {
			return nil
		}
	}
	return parts
}

var conjunction = regexp.MustCompile(`,\s*|\s+and\s+|\s*&&\s*`)

// read reads the arguments.
func (c *correction) read(args []string) {
	for len(args) > 0 {
		isFilter := c.action == "filter" || c.action == "find" && c.typed.name == ""
		if parts := conditions(args[0]); len(parts) > 1 && isFilter {
			args = append(parts, args[1:]...)
		}
		if text, n := condition(args); n > 0 && isFilter {
			c.action = "filter"
			c.addArgument(text)
			args = args[n:]
			continue
		}
		if text, n := condition(args[1:]); n > 0 && (args[0] == "where" || args[0] == "and") && c.action == "split" && len(c.things) > 0 {
			c.addFlag(splitVerb.FlagSet().Lookup("where"), text)
			args = args[1+n:]
			continue
		}
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			c.refs = c.refs || len(args) > 0
			return
		case engine.HasDash(arg) && (!isNumber(arg) || arg == "-0" || isGuess(c.action, arg[1:])):
			if takes := c.addFlagOf(arg, args); takes {
				args = args[1:]
			} else {
				c.afterFlag = true
			}
		default:
			c.addArgument(arg)
		}
	}
}

// isNumber reports whether an argument is a number, such as -1.
func isNumber(arg string) bool { return strings.Trim(arg, "-0123456789") == "" && len(arg) < 5 }

// addWords adds the words of text, such as strip-utm, and reports whether the tables have them.
func (c *correction) addWords(text string, isFlag bool) bool {
	whole := strings.ToLower(text)
	if c.addWord(whole, isFlag) || c.addWord(strings.ReplaceAll(whole, "_", "-"), isFlag) {
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
	return c.action != before.action || len(c.things) > len(before.things) || c.not || c.has
}

// addWord adds a word, and reports whether the tables have it.
func (c *correction) addWord(word string, isFlag bool) bool {
	action, field := actionOf(word), fieldOf(word)
	if word == "ok" {
		field = "" // the question is about valid inputs, not about the field
	}
	g := guessOf(c.action, word)
	isLetter := g != nil && len(word) == 1 && g.takes && readsFiles(c.action) && !isFlag // the name of a file, not -b of uro
	isDetail := c.action != "" && g != nil && !isLetter || isGuess("ignore", word) && c.action == "dedupe" && c.not
	switch {
	case isGuess("not", word) && isGuess("negates", c.action):
		c.not = true
	case isGuess("has", word):
		c.has = true
		if c.isWeak() {
			c.action = "filter"
		}
	case action != "" && (c.action == "" || field == "") && !isDetail && (c.isWeak() || c.action == "sort" && action == "count"):
		c.action = action
		if action == "exclude" {
			c.action, c.not = "filter", true
		}
	case isDetail, field != "", isParam(word), word == "segment", c.isWeak() && isGuess("*", word):
		c.things = append(c.things, thing{word: word, field: field, not: c.not, has: c.has, flag: isFlag})
	default:
		return (isNoise(word) || action != "") && c.action != ""
	}
	c.known = true
	return true
}
