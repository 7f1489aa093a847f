package main

import (
	"cmp"
	"flag"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// addFlag adds a flag that its command has, with its value.
func (c *correction) addFlag(f *flag.Flag, value string) {
	if where, n := condition([]string{value}); n > 0 && f.Name == "where" {
		c.known = c.known || where != value
		value = where
	}
	switch {
	case f.Name == "text":
		c.addText(f, value)
	case f.Name == "field":
		c.addFieldNames(value)
	case f.Name == "format" && c.addFormatOrTemplate(value):
	case f.Name == "patterns" && c.addPatterns(value):
	case f.Name == "where" && c.addConditionOfWords(value):
	default:
		c.addFlagWithValue(f, value)
	}
}

// addText adds the flag -text, with its value if that is one.
func (c *correction) addText(f *flag.Flag, value string) {
	c.inText, c.known = "-text", c.known || c.absolute
	if choice, _ := f.Value.(*engine.Choice); choice.Has(value) {
		c.inText += "=" + value
	}
}

// addFieldNames adds the fields that a value of -field names. A value that names none is the key of a record.
func (c *correction) addFieldNames(value string) {
	names := c.typed.keysIn(value, c.web)
	isOther := func(name string) bool { return !c.typed.hasField(name) }
	c.fields = append(c.fields, names...)
	if len(names) == 0 {
		c.column = "key"
		return
	}
	c.known = c.known || strings.Join(names, ",") != value || c.hasInput && slices.ContainsFunc(names, isOther)
}

// addFormatOrTemplate adds a value of -format, and reports whether it is a word such as json, or a template.
func (c *correction) addFormatOrTemplate(value string) bool {
	switch {
	case c.addFormat(value):
		c.known = true
		return true
	case c.again || len(fieldsIn(value)) > 0 && !strings.Contains(value, "{{if"):
		c.addTemplate(value)
		isWrong := func(field string) bool { return fieldOf(strings.Trim(field, "{} ")) == "" && len(fieldsIn(field)) > 0 }
		hasWrong := slices.ContainsFunc(placeholder.FindAllString(value, -1), isWrong)
		c.known = c.known || !strings.Contains(value, "{{") || hasWrong
		return true
	}
	return false
}

// addPatterns adds a value of -patterns, and reports whether it is a list of hosts or a pattern in place of a file.
func (c *correction) addPatterns(value string) bool {
	file := new(correction)
	file.look(value)
	switch {
	case c.isMissing("match") && file.hosts > 0:
		c.line, c.known = lineOf("scope"), true
		return true
	case file.paths > 0:
		c.flags, c.known = append(c.flags, "-patterns <(sed 's,^/,*://*:*/,' PATTERNS)"), true
		return true
	case engine.IsFile(value):
		return false
	}
	text, _, _ := c.guessFor(thing{word: kindOfText(value), isKind: true})
	text = cmp.Or(text, guessOf("match", "PATTERN").line)
	c.known = true
	if text[0] == '-' {
		c.flags = append(c.flags, text)
	} else {
		c.line = text
	}
	return true
}

// addConditionOfWords adds a value of -where such as path~=x or has-params, and reports whether it is one.
func (c *correction) addConditionOfWords(value string) bool {
	if strings.Contains(value, "~=") {
		c.action, c.known = "filter", true
		c.addArgument(value)
		return true
	}
	return !strings.Contains(value, "=") && c.addWords(value, false)
}

// addFlagWithValue adds a flag with its value if that is a word of the tables, or else with a placeholder. It adds a
// value that is a guess, a field or a file for the command without the flag.
func (c *correction) addFlagWithValue(f *flag.Flag, value string) {
	choice, _ := f.Value.(*engine.Choice)
	isChosen := choice != nil && choice.Has(value)
	isWrong := choice != nil && choice.Words != nil && !isChosen
	text := "-" + f.Name
	g := cmp.Or(guessOf("value", c.typed.name+"-"+f.Name), guessOfValue(f.Name, value))
	switch {
	case engine.IsBoolean(f):
		if isChosen {
			text += "=" + value
		}
	case f.Name == "count" && value == "-":
		text = "-o /dev/null -count -"
	case isGuess(c.typed.name, value) && (f.Name == "by" || isWrong || f.Name == "keep" && isGuess("kept", value)):
		c.addGuess(guessOf(c.typed.name, value), "")
		return
	case f.Name == "unset":
		text += " " + c.namesUnset(value)
	case isGuess("word", value):
		text += " " + quoted(value)
	case g != nil:
		text += " " + c.showValue(g, f.Name, value)
	case c.addFieldsOf(f, value):
		return
	case isChosen:
		text += " " + value
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

// guessOfValue returns the guess for the value of a flag, or nil. A list of -where is @SCOPE there.
func guessOfValue(name, value string) *guess {
	g := cmp.Or(guessOf("value", name+"="+strings.TrimSuffix(keyOf(value), "!")), guessOf("value", name))
	if _, list, _ := strings.Cut(value, "="); name == "where" && (strings.HasPrefix(list, "@") || engine.IsFile(list)) {
		g = &guess{line: strings.Replace(g.line, "VALUE", "@SCOPE", 1)}
	}
	return g
}

// namesUnset returns the value of -unset with names of parameters in brackets. Names of components stay.
func (c *correction) namesUnset(list string) string {
	names := engine.SplitKeys(list)
	for i, name := range names {
		param, isParam := strings.CutPrefix(strings.TrimSuffix(name, "]"), "param[")
		if slices.Contains(unsettable, name) {
			continue
		}
		if !isTracking(param) {
			param = "NAME"
		}
		names[i], c.known = "param["+param+"]", c.known || !isParam
	}
	return quoted(strings.Join(slices.Compact(names), ","))
}

// keyOf returns the key of a value such as key=x, key!=x or key[x]=y, with the "!".
func keyOf(value string) string {
	key, _, _ := strings.Cut(strings.ReplaceAll(value, "[", "="), "=")
	return key
}

// showValue returns the value of a flag as its guess shows it. A file in the place of the value is the input.
func (c *correction) showValue(g *guess, name, value string) string {
	key := keyOf(value)
	switch {
	case strings.HasSuffix(key, "!"):
		return quoted(strings.Replace(g.line, "=", "!=", 1))
	case g.line == "NAME":
		return namesShown(value)
	}
	isForgotten := !c.again && engine.IsFile(value) // the value is
	if isForgotten {
		c.addFile(value)
	}
	c.known = c.known || isForgotten || name == "param" && (!strings.Contains(value, "=") || key == "*")
	return g.line
}

// addFieldsOf adds the fields that the value of a flag of dedupe or split names, as in -by host and -only host, and
// reports whether it names some. A word of -key or -only is no field.
func (c *correction) addFieldsOf(f *flag.Flag, value string) bool {
	choice, _ := f.Value.(*engine.Choice)
	fields := fieldsOf(value)
	isOther := choice == nil || !choice.Has(value)
	switch {
	case fields == nil:
		return false
	case c.typed.name == "dedupe" && (f.Name == "by" || f.Name == "key" && isOther):
		c.addFields(fields)
		c.known = c.known || f.Name == "by" || strings.Join(fields, ",") != value
	case c.typed.name == "split" && choice != nil && isOther:
		c.fields, c.known = append(c.fields, fields...), true
	default:
		return false
	}
	return true
}
