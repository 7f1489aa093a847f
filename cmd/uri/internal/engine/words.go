package engine

import (
	"flag"
	"slices"
	"strings"
)

// Words maps the words for a flag or an argument to values.
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

// namesSet returns the words with the value true.
func namesSet(list Words[bool]) (names []string) {
	for _, w := range list {
		if w.Value {
			names = append(names, w.Word)
		}
	}
	return names
}

// Var defines a flag that takes one of the words and sets value.
func (list Words[T]) Var(fs *flag.FlagSet, value *T, name string) {
	fs.Var(list.choice(value), name, Listed(list.Names(), "or"))
}

// GluedVar defines a flag that takes one of the words after a "=", or no value, which stands for the first word. It sets
// value.
func (list Words[T]) GluedVar(fs *flag.FlagSet, value *T, name string) {
	c := list.choice(value)
	c.Glued = true
	fs.Var(c, name, Listed(list.Names(), "or")+` after a "=", or no value`)
}

// choice returns the Choice of a word, which sets value.
func (list Words[T]) choice(value *T) *Choice {
	c := &Choice{Words: list.Names()}
	c.SetText = func(word string) error {
		if c.Glued && word == "true" { // no value, for package flag
			word = list[0].Word
		}
		found, ok := list.Find(word)
		if !ok {
			return ErrValue
		}
		*value = found
		return nil
	}
	return c
}

// A Choice is the [flag.Value] of a flag that takes certain words, or calls a function.
type Choice struct {
	Words   []string // for completion; may be nil
	List    bool     // the value is a list of words, separated by commas
	Repeats bool     // the flag may be given more than once
	Glued   bool     // the value must follow an "=", and may be left out
	SetText func(text string) error
}

// Set implements flag.Value.
func (c *Choice) Set(text string) error { return c.SetText(text) }

// String implements flag.Value.
func (c *Choice) String() string { return "" }

// IsBoolFlag reports to package flag whether the value may be left out.
func (c *Choice) IsBoolFlag() bool { return c.Glued }

// Listed joins names as in a sentence: "a, b or c".
func Listed(names []string, or string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " " + or + " " + names[last]
}

// Has reports whether text is a value of the flag.
func (c *Choice) Has(text string) bool {
	words := []string{text}
	if c.List {
		words = strings.Split(text, ",")
	}
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(c.Words, word) })
}

// Nearest returns the name that word probably misspells, or else the only one that it begins, or "".
func Nearest(word string, names []string) string {
	best, fewest := "", 0
	for _, name := range names {
		if n := Slips(strings.ToLower(word), name); n <= 2 && 2*n < len(name) && (best == "" || n < fewest) {
			best, fewest = name, n
		}
	}
	begins := func(name string) bool { return len(word) > 2 && strings.HasPrefix(name, word) }
	if i := slices.IndexFunc(names, begins); best == "" && i >= 0 && !slices.ContainsFunc(names[i+1:], begins) {
		return names[i]
	}
	return best
}

// maxSlips limits the length in bytes of the words that Slips compares. No name of a command or flag is as long.
const maxSlips = 64

// Slips returns the optimal string alignment distance of a and b: the number of bytes that are missing, added, wrong or
// swapped with the next.
func Slips(a, b string) int {
	if len(a) > maxSlips {
		return len(a)
	}
	var before, last, row [maxSlips + 1]int // rows of the table of distances: [i] is that from a[:i] to b[:j]
	for i := range row {
		row[i] = i
	}
	for j := 1; j <= len(b); j++ {
		before, last = last, row
		row[0] = j
		for i := 1; i <= len(a); i++ {
			wrong := 1
			if a[i-1] == b[j-1] {
				wrong = 0
			}
			row[i] = min(last[i]+1, row[i-1]+1, last[i-1]+wrong)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				row[i] = min(row[i], before[i-2]+1)
			}
		}
	}
	return row[len(a)]
}
