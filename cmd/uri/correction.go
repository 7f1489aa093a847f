package main

import (
	"cmp"
	"flag"
	"maps"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// A correction makes the command line that a user probably meant. It repeats only commands, flags and words of the
// tables. Everything else may be a secret, and becomes URL, FILE or VALUE.
type correction struct {
	typed   command // the command that was typed; without a name if no command was
	name    string  // the name of the command in the line
	head    string  // the flags of the command that a guess has
	guessed bool    // head is the line of a word in the place of a command
	input   bool    // the line has an input
	tail    string  // the text after the input
	flags   []string
	fields  []string // the names of fields among the arguments
	files   bool     // an argument is a file
	refs    bool     // an argument is neither a field nor a file
	web     bool     // the flag -web is given
	known   bool     // the line is all that was meant, and not only a part of it
}

// correctionOf returns the line that a user probably meant with name, in the place of a command, and the arguments
// after it. It returns "" if it finds no such line.
func correctionOf(name string, args []string) string {
	c := &correction{name: name, input: true}
	isFlag := strings.HasPrefix(name, "-") && commandGuesses[name] == ""
	switch line := commandGuesses[name]; {
	case isCommand(name):
	case line != "":
		c.set(line)
		c.guessed = true
	case isFlag: // without a command, or before it
		c.name, args = "split", append([]string{name}, args...)
		if i := slices.IndexFunc(args, isCommand); i >= 0 {
			c.name = args[i]
			args = slices.Delete(args, i, i+1)
		}
	case fieldOf(name) != "":
		c.name, c.fields, c.known = "split", []string{fieldOf(name)}, true
	case engine.IsFile(name):
		c.name, c.files, c.known = "split", true, true
	default:
		if c.name, c.known = engine.Nearest(name, commandNames()), true; c.name == "" {
			if near := engine.Nearest(name, guessNames()); near != "" {
				return correctionOf(near, args)
			}
			return ""
		}
	}
	c.typed, _ = findCommand(c.name)
	c.read(args)
	if c.typed.name == "set" && c.head == "" && len(c.flags) == 0 && isCommand(name) {
		c.head, c.known = "host=VALUE", true
	}
	c.known = c.known || c.refs && isCommand(name) && c.name != "match" && c.missing() != ""
	if !c.known && !(isFlag && len(c.flags)+len(c.fields) > 0) {
		return ""
	}
	return c.String()
}

// guessNames returns the names of fields and the words of commandGuesses and fieldGuesses.
func guessNames() []string {
	names := slices.Concat(slices.Collect(maps.Keys(commandGuesses)), slices.Collect(maps.Keys(fieldGuesses)))
	for _, key := range splitVerb.Keys {
		if isPrinted(&key) && key.With == nil {
			names = append(names, key.Name)
		}
	}
	slices.Sort(names)
	return names
}

func isCommand(name string) bool { _, ok := findCommand(name); return ok }

// set makes line, of a table, the line.
func (c *correction) set(line string) {
	before, after, hasInput := strings.Cut(line, " IN")
	if !hasInput && strings.HasSuffix(line, " < FILE") {
		before, after = strings.TrimSuffix(line, " < FILE"), "< FILE"
	}
	c.name, c.head, _ = strings.Cut(before, " ")
	c.tail, c.input, c.known = strings.TrimSpace(after), hasInput, true
}

// read reads the arguments.
func (c *correction) read(args []string) {
	fs := new(flag.FlagSet)
	if c.typed.name != "" {
		fs, _ = c.typed.flags()
	}
	c.web = slices.Contains(args, "-web")
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		name, value, hasValue := engine.SplitFlag(arg)
		f := fs.Lookup(name)
		if ok, takes := c.narrow(arg); ok {
			if takes && !hasValue && len(args) > 0 {
				args = args[1:]
			}
			continue
		}
		switch {
		case arg == "--":
			c.refs = c.refs || len(args) > 0
			return
		case !engine.HasDash(arg):
			c.addInput(arg)
		case f == nil:
			if c.addUnknown(name, value, hasValue, args) {
				args = args[1:]
			}
		case hasValue || engine.IsBoolean(f):
			c.addFlag(f, value)
		case len(args) > 0 && !engine.HasDash(args[0]):
			c.addFlag(f, args[0])
			args = args[1:]
		default:
			if g := findGuess(missingGuesses, c.typed.name, name); g != nil {
				c.flags, c.known = append(c.flags, g.line), true
			}
		}
	}
}

