package main

import (
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// read reads the arguments.
func (c *correction) read(args []string) {
	for len(args) > 0 {
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
