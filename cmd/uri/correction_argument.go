package main

import (
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// addArgument adds an argument that is not a flag.
func (c *correction) addArgument(arg string) {
	name, value, isSetting := strings.Cut(arg, "=")
	n, _, ok := strings.Cut(arg, ":")
	if ok && c.action == "filter" && (engine.IsWhereKey(fieldOf(n)) || isParam(n)) {
		name, isSetting = n, true
	}
	last := new(thing)
	if len(c.things) > 0 {
		last = &c.things[len(c.things)-1]
	}
	isFile, isURL := engine.IsFile(arg), strings.Contains(arg, "://")
	isWord := c.typed.name == "" && !isFile // the command is a word of the tables
	takesText := isGuess("texts", c.action)
	isAddress := strings.Contains(arg, ":") && fieldsOf(arg) == nil || strings.HasPrefix(arg, "/") ||
		strings.HasPrefix(arg, ".") && !isSetting && c.action != "filter" && fieldsOf(arg) == nil
	switch {
	case last.flag && !last.value && !isURL && c.takesValue(last, arg) && (!isFile || c.action == "filter"):
		c.addValue(last, arg)
		last.file, last.other = isFile, isSetting
	case c.action == "set" && isWord && (arg == "" || last.value && fieldOf(arg) == "" && !isURL ||
		len(c.things) == 0 && (isURL || strings.HasPrefix(arg, "/"))):
		c.refs, c.values = c.refs || isURL, append(c.values, arg)
	case isWord && c.isPrint() && fieldsListed(arg) != nil:
		c.addFields(fieldsListed(arg))
		c.known = true
	case readsFiles(c.typed.name) && !isFile && !isFolder(arg) && c.addWords(arg, false):
	case c.typed.name == "redact" && c.hasInput && !isFile && !c.afterFlag && isNameList(arg):
		c.addFlags("-keys NAME")
		c.known = true
	case isFile, takesText && readsFiles(c.action) && !strings.Contains(arg, ":") && !isFolder(arg):
		c.addFile(arg)
	case c.typed.name == "match" && isGuess("match", kindOfText(arg)):
		c.values = append(c.values, arg)
	case (c.action == "find" || c.action == "filter") && isGuess("grep", arg):
		field := guessOf("grep", arg).line
		c.action, c.things = "filter", append(c.things, thing{word: field, field: field, has: true, not: c.not})
	case isFolder(arg) && !(isWord && c.action == "split" && fieldOf(arg) != "") && !(c.hasInput && (c.typed.fieldIn(arg) != "" || isWord && actionOf(arg) != "")):
		c.refs, c.isTree, c.known = true, true, c.known || c.typed.name != "" && c.typed.name != "links"
	case isSetting && !takesText && !strings.ContainsAny(name, ":/"):
		c.addSetting(name, value)
	case !last.value && !isURL && c.takesValue(last, arg):
		c.addValue(last, arg)
	case (c.action == "remove" || c.action == "exclude") && paramName.MatchString(arg):
		c.action = "remove"
		c.addSetting("", arg)
	case c.action == "build" && strings.Contains(arg, "{"):
		c.action, c.refs = "expand", true
	case (c.action == "format" || isWord && isTemplate(arg)) && len(fieldsIn(arg)) > 0:
		c.addTemplate(arg)
	case c.typed.name == "decode" && c.typed.fieldIn(arg) != "":
		c.addWord(arg, false)
	case isURL && c.action == "resolve" && c.isMissing("resolve"):
		c.flags, c.known = append(c.flags, needed["resolve"]), true
	case takesText, isAddress && !isNumber(arg):
		c.refs, c.known = true, c.known || readsFiles(c.typed.name)
	case fieldsOf(arg) != nil && (isWord || c.typed.name == "set" || c.typed.fieldIn(arg) != ""):
		for _, word := range fieldWords(arg) {
			c.addWord(strings.ToLower(strings.TrimPrefix(word, ".")), false)
		}
	case (isWord || c.typed.name == "set") && c.addWords(arg, false):
	case isWord && c.action == "split" && last.field != "" && isIdentifier(arg): // as in get host path id
		c.addFields([]string{"param[NAME]"})
	case isWord && c.action == "remove" && isIdentifier(arg):
		c.addSetting("", arg)
	default:
		c.values = append(c.values, arg)
	}
}

// addSetting adds an argument such as host=VALUE.
func (c *correction) addSetting(name, value string) {
	name, isLike := strings.CutSuffix(name, "~")
	t := thing{word: "param", value: true, kind: kindOfText(value), text: value, empty: value == "", setting: true, like: isLike}
	if field := fieldOf(strings.TrimSuffix(name, "!")); field != "" && !(c.action == "add" && field == "query") {
		t.word, t.field = name, field
	}
	last := len(c.things) - 1
	if last >= 0 && c.things[last].field == "params" && !c.things[last].flag && c.action == "" {
		c.line = "split -field params -- '?TEXT'" // as in parse-qs a=b
		return
	}
	t.not, c.not = c.not || strings.HasSuffix(name, "!"), false
	c.things = append(c.things, t)
	c.known = c.known || c.typed.name != "set" || t.word == "param" || isGuess("set", t.word)
}

// addValue adds an argument as the value of a thing. A part of a line that grep looks for is a condition.
func (c *correction) addValue(t *thing, arg string) {
	t.value, t.kind, t.text = true, kindOfText(arg), arg
	if c.action == "find" && t.field != "query" {
		isPart := !engine.IsWhereKey(t.field) || t.field == "host" && t.kind != "HOST"
		c.action, t.like, c.known = "filter", isPart, true
	}
}

// takesValue reports whether an argument is the value of a thing.
func (c *correction) takesValue(t *thing, arg string) bool {
	_, isSettable := settable.Find(t.setName())
	switch {
	case t.word == "":
		return false
	case isParam(t.word), t.field == "params" && (t.flag || c.action == "remove"):
		return true
	case t.word == "segment" || strings.HasPrefix(t.field, "segment") || strings.HasPrefix(t.field, "label"):
		return isNumber(arg)
	case c.action == "set" || c.action == "build" || c.action == "add":
		return isSettable || isGuess(c.action, t.word)
	case c.action == "filter":
		return !t.has && t.field != "" && (!engine.IsFile(arg) || engine.IsWhereKey(t.field) && t.flag)
	case c.action == "find" && c.typed.name == "" && t.field != "" && t.field != "query":
		return fieldOf(arg) == "" && !engine.IsFile(arg) && (t.flag || strings.ContainsAny(arg, `/*\^$`))
	case t.field == "query" && (c.action == "" || c.action == "split" || c.action == "find" || c.action == "remove"):
		return fieldOf(arg) == "" && actionOf(arg) == "" && (len(c.things) == 1 || t.flag) && !engine.IsFile(arg)
	}
	g := guessOf(c.action, t.word)
	return g != nil && g.takes
}

// isTemplate reports whether an argument has a "{" or "%" and is not a URL.
func isTemplate(arg string) bool {
	return strings.ContainsAny(arg, "{%") && (!strings.Contains(arg, "://") || strings.ContainsAny(arg[:1], "{%"))
}
