package main

import (
	"cmp"
	"flag"
	"path/filepath"
	"slices"
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
		case engine.HasDash(arg) && (!isNumber(arg) || arg == "-0"):
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

// textEndings are the ends of names of files whose lines are more than addresses.
var textEndings = []string{".csv", ".log", ".json", ".jsonl", ".html", ".htm", ".xml", ".md", ".conf", ".yaml", ".yml", ".toml", ".env", ".js", ".eml"}

// addFile adds the name of a file.
func (c *correction) addFile(name string) {
	c.files++
	c.isText = c.isText || slices.Contains(textEndings, strings.ToLower(filepath.Ext(name)))
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
	takesText := slices.Contains([]string{"encode", "decode", "expand", "redact", "defang", "links", "match"}, c.action)
	isAddress := strings.Contains(arg, ":") && fieldsOf(arg) == nil || strings.HasPrefix(arg, "/") || strings.HasPrefix(arg, ".") && !isSetting && c.action != "filter"
	switch {
	case engine.IsFile(arg) && last.flag && !last.value && c.action == "filter" && c.takesValue(last, arg):
		last.value, last.file = true, true
	case last.flag && !last.value && !strings.Contains(arg, "://") && !engine.IsFile(arg) && c.takesValue(last, arg):
		last.value = true
	case readsFiles(c.typed.name) && !engine.IsFile(arg) && c.addWords(arg, false):
	case engine.IsFile(arg), takesText && readsFiles(c.action) && !strings.Contains(arg, ":") && !isFolder(arg):
		c.addFile(arg)
		c.known = c.known || c.typed.verb != nil
	case strings.Trim(arg, "=!~") == "" && c.action == "filter":
		c.not = c.not || strings.HasPrefix(arg, "!")
	case c.typed.name == "match" && (strings.ContainsAny(arg, "*{(") || strings.Contains(arg, "/:") && !strings.Contains(arg, "//:")):
		c.flags, c.known = append(c.flags, "-patterns <(echo VALUE)"), true
	case isFolder(arg):
		c.refs, c.isTree = true, true
	case isSetting && !takesText && !strings.ContainsAny(name, ":/"):
		c.addSetting(name, value)
	case !last.value && !strings.Contains(arg, "://") && c.takesValue(last, arg):
		last.value = true
	case c.typed.name == "" && strings.ContainsAny(arg, "{%") && len(fieldsIn(arg)) > 0 && c.action != "format":
		c.fields = append(c.fields, fieldsIn(arg)...)
	case c.action == "set" && c.typed.name == "" && strings.HasPrefix(arg, "/"):
		c.values = append(c.values, arg)
	case takesText, isAddress && !isNumber(arg):
		c.refs, c.known = true, c.known || readsFiles(c.typed.name)
	case fieldsOf(arg) != nil && (c.typed.name == "" || c.typed.name == "set" || c.typed.fieldIn(arg) != ""):
		for _, word := range strings.FieldsFunc(arg, func(r rune) bool { return r == ',' || r == ':' }) {
			c.addWord(strings.ToLower(strings.TrimPrefix(word, ".")), false)
		}
	case c.typed.name == "" && c.addWords(arg, false):
	default:
		c.values = append(c.values, arg)
	}
}

// addSetting adds an argument such as host=VALUE.
func (c *correction) addSetting(name, value string) {
	t := thing{word: "param", value: true, empty: value == "", setting: true}
	if field := fieldOf(name); field != "" && !(c.action == "add" && field == "query") {
		t.word, t.field = name, field
	} else if c.action == "filter" && field == "" && !isParam(name) {
		t.value = true
	}
	if strings.HasPrefix(name, "param[") {
		t.word = "params" // param[*]=VALUE changes all values
		t.field, t.setting = "params", false
		if name != "param[*]" {
			t = thing{word: "param", value: true, setting: true}
		}
	}
	if last := len(c.things) - 1; last >= 0 && c.things[last].field == "query" && !c.things[last].value && t.word == "param" {
		c.things = c.things[:last] // as in set-query a=b
	}
	t.not, c.not = c.not || strings.HasSuffix(name, "!"), false
	c.things = append(c.things, t)
	c.known = c.known || c.typed.name != "set" || t.word == "param"
}

// takesValue reports whether an argument is the value of a thing.
func (c *correction) takesValue(t *thing, arg string) bool {
	_, isSettable := settable.Find(t.setName())
	switch {
	case t.word == "":
		return false
	case isParam(t.word):
		return true
	case t.word == "segment" || strings.HasPrefix(t.field, "segment") || strings.HasPrefix(t.field, "label"):
		return isNumber(arg)
	case c.action == "set" || c.action == "build" || c.action == "add":
		return isSettable || guessOf(c.action, t.word) != nil
	case c.action == "filter":
		return !t.has && t.field != "" && !engine.IsFile(arg) || engine.IsWhereKey(t.field) && t.flag && !t.has
	case t.field == "query" && (c.action == "" || c.action == "split" || c.action == "find" || c.action == "remove"):
		return fieldOf(arg) == "" && actionOf(arg) == "" && len(c.things) == 1 && !engine.IsFile(arg)
	}
	g := guessOf(c.action, t.word)
	return g != nil && g.takes
}

// setName returns the component of set that a thing is, or "".
func (t *thing) setName() string {
	if _, ok := settable.Find(t.word); ok || slices.Contains(unsettable, t.word) {
		return t.word
	}
	return t.field
}

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
		c.column, c.known = true, true
		return !hasValue && len(name) == 1
	}
	if f := c.lookup(name); f != nil {
		switch g := guessOf(c.action, name+"?"); {
		case engine.IsBoolean(f):
			c.addFlag(f, value)
		case name == "j" && !isNumber(next):
			c.flags, c.known = append(c.flags, "-json"), true
		case hasValue && value == "":
			c.flags = append(c.flags, "-"+name+"=")
		case next != "" && !(g != nil && engine.IsFile(next)):
			c.addFlag(f, next)
			return !hasValue
		case g != nil:
			c.addGuess(g, "")
		}
		return false
	}
	if words := map[string]string{"d": "domain", "e": "ext", "h": "host", "s": "scheme", "p": "param"}; c.action == "filter" && words[name] != "" {
		name = words[name]
	}
	if name == "i" && c.action == "" { // of curl and sed
		return false
	}
	g := (*guess)(nil)
	if c.action != "" {
		g = guessOf(c.action, name)
	}
	if g == nil && fieldOf(name) == "" && !isParam(name) {
		g = guessOf("-", name)
	}
	switch {
	case g != nil && !(fieldOf(name) != "" && c.action != "set" && c.action != "redact" && c.action != "links" && c.action != "encode"):
		takes = g.takes && next != ""
		c.addGuess(g, next)
		return takes && !hasValue
	case len(name) == 2 && name[0] == 'f' && isNumber(name[1:]): // -f3 of cut
		c.column, c.known = true, true
		return false
	case c.addWords(name, true):
		if hasValue {
			c.addArgument(value)
		}
		return false
	}
	f := c.flagOf(name)
	if f == nil && splitVerb.FlagSet().Lookup(name) != nil {
		return next != "" && !hasValue && !engine.IsBoolean(splitVerb.FlagSet().Lookup(name))
	}
	if f == nil {
		near := nearest(name, firstWords())
		c.unknown = c.unknown || near == "" || !c.addWords(near, true)
		return false
	}
	if engine.IsBoolean(f) {
		next = ""
	}
	c.addFlag(f, next)
	return next != "" && !hasValue
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
		if f := fs.Lookup(form); f != nil && f.Usage != engine.RefusedFlag {
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
