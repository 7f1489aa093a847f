package main

import (
	"slices"
	"strings"
)

// addArgument adds an argument that is not a flag, as the first of these kinds that it is: a value of the word before it,
// a file, a folder, a setting such as host=VALUE, a name of parameters, a template, fields, a reference or words.
func (c *correction) addArgument(arg string) {
	last := new(thing)
	if len(c.things) > 0 {
		last = &c.things[len(c.things)-1]
	}
	name, value, isSetting := strings.Cut(arg, "=")
	isFile := namesFile(arg) || arg == "-" && readsFiles(c.typed.name)
	isFolder, isURL := isFolder(arg), strings.Contains(arg, "://")
	isWord, takesText := c.typed.name == "" && !isFile, isGuess("texts", c.action)
	switch {
	case arg == "-" && c.typed.verb != nil: // standard input is meant
		c.known = true
	case !last.value && !isURL && !isFile && c.takesValue(last, arg):
		c.addValue(last, arg)
		if isSetting {
			last.others = []string{value}
		}
	case c.action == "set" && isWord && (arg == "" || last.value && !isURL || len(c.things) == 0 && (isURL || arg[0] == '/')):
		c.refs, c.values = isURL, append(c.values, arg)
	case readsFiles(c.typed.name) && !isFile && !isFolder && c.addWords(arg, false):
	case isFile, takesText && readsFiles(c.action) && !strings.Contains(arg, ":") && !isFolder:
		c.addFile(arg)
	case c.typed.name == "match" && isGuess("match", kindOfText(arg)):
		c.values = append(c.values, arg)
	case isFolder && !((c.absolute || isWord && c.action == "split") && c.typed.fieldIn(arg) != ""):
		c.refs, c.isTree, c.known = true, true, c.known || c.typed.name != "links"
	case isSetting && !takesText && !strings.ContainsAny(name, ":/?#"):
		c.addSetting(name, value)
	default:
		c.addReference(arg, isWord)
	}
}

// addReference adds an argument that is a name of parameters, a template, fields, a reference or words. Any other is a
// value.
func (c *correction) addReference(arg string, isWord bool) {
	takesText := isGuess("texts", c.action)
	isAddress := strings.ContainsAny(arg, ":") && kindOfText(arg) != "SED" || strings.HasPrefix(arg, "/") ||
		strings.HasPrefix(arg, ".") && c.action != "filter"
	switch {
	case (c.action == "remove" || c.action == "exclude") && paramName.MatchString(arg):
		c.action = "remove"
		c.addSetting("", arg)
	case (c.action == "format" || isWord && strings.IndexAny(arg, "{%") == 0) && len(fieldsIn(arg)) > 0:
		c.addTemplate(arg)
	case c.typed.fieldIn(arg) != "":
		for _, word := range fieldWords(arg) {
			c.addWord(strings.ToLower(strings.TrimPrefix(word, ".")), false)
		}
	case takesText, isAddress:
		c.refs, c.known = true, c.known || readsFiles(c.typed.name)
	case (isWord || c.typed.name == "set") && c.addWords(arg, false):
	case isWord && c.action == "split" && len(c.things) > 0 && identifier.MatchString(arg): // as in get host path id
		c.addFields([]string{"param[NAME]"})
	case isWord && c.action == "remove" && identifier.MatchString(arg):
		c.addSetting("", arg)
	default:
		c.values = append(c.values, arg)
	}
}

// addSetting adds an argument such as host=VALUE.
func (c *correction) addSetting(name, value string) {
	name, isLike := strings.CutSuffix(name, "~")
	t := thing{word: "param", value: true, text: value, setting: true, like: isLike}
	if field := fieldOf(strings.TrimSuffix(name, "!")); field != "" {
		t.word, t.field = name, field
	}
	t.not, c.not = c.not || strings.HasSuffix(name, "!"), false
	c.things = append(c.things, t)
	c.known = c.known || c.typed.name != "set" || t.word == "param" || isGuess("set", t.word)
}

// addValue adds an argument as the value of a thing. A part of a line that grep looks for is a condition.
func (c *correction) addValue(t *thing, arg string) {
	t.value, t.text = true, arg
	if c.action == "find" {
		c.action, t.like, c.known = "filter", t.field == "host" && kindOfText(arg) != "HOST", true
	}
}

// takesValue reports whether an argument is the value of a thing.
func (c *correction) takesValue(t *thing, arg string) bool {
	isSettable := slices.Contains(settable, t.field)
	switch {
	case isParam(t.word), t.field == "params" && t.flag:
		return true
	case c.action == "set" || c.action == "build" || c.action == "add":
		return isSettable || isGuess(c.action, t.word)
	case c.action == "filter":
		return !t.has && t.field != ""
	case c.action == "find" && c.typed.name == "" && t.field != "" && t.field != "query":
		return t.flag && fieldOf(arg) == ""
	case t.field == "query" && (c.action == "" || c.action == "split" || c.action == "remove"):
		return fieldsOf(arg) == nil && actionOf(arg) == "" && (len(c.things) == 1 || t.flag)
	}
	g := guessOf(c.action, t.word)
	return g != nil && g.takes
}
