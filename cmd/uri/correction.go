package main

import (
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
	base    string  // the line of the word in the place of a command, before other words change it
	guessed bool    // head is the line of a word in the place of a command
	isText  bool    // a file has the name of a text in which addresses are
	isTree  bool    // a flag asks for all files of a folder
	input   bool    // the line has an input
	tail    string  // the text after the input
	flags   []string
	fields  []string // the names of fields among the arguments
	files   int      // the number of arguments that are files
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
		c.start(name)
	case changeOf(name) != "":
		c.set(changeOf(name))
	case isFlag: // without a command, or before it
		c.name, args = "split", append([]string{name}, args...)
		if i := slices.IndexFunc(args, isCommand); i >= 0 {
			c.name = args[i]
			args = slices.Delete(args, i, i+1)
		}
	case fieldsOf(name) != nil:
		c.name, c.fields, c.known = "split", fieldsOf(name), true
	case engine.IsFile(name):
		c.name, c.files, c.known = "split", 1, true
	case len(compoundOf(name)) == 1:
		c.name, c.fields, c.known = "split", compoundOf(name), true
	case c.addParts(compoundOf(name)):
	case isKnown(compoundOf(name)):
		c.start(compoundOf(name)[0])
	default:
		if c.name, c.known = engine.Nearest(name, commandNames()), true; c.name == "" {
			if near := engine.Nearest(name, guessNames()); near != "" {
				return correctionOf(near, args)
			}
			words := compoundOf(name)
			if words == nil {
				return ""
			}
			c.start(words[0])
		}
	}
	c.typed, _ = findCommand(c.name)
	c.read(args)
	if c.typed.name == "dedupe" && c.hasFlag("-by") && !c.hasFlag("-count") {
		c.flags, c.known = append(c.flags, "-o /dev/null -count -"), true
	}
	if c.typed.name == "set" && c.head == "" && len(c.flags) == 0 && isCommand(name) {
		c.head, c.known = "host=VALUE", true
	}
	if c.does("join") && c.files > 1 && !c.refs {
		c.start("intersect")
	}
	c.known = c.known || c.refs && isCommand(name) && c.missing() != ""
	if !c.known && !(isFlag && len(c.flags)+len(c.fields) > 0) {
		return ""
	}
	return c.String()
}

// hasFlag reports whether the line has a flag.
func (c *correction) hasFlag(name string) bool {
	return slices.ContainsFunc(c.flags, func(text string) bool { return strings.Contains(" "+text+" ", " "+name+" ") })
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
	if head, ref, ok := strings.Cut(before, " -- "); ok {
		before, after = head, "-- "+ref
	}
	c.name, c.head, _ = strings.Cut(before, " ")
	c.tail, c.input, c.known = strings.TrimSpace(after), hasInput, true
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

// String returns the line.
func (c *correction) String() string {
	if len(c.fields) > 0 {
		if strings.HasPrefix(c.head, "-field ") {
			c.head = ""
		}
		list := quoted(strings.Join(c.fields, ","))
		c.flags = slices.DeleteFunc(c.flags, func(text string) bool {
			return text == "-tsv" || strings.HasPrefix(text, "-format ")
		})
		if to, _ := findCommand(c.name); !slices.ContainsFunc(c.fields, func(field string) bool { return !to.hasField(field) }) {
			c.flags = slices.Insert(c.flags, 0, "-field "+list)
			if c.does("get") {
				c.head = ""
			}
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
	for i, text := range c.flags {
		name, _, hasValue := strings.Cut(text, " ")
		if !hasValue && slices.Contains(c.flags[:i], text) {
			continue
		}
		if f := fs.Lookup(name[1:]); f != nil && f.Usage != engine.RefusedFlag && !strings.Contains(" "+c.head+" ", " "+name+" ") &&
			!strings.Contains(" "+c.head, " "+name[1:]+"=") {
			words = append(words, text)
		}
	}
	if text := c.missing(); text != "" {
		words = append(words, text)
	}
	if c.input {
		words = append(words, c.inputOf(to))
	}
	line := strings.TrimSpace(strings.Join(append(words, c.tail), " "))
	if c.isText && c.input && (to.verb != nil || c.name == "dedupe") {
		line = strings.Replace(strings.Replace(line, " < FILE", "", 1), " FILE", "", 1)
		return "uri find FILE | " + line
	}
	if file := words[len(words)-1]; c.isTree && file == "FILE" && readsFiles(c.name) && c.name != "links" {
		return inTree(strings.TrimSuffix(line, " FILE"))
	}
	return line
}

// inTree returns the line that runs a command for all files of a folder.
func inTree(line string) string { return "find FILE -type f -exec " + line + " {} +" }

// inputOf returns the input of a command.
func (c *correction) inputOf(to command) string {
	isLines := c.files > 0 || !c.refs
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
