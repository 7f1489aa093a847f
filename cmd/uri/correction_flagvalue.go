package main

import (
	"cmp"
	"flag"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/tracking"
)

// addFlag adds a flag that its command has, with its value as a line shows it. A value that is a guess or the name of a
// field is meant without some of the flags.
func (c *correction) addFlag(f *flag.Flag, value string) {
	choice, _ := f.Value.(*engine.Choice)
	if choice != nil && !choice.Repeats {
		value = cmp.Or(nearest(value, choice.Words), value)
	}
	isChosen := choice != nil && choice.Has(value)
	isOther := !engine.IsBoolean(f) && !isChosen && (choice != nil && choice.Words != nil || f.Name == "keep")
	hasControl := strings.Contains(value, "{{if") || strings.Contains(value, "{{with")
	g, fields := guessOf(c.typed.name, value), fieldsOf(value)
	switch {
	case f.Name == "csv":
		c.column = "NAME"
	case f.Name == "field":
		c.addFieldNames(value)
	case f.Name == "format" && len(fieldsIn(value)) > 0 && !hasControl:
		c.addTemplate(value)
	case isOther && g != nil && !strings.Contains(value, "="):
		c.addGuess(g, "")
	case c.typed.name == "dedupe" && fields != nil && (f.Name == "by" || f.Name == "key"):
		c.addFields([]string{strings.Join(fields, ",")})
		c.known = c.known || f.Name == "by" || strings.Join(fields, " ") != value
	case f.Name == "text":
		c.inText, c.known = c.flagText(f, value, isChosen), c.known || c.absolute
	default:
		c.flags = append(c.flags, c.flagText(f, value, isChosen))
	}
}

// addFieldNames adds the fields that a value of -field names.
func (c *correction) addFieldNames(value string) {
	names := c.typed.keysIn(value, c.web)
	isOther := func(name string) bool { return !c.typed.hasField(name) }
	c.fields = append(c.fields, names...)
	c.unknown = c.unknown || len(names) == 0
	c.known = c.known || strings.Join(names, ",") != value || slices.ContainsFunc(names, isOther)
}

// flagText returns a flag with its value as a line shows it.
func (c *correction) flagText(f *flag.Flag, value string, isChosen bool) string {
	switch {
	case engine.IsBoolean(f) && isChosen:
		return "-" + f.Name + "=" + value
	case engine.IsBoolean(f):
		return "-" + f.Name
	case isChosen:
		return "-" + f.Name + " " + value
	}
	return "-" + f.Name + " " + c.valueOf(f.Name, value)
}

// valueOf returns the value of a flag as a line shows it. A file in the place of the value is the input.
func (c *correction) valueOf(name, value string) string {
	key, list, _ := strings.Cut(value, "=")
	g := cmp.Or(guessOf("value", c.typed.name+"-"+name), guessOf("value", name+"="+key), guessOf("value", name),
		guessOf("file", name))
	switch {
	case name == "unset":
		text := shown(value, "param[NAME]")
		c.known = c.known || strings.Count(text, "param[") > strings.Count(value, "param[")
		return quoted(text)
	case value == "-", isGuess("word", value), isNumber(value) && isGuess("number", name):
		return quoted(value)
	case name == "where":
		part := strings.TrimSuffix(key, "!")
		if !slices.Contains(engine.WhereKeys(), part) {
			list, c.known = cmp.Or(list, value), true
			key = cmp.Or(nearest(part, engine.WhereKeys()), "host") + strings.TrimPrefix(key, part)
		}
		c.known = c.known || slices.ContainsFunc(engine.SplitList(list), engine.IsFile)
		return whereText(key+"=VALUE", list)
	case g == nil:
		return "VALUE"
	case g.line == "NAME":
		return quoted(shown(value, "NAME"))
	}
	c.known = c.known || name == "param" && !strings.Contains(value, "=")
	return g.line
}

// whereText returns the text of a condition, such as host=VALUE, with the list as a line shows it.
func whereText(text, list string) string {
	if !strings.HasPrefix(strings.Trim(text, "'"), "host") {
		list = strings.TrimLeft(list, "*.")
	}
	return quoted(strings.Replace(strings.Trim(text, "'"), "VALUE", shown(list, "VALUE"), 1))
}

// shown returns a list as a line shows it: its words of the tables, and place for the others. The list of -where, with
// the place VALUE, may be a file of hosts. A name joins the names below it, since *.NAME alone leaves NAME out. The list of
// -unset, with the place param[NAME], also has names of components.
func shown(list, place string) string {
	names := engine.SplitList(list)
	for i, name := range names {
		name = strings.TrimSuffix(strings.TrimPrefix(name, "param["), "]")
		isTracking := func(n tracking.Name) bool { return n.Name == name }
		switch {
		case place == "param[NAME]" && slices.Contains(unsettable, name):
		case place == "param[NAME]" && slices.Contains(unsettable, fieldOf(name)):
			names[i] = fieldOf(name)
		case isGuess("word", name), place == "VALUE" && isNumber(name),
			place != "VALUE" && slices.ContainsFunc(tracking.Names(), isTracking):
			names[i] = typed.ReplaceAllString(place, name)
		case place == "VALUE" && (strings.HasPrefix(name, "@") || engine.IsFile(name)):
			names[i] = "@SCOPE"
		case place == "VALUE" && strings.HasPrefix(name, "*."):
			names[i] = "NAME,*.NAME"
		default:
			names[i] = place
		}
	}
	return strings.Join(slices.Compact(names), ",")
}
