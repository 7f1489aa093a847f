package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// A thing is a word after an action.
type thing struct {
	word, field string // field is the field that the word names, or some with commas, or ""
	not, has    bool
	value       bool     // an argument is its value
	text        string   // the value, which may be a secret
	others      []string // more values, such as new in old=new
	file        bool     // the value is the name of a file
	like        bool     // the value is a part of the text of the field
	flag        bool     // the word is of a flag
	setting     bool     // the word is of an argument such as host=VALUE
	isKind      bool     // the word is the kind of an argument
}

// kindIn returns the first of the words of a guess that is the thing or a kind of such things, or "". A "!" before a word
// asks for a thing that is excluded, "+" for one that only has to be there, and "-" for a condition. A "=" after it asks for
// a value, "=2" for two, "=0" for an empty one, "=FILE" for a file, and "=KIND" for a kind of text. "=2=PATH" asks for both.
func (t *thing) kindIn(words []string) string {
	for _, word := range words {
		word, isExcluded := strings.CutPrefix(word, "!")
		word, isRequired := strings.CutPrefix(word, "+")
		word, isCondition := strings.CutPrefix(word, "-")
		parts := strings.Split(word, "=")
		isOther := func(part string) bool {
			isEmpty := t.value && t.text == "" || slices.Contains(t.others, "")
			is := map[string]bool{"": t.value, "2": len(t.others) > 0, "0": isEmpty, "FILE": t.file}
			return !is[part] && (part == "" || part != kindOfText(t.text))
		}
		if isExcluded == t.not && (!isRequired || t.has && !t.value) && (!isCondition || t.setting || t.flag) &&
			!slices.ContainsFunc(parts[1:], isOther) && t.as(parts[0]) != "" {
			return parts[0]
		}
	}
	return ""
}

// as returns what a thing is as one of a kind, such as the key of -where, or "" for other things.
func (t *thing) as(kind string) string {
	field := t.fieldName()
	isParam := isParam(t.word) || (t.field == "params" || t.field == "query") && t.value
	isSettable := slices.Contains(settable, t.field)
	switch {
	case kind == "FIELD", kind == "PART", kind == "LIST" && strings.Contains(field, ","),
		kind == "BY" && fieldNamed(field) != nil,
		kind == "FIELDS" && strings.HasSuffix(t.word, "s") && t.word != t.field && !t.flag:
		return quoted(field)
	case kind == "SCHEME" && field == "scheme" && t.value && len(t.others) == 0 && !t.setting,
		kind == "PARAM" && isParam, kind == "WHERE" && isParam && !t.like:
		return "param"
	case kind == "WHERE" && !t.like && slices.Contains(engine.WhereKeys(), t.field):
		return t.field
	case kind == "UNSET" && slices.Contains(unsettable, t.field), kind == "SET" && isSettable:
		return t.field
	case slices.Contains(formsOf(t.word), kind), kind == t.field, kind == "ANY" && t.isKind:
		return kind
	}
	return ""
}

// fieldName returns the field that -field prints for a thing, or "".
func (t *thing) fieldName() string {
	switch {
	case isParam(t.word), (t.field == "query" || t.field == "params") && t.value:
		return "param[NAME]"
	case t.field == "port" && !t.has:
		return "port_number"
	}
	return t.field
}

// isParam reports whether a word in the singular means a parameter, and its name follows.
func isParam(word string) bool { return slices.Contains(guessOf("param", "param").words, word) }

// lineOfThings returns the line for the action and its things, or "" if it is not sure.
func (c *correction) lineOfThings() string {
	hasKey := slices.ContainsFunc(c.things, func(t thing) bool { return t.as("BY") != "" })
	if c.action == "dedupe" && hasKey && strings.Contains(strings.Join(c.flags, " "), "-count") {
		c.action = "count"
	}
	fields, isUnknown := c.addThings()
	hasFlags := slices.ContainsFunc(c.flags, hasValue)
	lacksThing := !hasFlags || c.not && len(c.values) > 0 || c.isMissing(c.action)
	if c.line == "" && len(c.settings)+len(fields) == 0 && lacksThing {
		hasFlags = c.addValues()
	}
	isUnsure := c.typed.name == "" && (c.action == "split" || c.action == "convert") && len(c.fields)+len(fields) == 0 &&
		len(c.values) > 0 && !strings.Contains(strings.Join(c.values, ""), ".") // as in get colour
	switch with := guessOf("with", c.action); {
	case c.line != "":
		return c.line
	case with != nil && isUnknown, isUnsure:
		return ""
	case with != nil:
		return c.lineWith(with.line, hasFlags)
	case isUnknown && (c.isWeak() || isCommand(c.action)):
		c.fields = append(c.fields, fields...)
	}
	if c.typed.name == c.action && c.action != "" && c.action != "expand" { // which has no IN
		return c.action + " IN"
	}
	return lineOf(cmp.Or(c.action, "split"))
}

