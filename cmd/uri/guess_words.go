package main

import (
	"slices"
	"strings"
	"unicode"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// noise has words that say nothing about the line.
var noise = strings.Fields("a all an and any are as at be by do does each endpoint every file for from full if in into is it " +
	"its just line list log me my number of on " +
	"one only or out page per please raw text than that the their them then these this to " +
	"uri url use using via what which whose within")

// negations are words that turn the meaning of the next one, as in -no-query and "without query".
var negations = strings.Fields("no not non without ignore ignoring exclude excluding except skip drop strip remove reject")

// wordsOf returns the words of text such as strip-utm, topDomains and host,path.
func wordsOf(text string) []string {
	var spaced []rune
	before := ' '
	for _, c := range text {
		if unicode.IsUpper(c) && unicode.IsLower(before) {
			spaced = append(spaced, '-')
		}
		spaced = append(spaced, unicode.ToLower(c))
		before = c
	}
	return strings.FieldsFunc(string(spaced), func(c rune) bool { return strings.ContainsRune("-_,. ", c) })
}

// formsOf returns a word, and then its American spelling and its singular if they differ.
func formsOf(word string) []string {
	forms := []string{word}
	if stem, ok := strings.CutSuffix(word, "ise"); ok {
		forms = append(forms, stem+"ize")
	}
	if stem, ok := strings.CutSuffix(word, "s"); ok && len(stem) > 1 {
		forms = append(forms, stem)
		switch {
		case strings.HasSuffix(stem, "ie"):
			forms = append(forms, strings.TrimSuffix(stem, "ie")+"y")
		case strings.HasSuffix(stem, "e"):
			forms = append(forms, strings.TrimSuffix(stem, "e"))
		}
	}
	return forms
}

// has reports whether a word, in one of its forms, is one of the words of the guess.
func (g *guess) has(word string) bool {
	words := strings.Fields(g.words)
	return slices.ContainsFunc(formsOf(word), func(form string) bool { return slices.Contains(words, form) })
}

// guessOf returns the first guess with a word after an action, or nil.
func guessOf(on, word string) *guess {
	for _, list := range [][]guess{detailGuesses, guesses} {
		i := slices.IndexFunc(list, func(g guess) bool {
			return (g.on == on || slices.Contains(strings.Fields(g.on), on)) && g.has(word)
		})
		if i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// actionOf returns the name of the action that a word means, or "".
func actionOf(word string) string {
	if g := guessOf("", word); g != nil {
		name, _, _ := strings.Cut(g.words, " ")
		return name
	}
	return ""
}

// lineOf returns the line of an action.
func lineOf(action string) string { return guessOf("", action).line }

// isNoise reports whether a word says nothing about the line.
func isNoise(word string) bool {
	return isNumber(word) || slices.ContainsFunc(formsOf(word), func(form string) bool { return slices.Contains(noise, form) })
}

// isKnownWord reports whether the tables have a word, so that a message may show it.
func isKnownWord(word string) bool {
	isIn := func(g guess) bool { return g.has(word) }
	return fieldOf(word) != "" || slices.ContainsFunc(guesses, isIn) || slices.ContainsFunc(detailGuesses, isIn)
}

// nearest returns the name that word probably misspells by one slip, or else the only one that it begins, or "". More slips
// often make another word: strict is no strip.
func nearest(word string, names []string) string {
	near := engine.Nearest(word, names)
	if near == "" || near == word || near[0] != word[0] {
		return ""
	}
	if strings.HasPrefix(near, word) {
		return near
	}
	a, b := word, near
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for a != "" && b != "" && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) <= 1 && len(b) <= 1 || len(a) == 2 && len(b) == 2 && a[0] == b[1] && a[1] == b[0] {
		return near
	}
	return ""
}
