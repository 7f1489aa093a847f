package main

import (
	"cmp"
	"flag"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/tracking"
)

// addFlags adds the flags of a guess.
func (c *correction) addFlags(line string) {
	if strings.Contains(line, `"`) {
		c.flags = append(c.flags, line)
		return
	}
	for i, text := range strings.Split(line, " -") {
		if i > 0 && text != "" {
			text = "-" + text
		}
		switch {
		case text == "": // as in -count -
			c.flags[len(c.flags)-1] += " -"
		case !slices.Contains(c.flags, text), text == "-unset 'param[NAME]'": // as in --remove-param a --remove-param b
			c.flags = append(c.flags, text)
		}
	}
}

// addFlag adds a flag that its command has.
func (c *correction) addFlag(f *flag.Flag, value string) {
	choice, _ := f.Value.(*engine.Choice)
	if where, n := condition([]string{value}); n > 0 && f.Name == "where" {
		c.known = c.known || where != value
		value = where
	}
	text := "-" + f.Name
	key, _, _ := strings.Cut(strings.ReplaceAll(value, "[", "="), "=")
	g := cmp.Or(guessOf("value", f.Name+"="+strings.TrimSuffix(key, "!")), guessOf("value", f.Name))
	if _, list, _ := strings.Cut(value, "="); f.Name == "where" && (strings.HasPrefix(list, "@") || engine.IsFile(list)) {
		g = &guess{line: strings.Replace(g.line, "VALUE", "@SCOPE", 1)}
	}
	switch {
	case f.Name == "text":
		c.inText, c.known = text, c.known || c.absolute
		if choice.Has(value) {
			c.inText += "=" + value
		}
		return
	case f.Name == "format" && c.addFormat(value):
		c.known = true
		return
	case f.Name == "field":
		names := c.typed.keysIn(value, c.web)
		isOther := func(name string) bool { return !c.typed.hasField(name) }
		c.fields = append(c.fields, names...)
		c.known = c.known || len(names) > 0 && (strings.Join(names, ",") != value || c.hasInput && slices.ContainsFunc(names, isOther))
		if len(names) == 0 {
			c.column = "key"
		}
		return
	case f.Name == "patterns" && c.isMissing("match") && isHostList(value):
		c.addFile(value)
		return
	case f.Name == "patterns" && !engine.IsFile(value):
		text, _, _ = c.guessFor(thing{word: kindOfText(value), isKind: true})
		text = cmp.Or(text, guessOf("match", "PATTERN").line)
		c.known = true
		if text[0] != '-' {
			c.line = text
			return
		}
	case f.Name == "format" && (c.again || len(fieldsIn(value)) > 0 && !strings.Contains(value, "{{if")):
		c.addTemplate(value)
		isWrong := func(field string) bool { return fieldOf(strings.Trim(field, "{} ")) == "" && len(fieldsIn(field)) > 0 }
		c.known = c.known || !strings.Contains(value, "{{") || slices.ContainsFunc(placeholder.FindAllString(value, -1), isWrong)
		return
	case engine.IsBoolean(f):
		if choice != nil && choice.Has(value) {
			text += "=" + value
		}
	case f.Name == "count" && value == "-":
		text = "-o /dev/null -count -"
	case f.Name == "where" && strings.Contains(value, "~="):
		c.action, c.known = "filter", true
		c.addArgument(value)
		return
	case f.Name == "where" && !strings.Contains(value, "=") && c.addWords(value, false): // as in -where has-params
		return
	case isGuess(c.typed.name, value) && (f.Name == "by" || choice != nil && !choice.Has(value) || f.Name == "keep" && isGuess("kept", value)):
		c.addGuess(guessOf(c.typed.name, value), "")
		return
	case isGuess("word", value):
		text += " " + quoted(value)
	case g != nil && strings.HasSuffix(key, "!"):
		text += " " + quoted(strings.Replace(g.line, "=", "!=", 1))
	case g != nil && g.line == "NAME":
		text += " " + namesShown(value)
	case g != nil:
		text += " " + g.line
		isForgotten := !c.again && engine.IsFile(value) // the value is
		if isForgotten {
			c.addFile(value)
		}
		c.known = c.known || isForgotten || f.Name == "param" && (!strings.Contains(value, "=") || key == "*")
	case c.typed.name == "dedupe" && (f.Name == "by" || f.Name == "key" && (choice == nil || !choice.Has(value))) && fieldsOf(value) != nil:
		c.addFields(fieldsOf(value))
		c.known = c.known || f.Name == "by" || strings.Join(fieldsOf(value), ",") != value
		return
	case choice != nil && choice.Has(value):
		text += " " + value
	case choice != nil && c.typed.name == "split" && fieldsOf(value) != nil: // -only host
		c.fields, c.known = append(c.fields, fieldsOf(value)...), true
		return
	case choice != nil && len(choice.Words) > 0:
		text += " " + choice.Words[0]
	case isGuess(c.typed.name, filepath.Ext(value)): // as in expand T -values vars.csv
		c.addFile(value)
		return
	case value == "-":
		text += " -"
	case isGuess("file", f.Name):
		text += " " + guessOf("file", f.Name).line
	default:
		text += " VALUE"
	}
	c.flags = append(c.flags, text)
}