// addUnknown adds a flag that its command does not have. It reports whether the first of the arguments after the flag is
// its value.
func (c *correction) addUnknown(name, value string, hasValue bool, after []string) (takes bool) {
	var f *flag.Flag
	g := findGuess(flagGuesses, c.typed.name, name)
	if g != nil {
		takes = g.takes
	} else if f = c.flagOf(name); f != nil {
		takes = !engine.IsBoolean(f)
	}
	if takes = takes && !hasValue && len(after) > 0; takes {
		value = after[0]
	}
	switch {
	case g != nil:
		c.addGuess(g, value)
	case f != nil:
		c.addFlag(f, value)
	case fieldOf(name) != "":
		c.fields, c.known = append(c.fields, fieldOf(name)), true
	}
	return takes
}

// narrow changes the line of a word in the place of a command, as the next word requires: "filter -domain" chooses
// domains, and "remove fragment" removes the fragment. It reports whether it has changed the line, and whether a value
// follows.
func (c *correction) narrow(arg string) (ok, takes bool) {
	word, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	verb, _, _ := strings.Cut(c.head, " ")
	field := fieldOf(word)
	isParam := slices.Contains([]string{"param", "parameter", "params"}, word)
	switch {
	case !c.guessed:
	case verb == "-where" && field == "suffix":
		c.head = strings.NewReplacer("host=VALUE", "'host=*.VALUE'", "ext!=VALUE", "host!=*.VALUE").Replace(c.head)
		return true, true
	case verb == "-where" && engine.IsWhereKey(cmp.Or(field, word)):
		key := cmp.Or(field, word)
		c.head = strings.NewReplacer("host=", key+"=", "ext!=", key+"!=").Replace(c.head)
		return true, true
	case verb == "-unset" && isParam:
		c.set("set -unset 'param[VALUE]' IN")
		return true, true
	case verb == "-unset" && slices.Contains(unsettable, cmp.Or(field, word)):
		c.head = "-unset " + cmp.Or(field, word)
		return true, false
	case verb == "-append" && (isParam || field == "query"):
		c.set("set -param VALUE=VALUE IN")
		return true, true
	case verb == "-append" && (field == "path" || word == "segment"):
		return true, true
	}
	return false, false
}

// needed maps commands to the flag that they need if they have arguments.
var needed = map[string]string{"resolve": "-base URL", "relativize": "-base URL", "match": "-patterns FILE"}

// missing returns the flag that the line needs and lacks, or "".
func (c *correction) missing() string {
	text := needed[c.name]
	if strings.HasPrefix(c.head, text) || slices.Contains(c.flags, text) || c.name != "match" && !c.refs {
		return ""
	}
	return text
}

// addInput adds an argument that is not a flag.
func (c *correction) addInput(arg string) {
	component, _, isSetting := strings.Cut(arg, "=")
	_, isComponent := settable.Find(component)
	switch field := c.typed.fieldIn(arg); {
	case c.typed.name == "set" && isComponent:
		if setting := component + "=VALUE"; !slices.Contains(strings.Fields(c.head), setting) {
			c.head = strings.TrimSpace(c.head + " " + setting)
		}
		c.known = c.known || !isSetting
	case c.typed.name == "set" && !c.guessed && isSetting && !strings.ContainsAny(arg, ":/"):
		c.flags, c.known = append(c.flags, "-param VALUE=VALUE"), true
	case field != "":
		c.fields, c.known = append(c.fields, field), true
	case engine.IsFile(arg):
		c.files, c.known = true, c.known || c.typed.verb != nil
	default:
		c.refs = true
	}
}

// addFlag adds a flag that its command has.
func (c *correction) addFlag(f *flag.Flag, value string) {
	choice, _ := f.Value.(*engine.Choice)
	text := "-" + f.Name
	switch {
	case f.Name == "field":
		names := c.typed.keysIn(value, c.web)
		c.fields, c.known = append(c.fields, names...), c.known || len(names) > 0 && strings.Join(names, ",") != value
		return
	case engine.IsBoolean(f):
	case f.Name == "where":
		key, _, _ := strings.Cut(value, "=")
		if !engine.IsWhereKey(strings.TrimSuffix(key, "!")) {
			key = "host"
		}
		text += " " + key + "=VALUE"
	case f.Name == "unset" && strings.HasPrefix(value, "param["):
		text += " 'param[VALUE]'"
	case choice != nil && choice.Has(value):
		text += " " + value
	case choice != nil && len(choice.Words) > 0:
		text += " " + choice.Words[0]
	case f.Name == "param":
		text += " VALUE=VALUE"
	case f.Name == "base":
		text += " URL"
	case strings.HasPrefix(f.Usage, "a file"), strings.Contains(f.Usage, "folder"):
		text += " FILE"
	default:
		text += " VALUE"
	}
	c.flags = append(c.flags, text)
}

