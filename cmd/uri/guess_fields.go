package main

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// fieldOf returns the field of split that a word names, or "". A "." before the word, as in jq, does not count, nor does
// what get-host and query-only have beside the name.
func fieldOf(word string) string {
	word = strings.TrimPrefix(word, ".")
	if !strings.Contains(word, "[") && splitCommand.hasField(word) {
		return word
	}
	if fieldGuesses[word] != "" {
		return fieldGuesses[word]
	}
	verb, name, ok := strings.Cut(word, "-")
	if ok && slices.Contains([]string{"get", "show", "print", "only", "just"}, verb) {
		return fieldOf(name)
	}
	if name, ok := strings.CutSuffix(word, "-only"); ok {
		return fieldOf(name)
	}
	return ""
}

// changeOf returns the line that a word such as no-query, strip-port or set-host means, or "".
func changeOf(word string) string {
	verb, name, _ := strings.Cut(word, "-")
	_, isSettable := settable.Find(name)
	if !isSettable && !slices.Contains(unsettable, name) {
		name = cmp.Or(fieldOf(name), name)
		_, isSettable = settable.Find(name)
	}
	switch {
	case isSettable && slices.Contains([]string{"set", "change", "replace", "with", "update"}, verb):
		return "set " + name + "=VALUE IN"
	case slices.Contains(unsettable, name) && slices.Contains([]string{"no", "strip", "remove", "drop", "delete", "without", "clear"}, verb):
		return "set -unset " + name + " IN"
	}
	return ""
}

// fieldsOf returns the fields of split that a list with commas names, or nil if a part of it is no field.
func fieldsOf(list string) (names []string) {
	for word := range strings.SplitSeq(list, ",") {
		if fieldOf(word) == "" {
			return nil
		}
		names = append(names, fieldOf(word))
	}
	return names
}

var splitCommand = &command{name: "split", verb: splitVerb}

// fieldsIn returns the fields of split that text names, as in "host,path" and "{scheme}://{host}".
func fieldsIn(text string) (names []string) {
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("{}, :/?#", r) }) {
		if field := fieldOf(word); field != "" && !slices.Contains(names, field) {
			names = append(names, field)
		}
	}
	return names
}

// keysIn returns the keys that the value of -field means: those of the command in its dialect, or else those of split.
func (c *command) keysIn(list string, web bool) (names []string) {
	formats := &splitVerb.Formats
	if c.verb != nil {
		formats = &c.verb.Formats
		if variant := c.verb.InDialect[dialect.Web]; web && variant != nil {
			formats = variant
		}
	}
	var known []string
	for _, key := range formats.Keys {
		if isPrinted(&key) && key.With == nil {
			known = append(known, key.Name)
		}
	}
	for word := range strings.FieldsFuncSeq(list, func(r rune) bool { return r == ',' || r == ' ' }) {
		if family, _, _ := strings.Cut(word, "["); splitCommand.hasField(family + "[") {
			names = append(names, family+"[VALUE]")
			continue
		}
		for _, name := range append([]string{word, fieldOf(word)}, namesOf(word)...) {
			if slices.Contains(known, name) {
				names = append(names, name)
				word = ""
				break
			}
		}
		if near := cmp.Or(engine.Nearest(word, known), fieldOf(word)); near != "" {
			names = append(names, near)
		}
	}
	return names
}

// namesOf returns the guesses for a field.
func namesOf(field string) (words []string) {
	for word, name := range fieldGuesses {
		if name == field {
			words = append(words, word)
		}
	}
	return words
}

// isPrinted reports whether -field prints the value of a key.
func isPrinted(k *engine.Key) bool { return k.Extra || !k.Nested }

// hasField reports whether -field of the command takes a name.
func (c *command) hasField(name string) bool {
	return c.verb != nil && slices.ContainsFunc(c.verb.Keys, func(k engine.Key) bool {
		family, _, _ := strings.Cut(name, "[")
		return k.With == nil && k.Name == name && isPrinted(&k) || k.With != nil && family != name && strings.HasPrefix(k.Name, family+"[")
	})
}

// fieldIn returns the field that an argument names where people forget -field, or "". Arguments of other commands may
// be words that are also fields.
func (c *command) fieldIn(arg string) string {
	switch c.name {
	case "", "split":
		return strings.Join(fieldsOf(arg), ",")
	case "check", "normalize":
		if fieldOf(arg) == arg {
			return arg
		}
	}
	return ""
}