// addFormat adds the flag for a word such as json, and reports whether there is one.
func (c *correction) addFormat(word string) bool {
	g := guessOf("-", word)
	if g == nil || g.line != "-json" && !strings.HasPrefix(g.line, "-tsv") {
		return false
	}
	c.addFlags(g.line)
	return true
}

// addFields adds fields as things.
func (c *correction) addFields(fields []string) {
	for _, field := range fields {
		c.things = append(c.things, thing{word: field, field: field})
	}
}

// namesShown returns a list of names with those that are no words of the tables as NAME.
func namesShown(list string) string {
	names := strings.Split(list, ",")
	for i, name := range names {
		if !isGuess("word", name) {
			names[i] = "NAME"
		}
	}
	return quoted(strings.Join(slices.Compact(names), ","))
}

// reworded returns the arguments in the words of the rows "line".
func reworded(name string, args []string) (string, []string) {
	line := strings.Join(append([]string{name}, args...), "\x00")
	for _, g := range guesses() {
		if g.on[0] == "line" {
			pattern := regexp.MustCompile(strings.ReplaceAll(g.words[0], `\n`, `\x00`))
			line = pattern.ReplaceAllString(line, strings.ReplaceAll(g.line, " ", "\x00"))
		}
	}
	words := strings.Split(line, "\x00")
	return words[0], words[1:]
}

// shellText returns arguments such as -d/ -f3 in one word, without names of files and flags that say nothing.
func shellText(args []string) (text string) {
	for _, arg := range args {
		if !engine.IsFile(arg) && arg != "-E" && arg != "-e" && arg != "-r" && arg != "-i" {
			text += strings.ReplaceAll(arg, " ", "")
		}
	}
	return text
}

// paramName matches a name or pattern of parameters that track.
var paramName = regexp.MustCompile(`^(utm_[\w*]+|\w*clid|[\w-]+\*)$`)

// isTracking reports whether a name is one of the tables, so that a line may repeat it.
func isTracking(name string) bool {
	return isGuess("word", name) || slices.ContainsFunc(tracking.Names(), func(n tracking.Name) bool { return n.Name == name })
}

// kindOfText returns the kind of an argument that is not a word of the tables, such as "PATH".
func kindOfText(arg string) string {
	for _, g := range guesses() {
		if g.on[0] == "kind" && regexp.MustCompile(g.line).MatchString(arg) {
			return g.words[0]
		}
	}
	return ""
}

// inputs returns the kind of the input.
func (c *correction) inputs() string {
	switch {
	case c.absolute:
		return "URL"
	case (c.refs || len(c.values) > 0) && c.files > 0:
		return "REF-FILE"
	case c.refs, len(c.values) > 0:
		return "REF"
	case c.files > 1:
		return "FILES"
	case c.files > 0:
		return "FILE"
	}
	return "NONE"
}
