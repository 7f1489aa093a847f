package main

import (
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// A thing is a word after an action.
type thing struct {
	word, field string // field is the field that the word names, or some with commas, or ""
	not, has    bool
	value       bool   // an argument is its value
	empty       bool   // the value is empty
	other       bool   // the value is two values, such as old=new
	file        bool   // the value is the name of a file
	flag        bool   // the word is of a flag
	like        bool   // the value is a part of the text of the field
	kind        string // the kind of the value: see kindOfText
	text        string // the value, which may be a secret
	setting     bool   // the word is of an argument such as host=VALUE
	isKind      bool   // the word is the kind of an argument
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
			is := map[string]bool{"": t.value, "2": t.other, "0": t.empty, "FILE": t.file}
			return !is[part] && (part == "" || part != t.kind)
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
	name, field := t.setName(), t.fieldName()
	isParam := isParam(t.word) || (t.field == "params" || t.field == "query") && t.value
	_, isSettable := settable.Find(name)
	switch {
	case kind == "FIELD", kind == "PART", kind == "LIST" && strings.Contains(field, ","), kind == "BY" && fieldNamed(field) != nil,
		kind == "FIELDS" && strings.HasSuffix(t.word, "s") && t.word != t.field && !t.flag:
		return quoted(field)
	case kind == "SCHEME" && field == "scheme" && t.value && !t.other && !t.setting,
		kind == "PARAM" && isParam, kind == "WHERE" && isParam && !t.like:
		return "param"
	case kind == "WHERE" && !t.like && engine.IsWhereKey(t.field):
		return t.field
	case kind == "UNSET" && slices.Contains(unsettable, name), kind == "SET" && isSettable:
		return name
	case slices.Contains(formsOf(t.word), kind), kind == t.field, kind == "ANY" && t.isKind:
		return kind
	}
	return ""
}

// fieldName returns the field that -field prints for a thing, or "".
func (t *thing) fieldName() string {
	switch family, _, isFamily := strings.Cut(t.field, "["); {
	case isParam(t.word) && (t.value || t.word != "value"), (t.field == "query" || t.field == "params") && t.value:
		return "param[NAME]"
	case t.field == "port" && !t.has:
		return "port_number"
	case t.word == "segment" && !t.value:
		return "segment[-1]"
	case t.word == "segment":
		return "segment[N]"
	case isFamily && t.value && t.field != "segment[-1]": // the name of a file
		return family + "[N]"
	}
	return t.field
}

// setName returns the component of set that a thing is, or "".
func (t *thing) setName() string {
	switch _, ok := settable.Find(t.word); {
	case ok || slices.Contains(unsettable, t.word):
		return t.word
	case t.field == "username":
		return "user"
	}
	return t.field
}

// isParam reports whether a word in the singular means a parameter, and its name follows.
func isParam(word string) bool { return slices.Contains(guessOf("param", "param").words, word) }