// lineWith returns the line of an action that needs flags or settings, or another line of the action if there are none.
func (c *correction) lineWith(line string, hasFlags bool) string {
	isChange := func(text string) bool { return hasValue(text) && !c.isCondition(text) }
	if len(c.settings) == 0 && !(hasFlags && !strings.HasPrefix(line, "set")) && !slices.ContainsFunc(c.flags, isChange) {
		return lineOf(c.action)
	}
	settings := append([]string{""}, slices.Compact(c.settings)...)
	return strings.Replace(line, " SET", strings.Join(settings, " "), 1)
}

// hasValue reports whether the text of a flag, such as -where host=VALUE, has its value after a space.
func hasValue(text string) bool { return strings.Contains(text, " ") }

// addThings adds what the things are after the action. It returns the fields among them, and whether the tables do not have
// some of the things there.
func (c *correction) addThings() (fields []string, isUnknown bool) {
	list := thing{}
	for _, t := range c.things {
		t.file = !t.value && c.files > 1 // of which one may be the input
		t.others = slices.Concat(t.others, c.values)
		_, kind, _ := c.guessFor(t)
		switch field := t.fieldName(); {
		case field != "" && (kind == "" || kind == "FIELD" || kind == "FIELDS" || kind == "BY"):
			list.word, list.flag = cmp.Or(list.word, t.word), t.flag
			if !slices.Contains(fields, field) {
				fields = append(fields, field)
			}
		case !c.addThing(t):
			isUnknown = true
		}
	}
	list.field = strings.Join(fields, ",")
	return fields, isUnknown || list.field != "" && !c.addThing(list)
}

// addValues adds what the values are after the action, or else the files, or the kind of the input. It reports whether the
// tables have one of them there.
func (c *correction) addValues() bool {
	value := thing{not: c.not, has: c.has}
	if len(c.values) > 0 {
		value.word, value.others, value.isKind = kindOfText(c.values[0]), c.values[1:], true
	}
	return c.addThing(value) || c.addThing(thing{word: c.ending, not: c.not}) ||
		c.addThing(thing{word: c.inputs(), not: c.not, has: c.has})
}

// addThing adds the flags, the setting or the line of the guess for a thing after the action, and reports whether there is
// one.
func (c *correction) addThing(t thing) bool {
	text, _, ok := c.guessFor(t)
	where, isWhere := strings.CutPrefix(text, "-where ")
	switch {
	case t.field == "port" && isNumber(t.text):
		text = strings.Replace(text, "VALUE", t.text, 1)
	case t.value && isWhere:
		text = "-where " + whereText(where, t.text)
	case t.value && strings.HasPrefix(text, "-unset "):
		text = strings.Replace(text, "NAME", shown(t.text, "NAME"), 1)
	case strings.Contains(text, "SCOPE") && c.hasList():
		c.takeList()
	}
	c.addText(text, t.flag && c.action == "") // as in params --values
	return ok
}

// guessFor returns the line of the guess for a thing after the action, and the kind of the thing there.
func (c *correction) guessFor(t thing) (line, kind string, ok bool) {
	actions := []string{c.action}
	isAlone := c.action == "" && len(c.flags) == 0 && !t.value
	isList := isAlone && (t.word == "params" && c.files > 0 || t.word == "query" && c.refs)
	switch {
	case c.action == "exclude":
		actions[0], t.not = "filter", true
	case t.not && isGuess("compares", c.action):
		actions[0], t.not = "ignore", false
	}
	if c.typed.name == "" {
		actions = append([]string{"~" + c.action}, actions...)
	}
	if c.isText {
		actions = append([]string{"text-" + c.action}, actions...)
	}
	if c.isWeak() && (t.field == "" || isList) {
		actions = append(actions, "*")
	}
	for _, action := range actions {
		for _, g := range guessesOn()[action] {
			if kind := t.kindIn(g.words); kind != "" {
				return strings.ReplaceAll(g.line, kind, t.as(kind)), kind, true
			}
		}
	}
	return "", "", false
}
