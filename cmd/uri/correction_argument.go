package main

import (
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// An argument is one that is not a flag.
type argument struct {
	text, name, value                  string // the name and the value are those of a setting such as host=VALUE
	isSetting, isFile, isFolder, isURL bool
	isWord                             bool   // no file, and the command is a word of the tables
	last                               *thing // the thing before it, or an empty one
}

// addArgument adds an argument that is not a flag.
func (c *correction) addArgument(arg string) {
	a := &argument{text: arg, isFile: engine.IsFile(arg), isFolder: isFolder(arg), isURL: strings.Contains(arg, "://"), last: new(thing)}
	a.isWord = c.typed.name == "" && !a.isFile
	a.name, a.value, a.isSetting = strings.Cut(arg, "=")
	if n, _, ok := strings.Cut(arg, ":"); ok && c.action == "filter" && (engine.IsWhereKey(fieldOf(n)) || isParam(n)) {
		a.name, a.isSetting = n, true
	}
	if len(c.things) > 0 {
		a.last = &c.things[len(c.things)-1]
	}
	if !c.addToAction(a) && !c.addInput(a) && !c.addPart(a) && !c.addReference(a) {
		c.values = append(c.values, arg)
	}
}

// addToAction adds an argument that completes the words before it, also if it is a file: the value of a flag or of set,
// or more words. It reports whether it is one.
func (c *correction) addToAction(a *argument) bool {
	arg := a.text
	switch {
	case a.last.flag && !a.last.value && !a.isURL && c.takesValue(a.last, arg) && (!a.isFile || c.action == "filter"):
		c.addValue(a.last, arg)
		a.last.file, a.last.other = a.isFile, a.isSetting
	case c.action == "set" && a.isWord && (arg == "" || a.last.value && fieldOf(arg) == "" && !a.isURL ||
		len(c.things) == 0 && (a.isURL || strings.HasPrefix(arg, "/"))):
		c.refs, c.values = c.refs || a.isURL, append(c.values, arg)
	case a.isWord && c.isPrint() && strings.Contains(arg, ",") && !strings.ContainsAny(arg, ":/{%") && len(fieldsIn(arg)) > 1:
		c.addFields(fieldsIn(arg))
		c.known = true
	case readsFiles(c.typed.name) && !a.isFile && !a.isFolder && c.addWords(arg, false):
	case c.typed.name == "redact" && c.hasInput && !a.isFile && !c.afterFlag && isNameList(arg):
		c.addFlags("-keys NAME")
		c.known = true
	default:
		return false
	}
	return true
}

// addInput adds an argument that is a file, a folder, or a pattern of match or grep, and reports whether it is one.
func (c *correction) addInput(a *argument) bool {
	arg := a.text
	isField := a.isWord && c.action == "split" && fieldOf(arg) != "" ||
		c.hasInput && (c.typed.fieldIn(arg) != "" || a.isWord && actionOf(arg) != "")
	switch {
	case a.isFile, isGuess("texts", c.action) && readsFiles(c.action) && !strings.Contains(arg, ":") && !a.isFolder:
		c.addFile(arg)
	case c.typed.name == "match" && isGuess("match", kindOfText(arg)):
		c.values = append(c.values, arg)
	case (c.action == "find" || c.action == "filter") && isGuess("grep", arg):
		field := guessOf("grep", arg).line
		c.action, c.things = "filter", append(c.things, thing{word: field, field: field, has: true, not: c.not})
	case a.isFolder && !isField:
		c.refs, c.isTree, c.known = true, true, c.known || c.typed.name != "" && c.typed.name != "links"
	default:
		return false
	}
	return true
}

// addPart adds an argument that is a setting, the value of a word, a name of parameters or a template, and reports whether
// it is one.
func (c *correction) addPart(a *argument) bool {
	arg := a.text
	switch {
	case a.isSetting && !isGuess("texts", c.action) && !strings.ContainsAny(a.name, ":/"):
		c.addSetting(a.name, a.value)
	case !a.last.value && !a.isURL && c.takesValue(a.last, arg):
		c.addValue(a.last, arg)
	case (c.action == "remove" || c.action == "exclude") && paramName.MatchString(arg):
		c.action = "remove"
		c.addSetting("", arg)
	case c.action == "build" && strings.Contains(arg, "{"):
		c.action, c.refs = "expand", true
	case (c.action == "format" || a.isWord && isTemplate(arg)) && len(fieldsIn(arg)) > 0:
		c.addTemplate(arg)
	default:
		return false
	}
	return true
}

// addReference adds an argument that is a reference, or else fields or words, and reports whether it is one.
func (c *correction) addReference(a *argument) bool {
	arg, fields, isWord := a.text, fieldsOf(a.text), a.isWord || c.typed.name == "set"
	isAddress := strings.HasPrefix(arg, "/") || fields == nil &&
		(strings.Contains(arg, ":") || strings.HasPrefix(arg, ".") && !a.isSetting && c.action != "filter")
	switch {
	case c.typed.name == "decode" && c.typed.fieldIn(arg) != "":
		c.addWord(arg, false)
	case a.isURL && c.action == "resolve" && c.isMissing("resolve"):
		c.flags, c.known = append(c.flags, needed["resolve"]), true
	case isGuess("texts", c.action), isAddress && !isNumber(arg):
		c.refs, c.known = true, c.known || readsFiles(c.typed.name)
	case fields != nil && (isWord || c.typed.fieldIn(arg) != ""):
		for _, word := range fieldWords(arg) {
			c.addWord(strings.ToLower(strings.TrimPrefix(word, ".")), false)
		}
	case isWord && c.addWords(arg, false):
	case a.isWord && c.action == "split" && a.last.field != "" && isIdentifier(arg): // as in get host path id
		c.addFields([]string{"param[NAME]"})
	case a.isWord && c.action == "remove" && isIdentifier(arg):
		c.addSetting("", arg)
	default:
		return false
	}
	return true
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
