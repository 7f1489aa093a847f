package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
)

// A correction makes the command line that a user probably meant. It repeats only commands, flags and words of the
// tables. Everything else may be a secret, and becomes URL, FILE or VALUE.
//
// There are four steps. For "uri count hosts --sort urls.txt":
//
//   - rewritten turns spellings of other programs into words of the tables: the rows "line";
//   - read takes the arguments one after the other: the action count, the thing host, the flag -sort, which is a text after
//     the input, and a file, which look reads to choose -iri, -web or -no-scheme;
//   - lineOfThings looks up what the action is with this thing: "dedupe -count - -by host IN" in short;
//   - lineOfCommand adds the flags that this command takes, and writes the input in place of IN, and suitInput applies the
//     rows "finish" and those for the kind of the input.
//
// The result is "uri dedupe -count - -by host FILE". The rows are in guesses.txt: see guesses.
type correction struct {
	contents

	// What the arguments say.
	typed    command  // the command that was typed; without a name if no command was
	action   string   // the name of the action, or ""
	things   []thing  // the things that the action is about
	values   []string // other arguments
	not      bool     // the next thing is excluded
	has      bool     // the next thing only has to be there
	web      bool     // the flag -web is given
	refs     bool     // an argument is a reference
	absolute bool     // an argument or the value of a flag is a URL
	isTree   bool     // a flag asks for all files of a folder
	known    bool     // the arguments have a word that makes the line
	unknown  bool     // the tables do not have a flag or a field
	again    bool     // the arguments are right, and only a flag is added

	// What the line has.
	line     string   // the line of a guess for a flag, or ""
	settings []string // arguments of set, such as host=VALUE
	fields   []string // the fields of -field and those without an action
	flags    []string // the flags of commands
	inText   string   // the flag -text, or -csv with the column, or ""
	column   string   // the column of a file that is the input, such as "NAME", or ""
	tail     string   // the text after the input
	notes    []string // things that the line does not do
}

// correctionOf returns the line that a user probably meant with name, in the place of a command, and the arguments after
// it. It returns "" if it is not sure.
func correctionOf(name string, args []string) string {
	typed := strings.Join(append([]string{name}, args...), "\x00")
	words := strings.Split(rewritten(typed, map[string]bool{"line": true}), "\x00")
	name, args = words[0], words[1:]
	c := newCorrection(name, args)
	c.known = strings.Join(words, "\x00") != typed || c.action != c.typed.name
	switch {
	case c.action != "":
	case engine.HasDash(name), namesFile(name):
		args = append([]string{name}, args...)
		c.known = c.known || namesFile(name)
	case !c.addWords(name, false):
		near := cmp.Or(nearest(name, commandNames()), nearest(name, firstWords(name)))
		if near == "" && engine.HasName([]byte(name)) { // as in uri www.example.com
			reads := map[bool]string{true: "-no-scheme", false: "-iri -no-scheme"}[octet.IsASCII(name)]
			return lineAgain("split", reads, append([]string{name}, args...))
		}
		if near == "" {
			return ""
		}
		if line := correctionOf(near, args); line != "" {
			return line
		}
		c = newCorrection(near, args)
		c.action, c.known = c.typed.name, true
	}
	c.read(args)
	lacksPart := c.typed.name == "set" && len(c.things)+len(c.flags) == 0
	c.known = c.known || lacksPart || c.isMissing(c.typed.name) && (c.refs || len(c.values) > 0)
	if !c.known || c.unknown {
		return ""
	}
	if c.lacksInput() && headOf(stdinFile) != nil {
		c.files++
		c.look(stdinFile)
	}
	return c.make()
}

// newCorrection returns a correction that has read nothing but the name of the command, if it is one.
func newCorrection(name string, args []string) *correction {
	typed, _ := findCommand(name)
	c := &correction{
		typed:    typed,
		action:   cmp.Or(typed.name, actionOf(name)),
		web:      slices.Contains(args, "-web"),
		absolute: slices.ContainsFunc(args, func(arg string) bool { return strings.Contains(arg, "://") }),
	}
	if c.absolute && !octet.IsASCII(strings.Join(args, "")) {
		c.dialect = "-iri"
	}
	return c
}

// lineAgain returns the line of a command with its arguments, changed so that it reads their inputs. The string reads has
// the flags that do, or a line of the tables in place of this one. If it is "find" or ends with "|", it is the command that
// prints the inputs for this one; "requests" is such a command for the log of a server. The result is "" if the command
// does not have the flags, or the other arguments exclude them.
func lineAgain(name, reads string, args []string) string {
	flags := strings.Fields(reads)
	isWeb := slices.Contains(args, "-web")
	if isDialect(flags[0]) {
		args = slices.DeleteFunc(slices.Clone(args), isDialect)
	}
	c := newCorrection(name, slices.Concat(args, flags)) // which has the keys of -web
	c.again, c.isRequests = true, reads == "requests"
	if c.isRequests {
		reads = "find"
	}
	c.read(args)
	c.web = isWeb
	source, isSource := strings.CutSuffix(reads, "|")
	column, isColumn := strings.CutPrefix(reads, "-csv ")
	c.isText = c.isText || reads == "find"
	isFit := c.typed.accepts(append(slices.Clone(flags), args...)) ||
		len(c.fields) > 0 && c.typed.accepts(append(slices.Clone(flags), "-field", strings.Join(c.fields, ",")))
	switch {
	case c.column != "" && (isSource || reads == "find"), slices.Contains(c.flags, strings.Replace(reads, "=", " ", 1)):
		return ""
	case isSource:
		c.line = strings.TrimSuffix(c.lineOfThings(), " IN")
		source = rewritten(source, map[string]bool{"others": c.refs})
		return c.suitInput(source + "| " + strings.Replace(c.make(), " < FILE", "", 1))
	case isCommand(flags[0]) && (reads != "find" || name == "find"):
		c.line, c.fields = reads, nil
		c.flags = slices.DeleteFunc(c.flags, func(text string) bool { return flagName(text) == "-format" })
		return c.make()
	case !engine.HasDash(reads), reads == "-against", reads == needed[name], isFit:
	case isColumn:
		return lineAgain(name, "uri decode "+reads+" -field input FILE |", args)
	default:
		return ""
	}
	if isColumn {
		c.column = column
	} else if engine.HasDash(reads) && (!c.isText || c.inText+c.column != "" || name == "links") {
		c.addFlags(reads)
	}
	line := c.make()
	if !strings.Contains(line, reads) && reads != "find" {
		return ""
	}
	return line
}

func isDialect(flag string) bool { return flag == "-web" || flag == "-iri" }

func isCommand(name string) bool { _, ok := findCommand(name); return ok }

// hasList reports whether a file may be a list, because there is another input.
func (c *correction) hasList() bool { return c.files > 1 || c.files == 1 && c.refs }

// takeList makes a file the value of a condition, and no input.
func (c *correction) takeList() { c.files, c.noScheme = c.files-1, false }

// isWeak reports whether the action says less than the word after it, as in find-broken and make-absolute.
func (c *correction) isWeak() bool { return c.action == "" || isGuess("weak", c.action) }
