package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// narrow changes the line of a word in the place of a command, as the next word requires: "filter -domain" chooses
// domains, and "remove fragment" removes the fragment. It reports whether it has changed the line, and whether a value
// follows.
func (c *correction) narrow(arg string) (ok, takes bool) {
	word, _, _ := strings.Cut(strings.TrimLeft(arg, "-"), "=")
	verb, _, _ := strings.Cut(c.head, " ")
	if verb == "-where" && c.guessed {
		for _, not := range []string{"not-", "no-", "exclude-", "without-"} {
			if name, ok := strings.CutPrefix(word, not); ok {
				word = name
				c.head = strings.Replace(c.head, "host=VALUE", "'ext!=VALUE'", 1)
			}
		}
	}
	field := fieldOf(word)
	object := c.objectOf(word)
	switch {
	case !c.guessed:
	case verb == "-where" && (word == "https" || word == "http"):
		c.head = strings.Replace(c.head, "host=VALUE", "scheme="+word, 1)
		return true, false
	case object != nil:
		c.set(object.line)
		return true, object.takes
	case c.does("extract") && field != "":
		c.set("find IN | uri split -field " + quoted(field))
		return true, false
	case c.does("extract") && isPattern(arg):
		c.set("check -where 'host=VALUE,*.VALUE' -field input < FILE")
		if strings.Contains(arg, "=") {
			c.set("check -where param=VALUE -field input < FILE")
		}
		return true, false
	case c.does("get") && field != "" && !strings.HasPrefix(arg, "-"):
		c.fields = append(c.fields, field)
		return true, false
	case c.does("sort") && field != "":
		c.set("split -field " + quoted(field+",input") + " IN | sort")
		return true, false
	case c.does("count") && field != "" && field != "params":
		c.head += " -by " + quoted(field)
		return true, false
	case c.does("diff") && field != "" && field != "params":
		c.head = "-key " + quoted(field) + " " + c.head
		return true, false
	case c.does("uniq") && strings.HasSuffix(word, "s") && field != "" && word != field: // a plural asks for the fields
		c.set("split -field " + quoted(field) + " IN | sort -u")
		return true, false
	case c.does("uniq") && field != "" && field != "params":
		c.head = "-key " + quoted(field)
		return true, false
	case verb == "-where" && field == "suffix":
		c.head = strings.NewReplacer("host=VALUE", "'host=*.VALUE'", "ext!=VALUE", "host!=*.VALUE").Replace(c.head)
		return true, true
	case verb == "-where" && engine.IsWhereKey(cmp.Or(field, word)):
		key := cmp.Or(field, word)
		c.head = strings.NewReplacer("host=", key+"=", "ext!=", key+"!=").Replace(c.head)
		return true, true
	case verb == "-unset" && slices.Contains(unsettable, word):
		c.head = "-unset " + word
		return true, false
	case verb == "-unset" && slices.Contains(unsettable, field):
		c.head = "-unset " + field
		return true, false
	case verb == "-append" && (field == "path" || word == "segment"):
		return true, true
	}
	return false, false
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
	case g.line == "-r":
		c.isTree = true
	case g.line == "FILE", strings.HasPrefix(g.line, "split ") && engine.IsFile(value):
		c.files++
	case g.line[0] == '>' || g.line[0] == '|':
		c.tail = g.line
	case g.line == "-key domain" && len(names) > 0:
		c.flags = append(c.flags, "-key "+quoted(names[0]))
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
	case c.head == "" && c.tail == "": // the first guess counts
		c.set(g.line)
	}
}
