package main

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// People join an action and an object, as in strip-utm, topDomains and -ignore-trailing-slash.

// inScope begins a line that chooses the hosts of a file.
const inScope = `check -where "host=$(paste -sd, FILE)" -field input`

// objectGuesses maps the action that a word in commandGuesses stands for, and the word after it, to lines, as in
// "strip utm", "strip-utm" and -strip-utm. The names of fields need none: see correction.narrow.
var objectGuesses = []guess{
	{on: "remove", words: "utm utms tracking trackers gclid fbclid", line: "normalize -drop @tracking IN"},
	{on: "remove", words: "duplicate duplicates dupes", line: "dedupe IN"},
	{on: "remove", words: "empty", line: "normalize -drop-empty IN"},
	{on: "remove", words: "slash slashes trailing", line: "normalize IN | sed 's,/$,,'"},
	{on: "remove", words: "index", line: "normalize -key page IN"},
	{on: "remove", words: "www", line: "normalize IN | sed 's,//www[.],//,'"},
	{on: "remove", words: "redirect redirects", line: "unwrap IN"},
	{on: "remove", words: "secret secrets token tokens", line: "redact IN"},
	{on: "remove", words: "param parameter params parameters", takes: true, line: "set -unset 'param[VALUE]' IN"},
	{on: "append", words: "param parameter params parameters query utm", takes: true, line: "set -param VALUE=VALUE IN"},
	{on: "append", words: "slash trailing", line: "set -append '' IN"},
	{on: "append", words: "scheme protocol http", line: "normalize -no-scheme IN"},
	{on: "replace", words: "param parameter params parameters query", takes: true, line: "set -param VALUE=VALUE IN"},
	{on: "uniq", words: "param params parameters names", line: "dedupe -key names IN"},
	{on: "count", words: "param params parameters keys names", line: "split -json -field params IN | jq -r '.params | keys[]' | sort | uniq -c | sort -rn"},
	{on: "count", words: "unique uniq distinct", line: "dedupe IN | wc -l"},
	{on: "count", words: "duplicate duplicates dupes", line: "dedupe -c IN"},
	{on: "sort", words: "param params parameters query", line: "normalize -sort-query IN"},
	{on: "json", words: "param params parameters query querystring qs", line: "split -field params IN"},
	{on: "get", words: "duplicate duplicates dupes", line: "dedupe -repeated IN"},
	{on: "extract", words: "duplicate duplicates dupes", line: "dedupe -repeated IN"},
	{on: "test", words: "duplicate duplicates dupes", line: "dedupe -repeated IN"},
	{on: "test", words: "fragment fragments anchor anchors", line: "links -missing IN"},
	{on: "test", words: "ssrf xss security safe safety phishing homograph", line: "check -audit IN"},
	{on: "extract", words: "link links href hrefs", line: "links IN"},
	{on: "extract", words: "email emails mails", line: "find -emails -scheme mailto IN"},
	{on: "extract", words: "ip ips", line: "find -ips IN"},
	{on: "extract", words: "param parameter", takes: true, line: "find IN | uri split -field 'param[VALUE]'"},
	{on: "get", words: "param parameter", takes: true, line: "split -field 'param[VALUE]' IN"},
	{on: "get", words: "link links href hrefs", line: "links IN"},
	{on: "extract", words: "image images img imgs", line: "links -json IN | jq -r 'select(.element == \"img\").url'"},
	{on: "get", words: "image images img imgs", line: "links -json IN | jq -r 'select(.element == \"img\").url'"},
	{on: "get", words: "urls", line: "find IN"},
	{on: "test", words: "link links", line: "links -missing IN"},
}

// does reports whether the line is that of a word of commandGuesses.
func (c *correction) does(word string) bool { return c.guessed && c.base == commandGuesses[word] }

// objectOf returns the guess for a word after that of the command, or nil.
func (c *correction) objectOf(word string) *guess {
	i := slices.IndexFunc(objectGuesses, func(g guess) bool {
		return c.does(g.on) && slices.Contains(strings.Fields(g.words), word)
	})
	if i < 0 {
		return nil
	}
	return &objectGuesses[i]
}

