package main

import (
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
)

// A correction makes the command line that a user probably meant. It repeats only commands, flags and words of the
// tables. Everything else may be a secret, and becomes URL, FILE or VALUE.
//
// First it reads the arguments as an action, such as count, and things, such as host: see guesses. Then it makes the line
// of both.
type correction struct {
	typed     command  // the command that was typed; without a name if no command was
	action    string   // the name of the action, or ""
	line      string   // the line of a guess for a flag, or ""
	things    []thing  // the things that the action is about
	flags     []string // the flags of commands
	settings  []string // arguments of set, such as host=VALUE
	fields    []string // the fields of -field and those without an action
	tail      string   // the text after the input
	not       bool     // the next thing is excluded
	has       bool     // the next thing only has to be there
	isText    bool     // a file has the name of a text in which addresses are
	isWindows bool     // an argument has a backslash and is no absolute path of Unix
	isTree    bool     // a flag asks for all files of a folder
	column    string   // the input is a column of a file, by its "number" or "name", or "key" of a field; or ""
	between   string   // the character between columns, or ""
	ending    string   // of the name of the last file, or the name: the word of its guess
	web       bool     // the flag -web is given
	files     int      // the number of arguments that are files
	refs      bool     // an argument is a reference
	absolute  bool     // an argument or the value of a flag is a URL
	iri       bool     // an argument has characters outside ASCII
	values    []string // other arguments
	known     bool     // the arguments have a word that makes the line
	unknown   bool     // the tables do not have a flag
	again     bool     // the arguments are right, and only a flag is added
}

// correctionOf returns the line that a user probably meant with name, in the place of a command, and the arguments after
// it. It returns "" if it is not sure.
func correctionOf(name string, args []string) string {
	c := newCorrection(args)
	if len(args) > 0 && engine.HasDash(args[0]) && !isCommand(name) {
		if flag, _, hasValue := engine.SplitFlag(args[0]); !hasValue && len(flag) > 1 && actionOf(name+"-"+flag) != "" { // as in keep --params
			return correctionOf(name+"-"+flag, args[1:])
		}
	}
	switch g := guessOf("shell", shellText(args)); {
	case isCommand(name):
		c.start(name)
	case g != nil:
		c.line, c.known = g.line, true
		args = slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return !engine.IsFile(arg) })
	case name == "extract" && len(args) > 0 && isField(args[0]):
		c.action, c.known = "split", true
	case actionOf(name) != "":
		c.action, c.known = actionOf(name), true
	case engine.HasDash(name):
		args = append([]string{name}, args...)
		if i := slices.IndexFunc(args, isCommand); i >= 0 {
			c.start(args[i])
			c.known = true
			args = slices.Delete(args, i, i+1)
		}
	case engine.IsFile(name):
		c.addFile(name)
		c.known = true
	case !c.addWords(name, false):
		if near := nearest(name, commandNames()); near != "" {
			c.start(near)
			c.known = true
			break
		}
		if near := nearest(name, firstWords()); near != "" {
			return correctionOf(near, args)
		}
		return ""
	}
	c.read(args)
	if typed := c.typed.name; typed == "set" && len(c.things)+len(c.flags) == 0 ||
		c.isMissing(typed) && (c.refs || len(c.values) > 0) {
		c.known = true
	}
	isSure := !c.unknown || c.typed.name == "" && c.files > 0 && guessOf("with", c.action) == nil // host --frobnicate FILE
	if !c.known || !isSure || c.column == "key" && !isGuess("records", c.ending) {
		return ""
	}
	return c.make()
}

// shellText returns arguments such as -d/ -f3 in one word, without names of files and flags that say nothing.
func shellText(args []string) (text string) {
	for _, arg := range args {
		if !engine.IsFile(arg) && arg != "-E" && arg != "-e" && arg != "-r" {
			text += strings.ReplaceAll(arg, " ", "")
		}
	}
	return text
}

