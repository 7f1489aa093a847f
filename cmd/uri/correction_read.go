package main

import (
	"path/filepath"
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
	operator := "="
	if strings.Contains(m[2], "!") || strings.HasSuffix(strings.TrimSpace(m[2]), "t") {
		operator = "!="
	}
	if strings.Contains(m[2], "~") || len(strings.TrimSpace(m[2])) > len("is not") || strings.TrimSpace(m[2]) == "like" {
		operator = strings.TrimSuffix(operator, "=") + "~="
	}
	return m[1] + operator + m[3], n
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
			if c.addFlagOf(arg, args) {
				args = args[1:]
			}
		default:
			c.addArgument(arg)
		}
	}
}

// isNumber reports whether an argument is a number, such as -1.
func isNumber(arg string) bool { return strings.Trim(arg, "-0123456789") == "" && len(arg) < 5 }

// addFile adds the name of a file.
func (c *correction) addFile(name string) {
	c.files++
	c.ending = strings.ToLower(filepath.Base(name))
	if !isGuess("text", c.ending) {
		c.ending = filepath.Ext(c.ending)
	}
	c.isText = c.isText || isGuess("text", c.ending)
	c.known = c.known || c.typed.verb != nil || isGuess(c.typed.name, c.ending)
}

// addArgument adds an argument that is not a flag.
func (c *correction) addArgument(arg string) {
	name, value, isSetting := strings.Cut(arg, "=")
	n, _, ok := strings.Cut(strings.Replace(arg, "query.", "query:", 1), ":")
	switch {
	case ok && c.action == "filter" && (engine.IsWhereKey(fieldOf(n)) || isParam(n)):
		name, isSetting = n, true
	case ok && (n == "query" || isParam(n)) && c.isWeak():
		name, isSetting = "param", true
	}
	last := new(thing)
	if len(c.things) > 0 {
		last = &c.things[len(c.things)-1]
	}
	takesText := slices.Contains([]string{"encode", "decode", "expand", "redact", "defang", "linkify", "links", "match"}, c.action)
	isAddress := strings.Contains(arg, ":") && fieldsOf(arg) == nil || strings.HasPrefix(arg, "/") ||
		strings.HasPrefix(arg, ".") && !isSetting && c.action != "filter" && fieldsOf(arg) == nil
	switch {
	case engine.IsFile(arg) && last.flag && !last.value && c.action == "filter" && c.takesValue(last, arg):
		last.value, last.file = true, true
	case last.flag && !last.value && !strings.Contains(arg, "://") && !engine.IsFile(arg) && c.takesValue(last, arg):
		c.addValue(last, arg)
		last.other = isSetting
	case last.field == "path" && !last.value && isNumber(arg) && c.typed.name == "" && slices.Contains([]string{"", "split", "find"}, c.action):
		last.word, last.field, last.value = "segment", "segment[1]", true
	case arg == "" && c.action == "set":
		c.values = append(c.values, arg)
		if last.pattern == "WWW" {
			last.word, last.field = "www", ""
		}
		last.pattern = "REGEXP"
	case c.action == "set" && c.typed.name == "" && last.flag && last.value && fieldOf(arg) == "" && !engine.IsFile(arg):
		c.values = append(c.values, arg) // the new value
	case c.action == "set" && c.typed.name == "" && len(c.things) == 0 && strings.Contains(arg, "://"):
		c.refs, c.values = true, append(c.values, arg)
	case c.typed.name == "" && slices.Contains([]string{"", "split", "find"}, c.action) && fieldsListed(arg) != nil:
		c.addFields(fieldsListed(arg))
		c.known = true
	case readsFiles(c.typed.name) && !engine.IsFile(arg) && !isFolder(arg) && c.addWords(arg, false):
	case engine.IsFile(arg), takesText && readsFiles(c.action) && !strings.Contains(arg, ":") && !isFolder(arg):
		c.addFile(arg)
	case strings.Trim(arg, "=!~") == "" && c.action == "filter":
		last.not = last.not || strings.HasPrefix(arg, "!")
	case c.typed.name == "match" && isGuess("match", kindOfText(arg)):
		c.values = append(c.values, arg)
	case (c.action == "find" || c.action == "filter") && isGuess("grep", arg):
		field := guessOf("grep", arg).line
		c.action, c.things = "filter", append(c.things, thing{word: field, field: field, has: true, not: c.not})
	case last.value && last.field == "scheme" && strings.HasPrefix("https", arg): // as in change scheme http https
		last.other = true
	case isFolder(arg):
		c.refs, c.isTree, c.known = true, true, c.known || c.typed.name != "" && c.typed.name != "links"
	case isSetting && !takesText && !strings.ContainsAny(name, ":/"):
		c.addSetting(name, value)
	case !last.value && !strings.Contains(arg, "://") && c.takesValue(last, arg):
		c.addValue(last, arg)
	case (c.action == "format" || c.typed.name == "" && isTemplate(arg)) && len(fieldsIn(arg)) > 0:
		c.addTemplate(arg)
	case c.action == "set" && c.typed.name == "" && strings.HasPrefix(arg, "/"):
		c.values = append(c.values, arg)
	case c.typed.name == "decode" && c.typed.fieldIn(arg) != "":
		c.addWord(arg, false)
	case takesText, isAddress && !isNumber(arg):
		c.refs, c.known = true, c.known || readsFiles(c.typed.name)
	case fieldsOf(arg) != nil && (c.typed.name == "" || c.typed.name == "set" || c.typed.fieldIn(arg) != ""):
		for _, word := range strings.FieldsFunc(arg, func(r rune) bool { return r == ',' || r == ':' }) {
			c.addWord(strings.ToLower(strings.TrimPrefix(word, ".")), false)
		}
	case (c.typed.name == "" || c.typed.name == "set") && c.addWords(arg, false):
	case c.typed.name == "" && c.action == "split" && last.field != "" && isIdentifier(arg): // as in get host path id
		c.addFields([]string{"param[NAME]"})
	default:
		c.values = append(c.values, arg)
	}
}

