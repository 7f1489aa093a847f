package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/tracking"
)

// addFlags adds the flags of a guess.
func (c *correction) addFlags(line string) {
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
		if g.pattern != nil {
			line = g.pattern.ReplaceAllString(line, strings.ReplaceAll(g.line, " ", "\x00"))
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
