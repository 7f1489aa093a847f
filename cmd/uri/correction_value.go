package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
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
		case flagName(text) == "-text":
			c.inText = text
		case !slices.Contains(c.flags, text), text == "-unset 'param[NAME]'": // as in --remove-param a --remove-param b
			c.flags = append(c.flags, text)
		}
	}
}

// addFields adds fields as things.
func (c *correction) addFields(fields []string) {
	for _, field := range fields {
		c.things = append(c.things, thing{word: field, field: field})
	}
}

// reworded returns the arguments in the words of the rows "line".
func reworded(name string, args []string) (string, []string) {
	line := strings.Join(append([]string{name}, args...), "\x00")
	words := strings.Split(rewritten("line", line), "\x00")
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

// kindOfText returns the kind of an argument that is not a word of the tables, such as "PATH".
func kindOfText(arg string) string {
	for _, g := range guesses() {
		if g.on[0] == "kind" && g.pattern.MatchString(arg) {
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
