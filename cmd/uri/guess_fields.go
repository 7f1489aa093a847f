package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// fieldOf returns the field of split that a word names, or "". A "." before the word, as in jq, does not count. A parameter
// or a segment may have a name, as in query.id, params[id] and segment[1].
func fieldOf(word string) string {
	if family := familyOf(word); family != "" {
		return family
	}
	for _, form := range formsOf(strings.TrimPrefix(strings.ToLower(word), ".")) {
		if !strings.Contains(form, "[") && splitCommand.hasField(form) {
			return form
		}
		if g := guessOf("field", strings.ReplaceAll(form, "_", "-")); g != nil {
			return g.line
		}
	}
	return ""
}

// fieldsIn returns the fields of split that text names, as in "host,path", "{scheme}://{host}", "{{.host}}" and "%d%p".
func fieldsIn(text string) (names []string) {
	text = rewritten(text, map[string]bool{"%": true})
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("{}, /?#", r) }) {
		key, isKey := strings.CutPrefix(strings.TrimSuffix(word, ":"), ".")
		field := fieldOf(key)
		switch {
		case field != "":
		case isKey: // as in .hsot
			field = nearest(key, printedNames(splitVerb.Keys))
		case len(names) > 0 && strings.Contains(text, ",") && identifier.MatchString(word): // as in host,path,id
			field = "param[NAME]"
		}
		if field != "" && !slices.Contains(names, field) {
			names = append(names, field)
		}
	}
	return names
}

// familyOf returns the field of a parameter or a segment with a name, or "". Only segments and labels have numbers.
func familyOf(word string) string {
	i := strings.IndexAny(word, "[.:")
	if i <= 0 || i+1 == len(word) {
		return ""
	}
	name, index := word[:i], strings.Trim(word[i:], "[.:]")
	family := strings.TrimSuffix(name, "s")
	switch {
	case isParam(name), fieldOf(name) == "query", fieldOf(name) == "params":
		return "param[NAME]"
	case !splitCommand.hasField(family + "["):
		return ""
	case isNumber(index):
		return family + "[" + index + "]"
	}
	return family + "[N]"
}

// identifier matches a word that may be the name of a parameter.
var identifier = regexp.MustCompile(`^[\pL_][\pL\d_-]*$`)

// placeholder matches a field in a text such as "{scheme}://{host}" and "{{.host}}".
var placeholder = regexp.MustCompile(`{+[^{}]*}+`)

// addTemplate adds a text with placeholders: by -format if it has more than one field, or by -field. A template that is
// right stays.
func (c *correction) addTemplate(text string) {
	text = rewritten(text, map[string]bool{"%": true})
	template := placeholder.ReplaceAllStringFunc(text, func(field string) string {
		return "{{." + strings.Join(fieldsIn(field), "") + "}}"
	})
	other := placeholder.ReplaceAllString(text, "")
	isSafe := strings.Trim(other, ":/?#@.,;&=-_+| ") == "" && !strings.Contains(template, "[") &&
		!strings.Contains(template, "{{.}}")
	isRight := template == text && strings.Contains(text, "{{") && flagsOf(c.typed.name).Lookup("format") != nil
	c.known = c.known || !isRight
	if c.action == "format" { // its line is for words without a field
		c.action = "split"
	}
	fields := fieldsIn(text)
	format := "-format '" + strings.ReplaceAll(template, ":{{.port}}", ":{{.port_number}}") + "'" // ":" alone is no port
	switch {
	case isRight && !isSafe:
		c.flags = append(c.flags, "-format VALUE")
	case !isRight && (!isSafe || len(fields) == 1):
		c.fields = append(c.fields, fields...)
	case isGuess("searches", c.typed.name):
		c.line = c.typed.name + " IN | uri split " + format
	default:
		c.flags = append(c.flags, format)
	}
}

var splitCommand = &command{name: "split", verb: splitVerb}

// keysIn returns the keys that the value of -field means: those of the command in its dialect, or else those of split.
func (c *command) keysIn(list string, web bool) (names []string) {
	verb := cmp.Or(c.verb, splitVerb)
	known := printedNames(verb.Keys)
	if web && verb.Web != nil {
		known = printedNames(verb.Web.Keys)
	}
	for word := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		field := fieldOf(word)
		if slices.Contains(known, word) {
			field = word
		} else if i := slices.IndexFunc(known, func(name string) bool { return field != "" && fieldOf(name) == field }); i >= 0 {
			field = known[i]
		} else if familyOf(word) == "" {
			field = cmp.Or(engine.Nearest(word, known), field)
		}
		if field != "" {
			names = append(names, field)
		}
	}
	return names
}

// printedNames returns the names of the keys without an argument that -field prints.
func printedNames(keys []engine.Key) (names []string) {
	for _, key := range keys {
		if isPrinted(&key) && key.With == nil {
			names = append(names, key.Name)
		}
	}
	return names
}

// isPrinted reports whether -field prints the value of a key.
func isPrinted(k *engine.Key) bool { return k.Extra || !k.Nested }

// hasField reports whether -field of the command takes a name.
func (c *command) hasField(name string) bool {
	return c.verb != nil && slices.ContainsFunc(c.verb.Keys, func(k engine.Key) bool {
		family, _, _ := strings.Cut(name, "[")
		return k.With == nil && k.Name == name && isPrinted(&k) ||
			k.With != nil && family != name && strings.HasPrefix(k.Name, family+"[")
	})
}

// fieldIn returns the fields that an argument names where people forget -field, or "". Arguments of other commands may be
// words that are also fields.
func (c *command) fieldIn(arg string) string {
	list := strings.Join(fieldsOf(arg), ",")
	if c.name == "" || c.name == "split" || list == arg && isGuess("fielded", c.name) {
		return list
	}
	return ""
}

// fieldsOf returns the fields of split that a list with commas names, or nil if a part of it is no field.
func fieldsOf(list string) (names []string) {
	for _, word := range fieldWords(list) {
		if fieldOf(word) == "" {
			return nil
		}
		names = append(names, fieldOf(word))
	}
	return names
}

// fieldWords returns the words of a list such as host,path and host:path.
func fieldWords(list string) []string {
	return strings.FieldsFunc(list, func(r rune) bool { return r == ',' || r == ':' })
}
