package engine

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// Errors about flags show no argument: if the value of a flag was forgotten, the next argument takes
// its place, and that may be a URL with a password. Errors name only flags that are defined, with the values that they
// take.

// The usage text of a flag completes the sentence "want ...".

// NoValue is the usage text of a boolean flag.
const NoValue = "no value"

// ErrValue reports a wrong value of a flag. The usage text of the flag describes the values that it takes.
var ErrValue = errors.New("wrong value")

// ParseFlags sets the flags in args, by the rules of package flag, and returns the arguments after them. If mixed is set,
// flags may also follow arguments, and ParseFlags returns all arguments. It also returns the number of those before a
// "--", which ends the flags.
//
// The error is flag.ErrHelp if there is a flag for help. If a flag is not in fs, the error shows its name only if known
// reports that another command has such a flag.
func ParseFlags(fs *flag.FlagSet, args []string, mixed bool, known func(name string) bool) (rest []string, plain int, err error) {
	given, count := map[string]bool{}, len(args)
	for len(args) > 0 {
		switch {
		case args[0] == "--":
			return append(rest, args[1:]...), len(rest), nil
		case HasDash(args[0]):
			if args, err = parseFlag(fs, args, count-len(args)+1, given, known); err != nil {
				return nil, 0, err
			}
		case !mixed:
			return args, len(args), nil
		default:
			rest, args = append(rest, args[0]), args[1:]
		}
	}
	return rest, len(rest), nil
}

// HasDash reports whether arg has the form of a flag, or is the "--" that ends flags.
func HasDash(arg string) bool { return len(arg) > 1 && arg[0] == '-' }

// parseFlag sets the flag that is the first of args, and returns the arguments after it and its value. The flag is the
// argument with a number. The map given has the flags before it. It maps a flag to true if the flag had a value after
// "=".
func parseFlag(
	fs *flag.FlagSet, args []string, number int, given map[string]bool, known func(name string) bool,
) (rest []string, err error) {
	name, value, hasValue := SplitFlag(args[0])
	rest = args[1:]
	f := fs.Lookup(name)
	switch {
	case f == nil && (name == "h" || name == "help"):
		return nil, flag.ErrHelp
	case f == nil:
		message, wanted := fmt.Sprintf(`argument %d begins with "-" and is no flag`, number), "no flag"
		if known(name) {
			message = "flag not defined: -" + name
		}
		if names := FlagNames(fs); len(names) > 0 {
			wanted = Listed(names, "or")
		}
		return nil, &longError{message, wanted}
	case hasValue:
	case IsBoolean(f):
		value = "true"
		if c, ok := f.Value.(*Choice); ok && len(rest) > 0 && c.Has(rest[0]) { // in "uri to-uri -idna lookup", it would be a reference
			return nil, fmt.Errorf("-%s %s: write -%[1]s=%[2]s or, if %[2]s is an input, -%[1]s -- %[2]s", f.Name, rest[0])
		}
	case len(rest) == 0:
		return nil, fmt.Errorf("-%s: missing value: want %s", f.Name, f.Usage)
	default:
		value, rest = rest[0], rest[1:]
	}
	if had, again := given[name]; again && !mayRepeat(f, had || hasValue) {
		return nil, fmt.Errorf("-%s: given twice", f.Name)
	}
	given[name] = hasValue
	switch err := fs.Set(f.Name, value); {
	case errors.As(err, new(FileError)):
		return nil, fmt.Errorf("-%s: %w", f.Name, err)
	case err != nil:
		return nil, fmt.Errorf("-%s: want %s", f.Name, f.Usage)
	}
	return rest, nil
}

// A FileError is an error about a file that the value of a flag names.
type FileError struct{ Err error }

// Error implements error.
func (e FileError) Error() string { return e.Err.Error() }

// RepeatedFunc defines a flag that calls set with its value, and that may be given more than once, because each use adds
// to the value. A second use of another flag would silently replace the first one.
func RepeatedFunc(fs *flag.FlagSet, name, usage string, set func(text string) error) {
	fs.Var(&Choice{Repeats: true, SetText: set}, name, usage)
}

// mayRepeat reports whether f may be given again. A boolean flag may, unless it has a value.
func mayRepeat(f *flag.Flag, hasValue bool) bool {
	c, ok := f.Value.(*Choice)
	return ok && c.Repeats || IsBoolean(f) && !hasValue
}

// SplitFlag returns the parts of an argument of the form -NAME, -NAME=VALUE, --NAME or --NAME=VALUE.
func SplitFlag(arg string) (name, value string, hasValue bool) {
	name = strings.TrimPrefix(arg, "-")
	name = strings.TrimPrefix(name, "-")
	return strings.Cut(name, "=")
}

// IsBoolean reports whether f takes a value only after an "=".
func IsBoolean(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// FlagNames returns the names of the flags in fs with their "-", sorted.
func FlagNames(fs *flag.FlagSet) (names []string) {
	fs.VisitAll(func(f *flag.Flag) {
		names = append(names, "-"+f.Name)
	})
	return names
}

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
	fs.Var(list.choice(value, false), name, Listed(list.Names(), "or"))
}

// GluedVar defines a flag that takes one of the words after a "=", or no value, which stands for the first word. It sets
// value.
func (list Words[T]) GluedVar(fs *flag.FlagSet, value *T, name string) {
	fs.Var(list.choice(value, true), name, Listed(list.Names(), "or")+` after a "=", or no value`)
}

// choice returns the Choice of a word, which sets value.
func (list Words[T]) choice(value *T, glued bool) *Choice {
	return &Choice{Words: list.Names(), Glued: glued, SetText: func(word string) error {
		found, ok := list.Find(word)
		if !ok {
			return ErrValue
		}
		*value = found
		return nil
	}}
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
func (c *Choice) Set(text string) error {
	if c.Glued && text == "true" { // no value, for package flag
		text = c.Words[0]
	}
	return c.SetText(text)
}

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
		words = SplitList(text)
	}
	return !slices.ContainsFunc(words, func(word string) bool { return !slices.Contains(c.Words, word) })
}

// Nearest returns the name that word probably misspells, or else the only one that it begins, or "".
func Nearest(word string, names []string) string {
	best, fewest := "", 3
	for _, name := range names {
		if n := Slips(strings.ToLower(word), name, fewest); n < fewest && 2*n < len(name) {
			best, fewest = name, n
		}
	}
	begins := func(name string) bool { return len(word) > 2 && strings.HasPrefix(name, word) }
	if i := slices.IndexFunc(names, begins); best == "" && i >= 0 && !slices.ContainsFunc(names[i+1:], begins) {
		return names[i]
	}
	return best
}

// Slips returns the optimal string alignment distance of a and b, or limit if it is larger: the number of bytes that are
// missing, added, wrong or swapped with the next. The time grows by 4 times with each limit.
func Slips(a, b string, limit int) int {
	for a != "" && b != "" && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	if a == "" || b == "" || limit == 0 {
		return min(limit, len(a)+len(b))
	}
	n := min(Slips(a[1:], b, limit-1), Slips(a, b[1:], limit-1), Slips(a[1:], b[1:], limit-1))
	if len(a) > 1 && len(b) > 1 && a[0] == b[1] && a[1] == b[0] {
		n = min(n, Slips(a[2:], b[2:], limit-1))
	}
	return 1 + n
}
