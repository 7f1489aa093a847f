package main

import (
	"cmp"
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// People type a name of another program, or of the thing that they want, before they read the help. The file guesses.txt
// maps such words to lines that work.
//
//go:embed guesses.txt
var guessFile string

// A guess is a row of the file.
type guess struct {
	on    []string
	words []string
	takes bool // a flag has a value
	line  string

	pattern func() *regexp.Regexp // of a row of patternKinds; compiled when it is needed
}

// patternKinds lists the kinds of rows that have a regular expression in place of words. In rows "line", \n separates two
// arguments.
const patternKinds = "line % kind finish hosts listed plain page files requests rest folder port same others remark "

// guesses returns the rows of the file. The command needs them only if it does not know an argument.
var guesses = sync.OnceValue(func() (list []*guess) {
	for row := range strings.Lines(guessFile) {
		words, line, _ := strings.Cut(strings.TrimSpace(row), " =>")
		i := strings.Index(words, ": ")
		on := words[:max(i, 0)]
		words, takes := strings.CutSuffix(strings.TrimLeft(words[i+1:], " "), " VALUE")
		if words != "" && row[0] != '#' {
			g := &guess{on: strings.Split(on, " "), words: strings.Fields(words), takes: takes, line: strings.TrimPrefix(line, " ")}
			if strings.Contains(patternKinds, on+" ") {
				g.pattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(strings.ReplaceAll(words, `\n`, `\x00`)) })
			}
			if on == "line" {
				g.line = strings.ReplaceAll(g.line, " ", "\x00")
			}
			list = append(list, g)
		}
	}
	return list
})

// guessesOn maps actions and kinds to their rows.
var guessesOn = sync.OnceValue(func() map[string][]*guess {
	rows := map[string][]*guess{}
	for _, g := range guesses() {
		for _, on := range g.on {
			rows[on] = append(rows[on], g)
		}
	}
	return rows
})

// hasAny reports whether one of the forms of a word is one of the words of the guess.
func (g *guess) hasAny(forms []string) bool {
	return slices.ContainsFunc(forms, func(form string) bool { return slices.Contains(g.words, form) })
}

// guessOf returns the first guess with a word after an action, or nil.
func guessOf(on, word string) *guess {
	list, forms := guessesOn()[on], formsOf(word)
	if i := slices.IndexFunc(list, func(g *guess) bool { return g.hasAny(forms) }); i >= 0 {
		return list[i]
	}
	return nil
}

// isGuess reports whether there is a guess with a word after an action.
func isGuess(on, word string) bool { return guessOf(on, word) != nil }

// actionOf returns the name of the action that a word means, or "".
func actionOf(word string) string {
	return cmp.Or(guessOf("", word), &guess{words: []string{""}}).words[0]
}

// lineOf returns the line of an action, which may be a command that no guess names.
func lineOf(action string) string {
	return cmp.Or(guessOf("", action), &guess{line: action + " IN"}).line
}

// rewritten returns text with what the patterns of the rows of some kinds match replaced by their lines, one row after the
// other in their order in the file.
func rewritten(text string, isKind map[string]bool) string {
	for _, g := range guesses() {
		if isKind[g.on[0]] {
			text = g.pattern().ReplaceAllString(text, g.line)
		}
	}
	return text
}

// isKnownWord reports whether the tables have a word, so that a message may show it.
func isKnownWord(word string) bool {
	forms := formsOf(word)
	return fieldOf(word) != "" || slices.ContainsFunc(guesses(), func(g *guess) bool { return g.hasAny(forms) })
}

// firstWords returns the words that need no others, and that word may misspell: fields, and actions and things if it is
// long. A short word is near to many.
func firstWords(word string) (names []string) {
	for _, g := range guesses() {
		if len(word) > 4 && slices.ContainsFunc(g.on, func(on string) bool { return on == "" || on == "*" || on == "field" }) {
			names = append(names, g.words...)
		}
	}
	names = append(names, printedNames(splitVerb.Keys)...)
	slices.Sort(names)
	return names
}

// wordsOf returns the words of text such as strip-utm, topDomains, url2host and host,path.
func wordsOf(text string) []string {
	text = strings.ToLower(camel.ReplaceAllString(text, "$1-$2"))
	return strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("-_,. 2", c) })
}

// camel matches the place between two words of topDomains.
var camel = regexp.MustCompile(`(\p{Ll})(\p{Lu})`)

// formsOf returns a word, and then its American spelling and its singular if they differ.
func formsOf(word string) []string {
	forms := []string{word}
	for _, end := range [][2]string{{"ise", "ize"}, {"s", ""}, {"ies", "y"}, {"es", ""}} {
		if stem, ok := strings.CutSuffix(word, end[0]); ok && len(stem) > 1 {
			forms = append(forms, stem+end[1])
		}
	}
	return forms
}

// nearest returns the name that word probably misspells by one slip, or else the only one that it begins, or "". More slips
// often make another word: strict is no strip.
func nearest(word string, names []string) string {
	near := engine.Nearest(word, names)
	if near != "" && near != word && near[0] == word[0] && (strings.HasPrefix(near, word) || engine.Slips(word, near, 2) == 1) {
		return near
	}
	return ""
}

// isNoise reports whether a word says nothing about the line.
func isNoise(word string) bool { return word == "" || isNumber(word) || isGuess("noise", word) }
