package engine

import "strings"

// Words maps the words that a flag or a command takes to their values.
type Words[T any] []struct {
	Word  string
	Value T
}

// Find returns the value of word.
func (list Words[T]) Find(word string) (value T, ok bool) {
	for _, w := range list {
		if w.Word == word {
			return w.Value, true
		}
	}
	return value, false
}

// Names returns the words.
func (list Words[T]) Names() (names []string) {
	for _, w := range list {
		names = append(names, w.Word)
	}
	return names
}

// Listed joins names as in a sentence: "a, b or c".
func Listed(names []string, or string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " " + or + " " + names[last]
}
