package main

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

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
	if line := changeOf(name); g == nil && line != "" {
		g = &guess{line: line, takes: strings.Contains(line, "VALUE")}
	}
	if g != nil {
		takes = g.takes
	} else if f = c.flagOf(name); f == nil || f.Name != name {
		if c.addCompound(name) {
			return false
		}
	}
	if f != nil {
		takes = !engine.IsBoolean(f)
	}
	isCut := isDelimiter(name, value)
	if !isCut && !hasValue && len(after) > 0 && isDelimiter(name, after[0]) {
		isCut, takes = true, true
	}
	if takes = takes && !hasValue && len(after) > 0; takes {
		value = after[0]
	}
	switch {
	case isCut:
		c.set("find IN | uri split")
	case g != nil:
		c.addGuess(g, value)
	case f != nil:
		c.addFlag(f, value)
	case fieldOf(name) != "":
		c.addField(fieldOf(name))
	}
	return takes
}

// isDelimiter reports whether a flag is that of cut, awk or sort for the character between columns, as in "-d," and
// -d , and -F:.
func isDelimiter(name, value string) bool {
	if len(name) == 1 {
		name += value
	}
	return len(name) == 2 && strings.Contains("dFt", name[:1]) && strings.Contains(",;|:\t", name[1:])
}

// addField adds a field that a flag names.
func (c *correction) addField(name string) {
	if c.typed.name == "find" {
		c.set("find IN | uri split -field " + quoted(name))
		return
	}
	c.fields, c.known = append(c.fields, name), true
}

// addCompound adds a flag with several words, such as -strip-utm, and reports whether the tables have them.
func (c *correction) addCompound(name string) bool {
	words := compoundOf(name)
	for _, word := range words {
		if g := findGuess(flagGuesses, c.typed.name, word); g != nil && g.on != "" && !g.takes {
			c.addGuess(g, "")
			return true
		}
	}
	if len(words) == 1 {
		c.addField(words[0])
		return true
	}
	return c.head == "" && c.addParts(words)
}

// textEndings are the ends of names of files whose lines are more than addresses.
var textEndings = []string{".csv", ".log", ".json", ".jsonl", ".html", ".htm", ".xml", ".md", ".conf", ".yaml", ".yml", ".toml", ".env", ".js", ".eml"}

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
	case c.guessed && strings.Contains(c.head+c.tail, "VALUE") && !strings.ContainsAny(arg, ":/") && !engine.IsFile(arg):
		// the VALUE of the line
	case engine.IsFile(arg):
		c.files, c.known = c.files+1, c.known || c.typed.verb != nil
		c.isText = c.isText || slices.Contains(textEndings, strings.ToLower(filepath.Ext(arg)))
	default:
		c.refs, c.isTree = true, c.isTree || isFolder(arg)
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
	case c.typed.name == "dedupe" && (choice == nil || !choice.Has(value)) && fieldOf(value) != "": // -by and -key
		text += " " + quoted(fieldOf(value))
		c.known = c.known || fieldOf(value) != value
	case choice != nil && choice.Has(value):
		text += " " + value
	case choice != nil && len(choice.Words) > 0:
		text += " " + choice.Words[0]
	case f.Name == "param":
		text += " VALUE=VALUE"
	case f.Name == "root":
		text += " FILE=URL"
	case f.Name == "base":
		text += " URL"
	case strings.HasPrefix(f.Usage, "a file") && value == "-":
		text += " -"
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