// flagOf returns the flag of the command with the name nearest to name. If the command has no such flag, flagOf returns
// the flag of another command with the name, and makes that the command of the line. It returns nil if no command has
// such a flag, or if a field has that name.
func (c *correction) flagOf(name string) *flag.Flag {
	if fieldOf(name) != "" {
		return nil
	}
	for _, other := range append([]command{c.typed}, commands()...) {
		if other.name == "" || other.name != c.typed.name && splitVerb.FlagSet().Lookup(name) != nil {
			continue // a flag of all verbs does not mean another command
		}
		fs, _ := other.flags()
		names := engine.FlagNames(fs)
		near := "-" + name
		if other.name == c.typed.name {
			near = engine.Nearest(near, names)
		}
		if slices.Contains(names, near) {
			c.name, c.known = other.name, true
			return fs.Lookup(near[1:])
		}
	}
	return nil
}

// addGuess adds the line of a guess for a flag with a value.
func (c *correction) addGuess(g *guess, value string) {
	c.known = true
	names := fieldsIn(value)
	component, _, hasComponent := strings.Cut(value, "=")
	component = fieldOf(strings.TrimSuffix(component, ":"))
	switch {
	case g.line == "URL":
		c.refs = true
	case g.line == "FILE", g.takes && engine.IsFile(value) && g.line[0] != '>':
		c.files = true
	case g.line[0] == '>' || g.line[0] == '|':
		c.tail = g.line
	case g.line[0] == '-':
		c.flags = append(c.flags, g.line)
	case strings.HasPrefix(g.line, "split -field ") && len(names) > 0:
		if strings.Contains(g.line, ",input ") {
			names = append(names, "input")
		}
		c.name, c.head, c.fields = "split", "", append(c.fields, names...)
	case g.line == "set host=VALUE IN" && component == "query", g.line == "set -append VALUE IN" && component == "query":
		c.set("set -param VALUE=VALUE IN")
	case strings.HasPrefix(g.line, "set host") && hasComponent && component != "":
		c.set("set " + component + "=VALUE IN")
	case c.head == "": // the first guess counts
		c.set(g.line)
	}
}

// String returns the line.
func (c *correction) String() string {
	if len(c.fields) > 0 {
		list := strings.Join(c.fields, ",")
		if strings.Contains(list, "[") {
			list = "'" + list + "'" // for the shell
		}
		c.flags = slices.DeleteFunc(c.flags, func(text string) bool {
			return text == "-tsv" || strings.HasPrefix(text, "-format ")
		})
		if to, _ := findCommand(c.name); !slices.ContainsFunc(c.fields, func(field string) bool { return !to.hasField(field) }) {
			c.flags = slices.Insert(c.flags, 0, "-field "+list)
		} else {
			c.name, c.head = "split", "-field "+list
		}
	}
	if slices.ContainsFunc(c.flags, func(text string) bool {
		return strings.HasPrefix(text, "-scheme ") || strings.HasPrefix(text, "-only ")
	}) {
		c.head = strings.TrimPrefix(c.head, "-where host=VALUE ")
	}
	words := []string{"uri", c.name}
	if c.head != "" {
		words = append(words, c.head)
	}
	to, _ := findCommand(c.name)
	fs := new(flag.FlagSet)
	if to.name != "" {
		fs, _ = to.flags()
	}
	for _, text := range c.flags {
		name, _, _ := strings.Cut(text, " ")
		if f := fs.Lookup(name[1:]); f != nil && f.Usage != engine.RefusedFlag && !strings.Contains(" "+c.head+" ", " "+name+" ") {
			words = append(words, text)
		}
	}
	if text := c.missing(); text != "" {
		words = append(words, text)
	}
	if c.input {
		words = append(words, c.inputOf(to))
	}
	return strings.TrimSpace(strings.Join(append(words, c.tail), " "))
}

// inputOf returns the input of a command.
func (c *correction) inputOf(to command) string {
	isLines := c.files || !c.refs
	switch {
	case readsFiles(c.name):
		return "FILE"
	case isLines && to.verb != nil || isLines && slices.Contains([]string{"set", "decode", "encode"}, c.name):
		return "< FILE"
	case c.name == "set":
		return "-- URL"
	case c.name == "decode" || c.name == "encode":
		return "VALUE"
	case to.verb != nil:
		return "URL"
	}
	return ""
}
