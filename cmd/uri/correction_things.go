package main

import (
	"cmp"
	"slices"
	"strings"
)

// lineOfThings returns the line for the action and its things, or "" if it is not sure.
func (c *correction) lineOfThings() string {
	isCount := func(text string) bool { return text == "-c" || strings.Contains(text, "-count") }
	hasKey := slices.ContainsFunc(c.things, func(t thing) bool { return t.as("BY") != "" })
	if c.action == "dedupe" && hasKey && slices.ContainsFunc(c.flags, isCount) {
		c.action = "count"
		c.flags = slices.DeleteFunc(c.flags, isCount)
	}
	with := guessOf("with", c.action)
	fields, isUnknown := c.addThings()
	hasFlags := slices.ContainsFunc(c.flags, func(text string) bool { return strings.Contains(text, " ") })
	if c.line == "" && len(c.settings)+len(fields) == 0 && !hasFlags {
		hasFlags = c.addValues()
	}
	if c.line == "" && with == nil && isUnknown && (c.isWeak() || isCommand(c.action)) {
		c.fields = append(c.fields, fields...)
	}
	switch {
	case c.line != "":
		return c.line
	case with != nil && isUnknown, len(c.fields) == 0 && (c.action == "split" || c.action == "convert") && c.typed.name == "" &&
		len(c.values) > 0 && !strings.Contains(strings.Join(c.values, ""), "."):
		return ""
	case with != nil && (len(c.settings) > 0 || hasFlags):
		return strings.Replace(with.line, " SET", strings.Join(append([]string{""}, slices.Compact(c.settings)...), " "), 1)
	case c.typed.name == c.action && with == nil && c.action != "" && c.action != "expand": // which has no IN
		return c.action + " IN"
	}
	return lineOf(cmp.Or(c.action, "split"))
}

// addThings adds what the things are after the action. It returns the fields among them, and whether the tables do not have
// some of the things there.
func (c *correction) addThings() (fields []string, isUnknown bool) {
	list := thing{}
	for _, t := range c.things {
		if t.file && c.files == 0 { // the only file is the input
			t.file, t.value = false, false
			c.files++
		}
		t.file = t.file || !t.value && c.files > 1
		t.other = t.other || len(c.values) > 0
		t.empty = t.empty || t.other && slices.Contains(c.values, "")
		_, kind, _ := c.guessFor(t)
		switch field := t.fieldName(); {
		case field != "" && (kind == "" || kind == "FIELD" || kind == "FIELDS" || kind == "BY"):
			list.word, list.flag = cmp.Or(list.word, t.word), t.flag
			if t.flag && t.value { // as in get path --segment 1
				whole := map[string][]string{"segment[N]": {"path"}, "param[NAME]": {"query", "params"}}[field]
				fields = slices.DeleteFunc(fields, func(other string) bool { return slices.Contains(whole, other) })
			}
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
	value := thing{not: c.not, has: c.has, isKind: len(c.values) > 0, other: len(c.values) > 1}
	value.empty = value.other && c.values[1] == ""
	if value.isKind {
		value.word = kindOfText(c.values[0])
	}
	return c.addThing(value) || c.addThing(thing{word: c.ending, not: c.not}) || c.addThing(thing{word: c.inputs(), not: c.not, has: c.has})
}

// addThing adds the flags, the setting or the line of the guess for a thing after the action, and reports whether there is
// one.
func (c *correction) addThing(t thing) bool {
	text, _, ok := c.guessFor(t)
	where, isWhere := strings.CutPrefix(text, "-where ")
	switch {
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
	actions := []string{"text-" + c.action, "~" + c.action, c.action, "*"}
	switch {
	case c.action == "exclude":
		actions[2] = "filter"
		t.not = true
	case t.not && isGuess("compares", c.action):
		actions[2] = "ignore"
		t.not = false
	}
	isList := (t.word == "params" && c.files > 0 || t.word == "query" && c.refs) && c.action == "" && len(c.flags) == 0 && !t.value && !t.flag
	for i, action := range actions {
		if i == 0 && !c.isText || i == 1 && c.typed.name != "" || i == 3 && !(c.isWeak() && (t.field == "" || isList)) {
			continue
		}
		for _, g := range guesses() {
			if !slices.Contains(g.on, action) {
				continue
			}
			kind := t.kindIn(g.words)
			if kind == "" {
				continue
			}
			if len(kind) > 1 && kind == strings.ToUpper(kind) {
				g.line = strings.ReplaceAll(g.line, kind, t.as(kind))
			}
			return g.line, kind, true
		}
	}
	return "", "", false
}