// isTemplate reports whether an argument has a "{" or "%" and is no URL.
func isTemplate(arg string) bool {
	return strings.ContainsAny(arg, "{%") && (!strings.Contains(arg, "://") || strings.ContainsAny(arg[:1], "{%"))
}

// addSetting adds an argument such as host=VALUE.
func (c *correction) addSetting(name, value string) {
	name, isLike := strings.CutSuffix(name, "~")
	t := thing{word: "param", value: true, empty: value == "", setting: true, like: isLike}
	if field := fieldOf(strings.TrimSuffix(name, "!")); field != "" && !(c.action == "add" && field == "query") {
		t.word, t.field = name, field
	}
	if name == "param[*]" { // changes all values
		t.word, t.field, t.setting = "params", "params", false
	}
	last := len(c.things) - 1
	if last >= 0 && c.things[last].field == "params" && !c.things[last].flag && c.action == "" {
		c.line = "split -field params -- '?TEXT'" // as in parse-qs a=b
		return
	}
	if last >= 0 && c.things[last].field == "query" && !c.things[last].value && t.word == "param" {
		c.things = c.things[:last] // as in set-query a=b
	}
	t.nameExt(value)
	t.not, c.not = c.not || strings.HasSuffix(name, "!"), false
	c.things = append(c.things, t)
	c.known = c.known || c.typed.name != "set" || t.word == "param" || isGuess("set", t.word)
}

// digits matches a pattern for any number in a path.
var digits = regexp.MustCompile(`^[/(^]*(\\d|\[0-9\])[+*]?[/)$]*$`)

// addValue adds an argument as the value of a thing. A part of a line that grep looks for is a condition.
func (c *correction) addValue(t *thing, arg string) {
	t.value = true
	if c.action == "find" && t.field != "query" {
		isPart := !engine.IsWhereKey(t.field) || t.field == "host" && kindOfText(arg) != "HOST"
		c.action, t.like, c.known = "filter", isPart, true
	}
	if c.action == "filter" {
		t.nameExt(arg)
	}
	switch kind := kindOfText(arg); {
	case arg == "":
	case strings.Trim(arg, `^\.`) == "www":
		t.pattern = "WWW"
	case digits.MatchString(arg):
		t.pattern = "DIGITS"
	case kind == "REGEXP" || kind == "PATTERN", t.field == "path" && (arg[0] != '/' || strings.ContainsAny(arg, "*+?(")):
		t.pattern = "REGEXP"
	}
}

// nameExt makes a path that ends with an extension, as in *.pdf, that extension.
func (t *thing) nameExt(value string) {
	if (t.field == "path" || t.field == "slug") && kindOfText(value) == "EXT" {
		t.word, t.field, t.like = "ext", "ext", false
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
		return !t.has && t.field != "" && !engine.IsFile(arg) || engine.IsWhereKey(t.field) && t.flag && !t.has
	case c.action == "find" && c.typed.name == "" && t.field != "" && t.field != "query":
		return fieldOf(arg) == "" && !engine.IsFile(arg) && (t.flag || strings.ContainsAny(arg, `/*\^$`))
	case t.field == "query" && (c.action == "" || c.action == "split" || c.action == "find" || c.action == "remove"):
		return fieldOf(arg) == "" && actionOf(arg) == "" && (len(c.things) == 1 || t.flag) && !engine.IsFile(arg)
	}
	g := guessOf(c.action, t.word)
	return g != nil && g.takes
}

// setName returns the component of set that a thing is, or "".
func (t *thing) setName() string {
	switch _, ok := settable.Find(t.word); {
	case ok || slices.Contains(unsettable, t.word):
		return t.word
	case t.field == "username":
		return "user"
	}
	return t.field
}