// isPattern reports whether an argument is text to search for, such as a host or "id=", and no address or file.
func isPattern(arg string) bool {
	return !strings.HasPrefix(arg, "-") && strings.ContainsAny(strings.Trim(arg, "."), ".=") && !strings.Contains(arg, "/") && !engine.IsFile(arg)
}

// quoted returns a list of fields as the shell needs it.
func quoted(fields string) string {
	if strings.Contains(fields, "[") {
		return "'" + fields + "'"
	}
	return fields
}

// compoundOf returns the words of a compound such as strip-utm and topDomains: first an action or else a field, and then
// the objects. It returns nil if the tables have no such words.
func compoundOf(name string) []string {
	var spaced []rune
	for _, c := range name {
		if unicode.IsUpper(c) {
			spaced = append(spaced, '-')
		}
		spaced = append(spaced, unicode.ToLower(c))
	}
	words := strings.FieldsFunc(string(spaced), func(c rune) bool { return c == '-' || c == '_' })
	if len(words) < 2 {
		return nil
	}
	isAction := func(word string) bool {
		return actionOf(word) != "" && (word == words[0] || commandGuesses[word] != commandGuesses["ping"] && !slices.Contains([]string{"only", "file", "files", "list", "urls", "folder", "dir"}, word))
	}
	i := slices.IndexFunc(words, isAction)
	if i >= 0 && isWeak(words[i]) {
		isStrong := func(word string) bool { return isAction(word) && !isWeak(word) && commandGuesses[word] != "" }
		if j := slices.IndexFunc(words, isStrong); j >= 0 {
			i = j
		}
	}
	if i < 0 {
		for i = len(words) - 1; i >= 0 && (fieldOf(words[i]) == "" || fieldOf(words[i]) == "input"); i-- {
		}
		if i < 0 {
			return nil
		}
		return []string{fieldOf(words[i])}
	}
	return slices.Concat([]string{actionOf(words[i])}, words[:i], words[i+1:])
}

// isKnown reports whether the tables have all words of a compound with an action.
func isKnown(words []string) bool {
	return len(words) > 1 && !slices.ContainsFunc(words, func(word string) bool { return actionOf(word) == "" && fieldOf(word) == "" })
}

// isWeak reports whether an action says less than the word after it, as in find-broken and make-absolute.
func isWeak(action string) bool {
	return slices.ContainsFunc([]string{"extract", "get", "test", "build"}, func(weak string) bool {
		return commandGuesses[actionOf(action)] == commandGuesses[weak]
	})
}

// actionOf returns a word of commandGuesses with the meaning of a word, or "".
func actionOf(word string) string {
	switch name := cmp.Or(aliases[word], word); {
	case commandGuesses[word] != "":
		return word
	case name == "find":
		return "extract"
	case name == "dedupe":
		return "uniq"
	case name == "check":
		return "test"
	case name == "split":
		return "get"
	case name == "encode":
		return "urlencode"
	case name == "decode":
		return "urldecode"
	case name == "redact":
		return "mask"
	}
	return ""
}

// addParts makes the line of a compound the line, and reports whether it has an action with an object.
func (c *correction) addParts(words []string) bool {
	if len(words) < 2 {
		return false
	}
	before := *c
	c.start(words[0])
	hasObject := false
	for _, word := range words[1:] {
		ok, _ := c.narrow(word)
		if g := findGuess(flagGuesses, c.name, word); !ok && g != nil && g.on != "" && !g.takes {
			c.addGuess(g, "")
			ok = true
		}
		hasObject = hasObject || ok
	}
	if !hasObject {
		*c = before
	}
	return hasObject
}

// start makes the line of a word of commandGuesses the line.
func (c *correction) start(word string) {
	c.base, c.guessed = commandGuesses[word], true
	c.set(c.base)
}