// newCorrection returns a correction that has read nothing.
func newCorrection(args []string) *correction {
	return &correction{
		web:       slices.Contains(args, "-web"),
		absolute:  slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, "://") }),
		isWindows: slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, `\`) && arg[0] != '/' }),
		iri:       !octet.IsASCII(strings.Join(args, "")),
	}
}

// lineAgain returns the line of a command with its arguments, and a flag or, for "find" and "resolve", that command before
// it. It returns "" if the command does not have the flag, or if the other arguments exclude it.
func lineAgain(name, reads string, args []string) string {
	c := newCorrection(args)
	c.again = true
	c.start(name)
	if fs, _ := c.typed.flags(); reads == "-iri" && fs.Lookup("iri") == nil {
		reads = "-web"
	}
	if reads == "-web" || reads == "-iri" {
		isDialect := func(flag string) bool { return flag == "-web" || flag == "-iri" }
		args = slices.DeleteFunc(slices.Clone(args), isDialect)
		if c.typed.verb != nil {
			if _, err := c.typed.verb.Parse(append([]string{reads}, args...), isKnownFlag); err != nil {
				return ""
			}
		}
	}
	c.read(args)
	if c.isText = c.isText || reads == "find"; !c.isText {
		c.iri = false
		c.flags = append(c.flags, reads)
	}
	line := c.make()
	switch {
	case c.unknown:
		return ""
	case reads == "resolve":
		return "uri resolve -base URL < FILE | " + strings.TrimSuffix(line, " FILE")
	case strings.Contains(line, reads):
		return line
	}
	return ""
}

// start makes a command the action.
func (c *correction) start(name string) {
	c.typed, _ = findCommand(name)
	c.action = name
}

func isCommand(name string) bool { _, ok := findCommand(name); return ok }

// isWeak reports whether the action says less than the word after it, as in find-broken and make-absolute.
func (c *correction) isWeak() bool {
	return slices.Contains([]string{"", "split", "find", "check", "normalize", "set", "build", "convert"}, c.action)
}

// addWords adds the words of text, such as strip-utm, and reports whether the tables have them.
func (c *correction) addWords(text string, isFlag bool) bool {
	if c.addWord(strings.ToLower(text), isFlag) || c.addWord(strings.ToLower(strings.ReplaceAll(text, "_", "-")), isFlag) {
		if last := len(c.things) - 1; last >= 0 && c.things[last].not == c.not && c.things[last].has == c.has {
			c.not, c.has = false, false
		}
		return true
	}
	words := wordsOf(text)
	if len(words) < 2 {
		return false
	}
	before := *c
	for i := 0; i < len(words); i++ {
		pair := ""
		if i+1 < len(words) {
			pair = words[i] + "-" + words[i+1]
		}
		switch {
		case c.isPair(pair) && c.addWord(pair, isFlag):
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

// isPair reports whether two words have a meaning of their own.
func (c *correction) isPair(pair string) bool {
	return fieldOf(pair) != "" || isParam(pair) || actionOf(pair) != "" || isGuess("*", pair) ||
		isGuess(c.action, pair) || c.action == "dedupe" && isGuess("ignore", pair)
}

// addWord adds a word, and reports whether the tables have it.
func (c *correction) addWord(word string, isFlag bool) bool {
	action, field := actionOf(word), fieldOf(word)
	if word == "ok" || word == "url" || word == "uri" || word == "urls" || word == "uris" {
		field = ""
	}
	isDetail := isGuess(c.action, word) || isGuess("ignore", word) && c.action == "dedupe" && c.not
	switch {
	case isGuess("not", word) && slices.Contains([]string{"filter", "exclude", "dedupe", "diff", "compare"}, c.action):
		c.not = true
	case isGuess("has", word) && c.action != "":
		c.has = true
		if c.isWeak() && c.action != "set" {
			c.action = "filter"
		}
	case c.action == "sort" && action == "count" && !isDetail, c.action == "" && action != "", c.isWeak() && action != "" && !isDetail && field == "":
		if action == "exclude" || action == "ignore" {
			c.action, c.not = "filter", true
			break
		}
		c.has = c.has || isGuess("has", word)
		c.action = action
	case isDetail, field != "", isParam(word), word == "segment", c.isWeak() && isGuess("*", word):
		c.things = append(c.things, thing{word: word, field: field, not: c.not, has: c.has, flag: isFlag})
	case isNoise(word), action != "":
		return c.action != "" || len(c.things) > 0
	default:
		return false
	}
	c.known = true
	return true
}

// isField reports whether an argument is a flag for a field or a parameter, such as -host.
func isField(arg string) bool {
	name, _, _ := engine.SplitFlag(arg)
	return engine.HasDash(arg) && (fieldOf(name) != "" || isParam(name))
}

// isParam reports whether a word stands for a parameter whose name follows, as in the singular.
func isParam(word string) bool { return slices.Contains(guessOf("param", "param").words, word) }
