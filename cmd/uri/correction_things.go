package main

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// lineOfThings returns the line for the action and its things, or "" if it is not sure.
func (c *correction) lineOfThings() string {
	line := ""
	if c.action == "match" && len(c.things) > 0 && engine.IsWhereKey(c.things[0].field) {
		c.action = "filter"
	}
	var rest []thing
	for _, t := range c.things {
		if t.word == "value" && t.value {
			t.word = "param"
		}
		on := c.action
		if slices.Contains([]string{"dedupe", "diff", "compare"}, on) && t.not {
			on = "ignore"
		}
		g := guessOf(on, t.word)
		isList := t.word == "params" && c.action == "" && c.files > 0 && len(c.flags) == 0
		if g == nil && (t.field == "" || isList && !t.value && !t.flag) && c.isWeak() {
			g = guessOf("*", t.word)
		}
		switch {
		case g == nil:
			rest = append(rest, t)
		case g.line[0] == '-':
			c.addFlags(g.line)
		default:
			line = cmp.Or(line, g.line)
		}
	}
	if line != "" {
		return line
	}
	c.things = rest
	if lines := actionLines[c.action]; lines != nil {
		return lines(c)
	}
	return c.plainLine()
}

// actionLines maps actions to functions that return the line for their things.
var actionLines map[string]func(c *correction) string

func init() {
	actionLines = map[string]func(c *correction) string{
		"dedupe": (*correction).dedupeLine, "count": (*correction).countLine, "sort": (*correction).sortLine,
		"filter": (*correction).filterLine, "exclude": (*correction).filterLine, "remove": (*correction).removeLine,
		"set": (*correction).setLine, "add": (*correction).setLine, "build": (*correction).setLine,
		"diff": (*correction).diffLine, "compare": (*correction).diffLine, "resolve": (*correction).diffLine,
	}
}

// plainLine returns the line of an action that prints fields, if it has any.
func (c *correction) plainLine() string {
	if c.action == "find" && c.typed.name == "" {
		isCondition := len(c.things) > 0 && (c.things[0].setting || c.things[0].flag && c.things[0].value)
		if isCondition || len(c.things) == 0 && slices.ContainsFunc(c.values, isSought) {
			return c.filterLine()
		}
	}
	if c.action == "format" && len(c.fields)+len(c.flags) > 0 {
		return "split IN"
	}
	fields := c.takeFields()
	isAddress := func(text string) bool { return strings.Contains(text, ".") }
	switch {
	case len(fields)+len(c.fields) == 0 && (c.action == "split" || c.action == "convert") && c.typed.name == "" && len(c.values) > 0 &&
		!slices.ContainsFunc(c.values, isAddress):
		return "" // a field that split does not have
	case len(fields) == 0:
	case c.action == "find" || c.action == "links":
		return c.action + " IN | uri split -field " + quoted(strings.Join(fields, ","))
	case c.isWeak() || isCommand(c.action):
		c.fields = append(c.fields, fields...)
	}
	if g := guessOf(c.action, c.ending); g != nil && len(fields) == 0 {
		return g.line
	}
	if c.action == "" {
		return "split IN"
	}
	if c.typed.name == c.action {
		return c.action + " IN"
	}
	return lineOf(c.action)
}

// isSought reports whether an argument of grep is more than the beginning of all URLs.
func isSought(arg string) bool { return !strings.HasPrefix("https://", arg) }

// isPattern reports whether an argument is a host or a name with "=", such as "id=".
func isPattern(arg string) bool { return strings.ContainsAny(strings.Trim(arg, "."), ".=") }

// takeFields returns the fields of the things.
func (c *correction) takeFields() (fields []string) {
	for _, t := range c.things {
		switch family, _, _ := strings.Cut(t.field, "["); {
		case isParam(t.word) && (t.value || t.word != "value"), (t.field == "query" || t.field == "params") && t.value:
			fields = append(fields, "param[VALUE]")
		case t.word == "segment" && !t.value:
			fields = append(fields, "segment[-1]")
		case t.word == "segment":
			fields = append(fields, "segment[VALUE]")
		case family != t.field && t.value:
			fields = append(fields, family+"[VALUE]")
		case t.field != "":
			fields = append(fields, t.field)
		}
	}
	return fields
}

// fieldOfThings returns the first field of -field or the things, or "".
func (c *correction) fieldOfThings() string {
	fields := append(c.takeFields(), c.fields...)
	c.fields = nil
	if len(fields) == 0 || fields[0] == "params" {
		return ""
	}
	return quoted(fields[0])
}

func (c *correction) dedupeLine() string {
	isCounted := slices.ContainsFunc(c.flags, func(text string) bool {
		return text == "-c" || strings.Contains(text, "-count")
	})
	if slices.Contains(c.flags, "-count -") {
		c.addFlags("-o /dev/null")
	}
	isPlural := len(c.things) > 0 && !c.things[0].flag && strings.HasSuffix(c.things[0].word, "s") &&
		c.things[0].word != c.things[0].field
	if fields := c.takeFields(); len(fields) > 1 && !isCounted && !isPlural {
		columns := ""
		for i := range fields {
			columns += ",$" + strconv.Itoa(i+1)
		}
		return "split -field " + quoted(strings.Join(fields, ",")+",input") +
			" IN | awk -F '\\t' '!seen[" + columns[1:] + "]++ {print $NF}'"
	}
	switch field := c.fieldOfThings(); {
	case field == "" || fieldNamed(strings.Trim(field, "'")) == nil:
		return "dedupe IN"
	case isCounted:
		c.flags = slices.DeleteFunc(c.flags, func(text string) bool { return text == "-c" || strings.Contains(text, "-count") })
		return strings.Replace(lineOf("count"), " IN", " -by "+field+" IN", 1)
	case isPlural && c.typed.name == "":
		return "split -field " + field + " IN | sort -u"
	default:
		return "dedupe -key " + field + " IN"
	}
}

func (c *correction) countLine() string {
	if field := c.fieldOfThings(); field != "" {
		return strings.Replace(lineOf("count"), " IN", " -by "+field+" IN", 1)
	}
	return lineOf("count")
}

func (c *correction) sortLine() string {
	if field := c.fieldOfThings(); field != "" {
		return "split -field " + quoted(strings.Trim(field, "'")+",input") + " IN | sort | cut -f 2"
	}
	return lineOf("sort")
}

func (c *correction) diffLine() string {
	switch field := c.fieldOfThings(); {
	case c.typed.name == "resolve" && !c.absolute && (c.refs || len(c.values) > 0):
		return "awk '{print $0 \"\\tVALUE\"}' FILE | uri resolve" // the file has the bases
	case c.action == "resolve" && (c.typed.name == "resolve" || c.files < 2 || c.refs):
		return lineOf("resolve")
	case c.action == "resolve":
		return lineOf("intersect")
	case c.action == "compare" && c.files == 0:
		return lineOf("compare")
	case field != "":
		return "dedupe -key " + field + " -against FILE FILE"
	}
	return lineOf("diff")
}
