package engine

import (
	"errors"
	"flag"
	"fmt"
	"strings"
)

// Errors about flags show no argument: if the value of a flag was forgotten, the next argument takes
// its place, and that may be a URL with a password. Errors name only flags that are defined, with the values that they
// take.

// The usage text of a flag completes the sentence "want ...".
const (
	// NoValue is the usage text of a boolean flag.
	NoValue = "no value"

	// RefusedFlag is the usage text of a flag that a command does not support. The command defines it to give a reason
	// in an error.
	RefusedFlag = "refused"
)

// ErrValue reports a wrong value of a flag. The usage text of the flag describes the values that it takes.
var ErrValue = errors.New("wrong value")

// ParseFlags sets the flags in args, by the rules of package flag, and returns the arguments after them. The error is
// flag.ErrHelp if there is a flag for help. If a flag is not in fs, the error shows its name only if known reports that
// another command has such a flag.
func ParseFlags(fs *flag.FlagSet, args []string, known func(name string) bool) (rest []string, err error) {
	for len(args) > 0 && hasDash(args[0]) {
		if args[0] == "--" {
			return args[1:], nil
		}
		if args, err = parseFlag(fs, args, known); err != nil {
			return nil, err
		}
	}
	return args, nil
}

// ParseMixed is like ParseFlags, but flags may also follow references. After a reference, an argument with a "-" is a
// flag if fs has it or if it is a flag for help, and otherwise a reference. All arguments after a "--" are references.
// ParseMixed returns the references, and the number of those before the "--".
func ParseMixed(fs *flag.FlagSet, args []string, known func(name string) bool) (refs []string, plain int, err error) {
	for len(args) > 0 {
		name, _, _ := splitFlag(args[0])
		switch {
		case args[0] == "--":
			return append(refs, args[1:]...), len(refs), nil
		case hasDash(args[0]) && (len(refs) == 0 || fs.Lookup(name) != nil || isHelp(name)):
			if args, err = parseFlag(fs, args, known); err != nil {
				return nil, 0, err
			}
		default:
			refs, args = append(refs, args[0]), args[1:]
		}
	}
	return refs, len(refs), nil
}

// hasDash reports whether arg has the form of a flag, or is the "--" that ends flags.
func hasDash(arg string) bool { return len(arg) > 1 && arg[0] == '-' }

// parseFlag sets the flag that is the first of args, and returns the arguments after it and its value.
func parseFlag(fs *flag.FlagSet, args []string, known func(name string) bool) (rest []string, err error) {
	name, value, hasValue := splitFlag(args[0])
	rest = args[1:]
	f := fs.Lookup(name)
	switch {
	case f == nil && isHelp(name):
		return nil, flag.ErrHelp
	case f == nil:
		return nil, undefinedFlag(fs, name, known(name))
	case hasValue:
	case isBoolean(f):
		value = "true"
	case len(rest) == 0:
		return nil, fmt.Errorf("-%s: missing value: want %s", f.Name, f.Usage)
	default:
		value, rest = rest[0], rest[1:]
	}
	if fs.Set(f.Name, value) != nil {
		return nil, fmt.Errorf("-%s: want %s", f.Name, f.Usage)
	}
	return rest, nil
}

// isHelp reports whether name is the name of a flag for help.
func isHelp(name string) bool { return name == "h" || name == "help" }

// splitFlag returns the parts of an argument of the form -NAME, -NAME=VALUE, --NAME or --NAME=VALUE.
func splitFlag(arg string) (name, value string, hasValue bool) {
	name = strings.TrimPrefix(arg, "-")
	name = strings.TrimPrefix(name, "-")
	return strings.Cut(name, "=")
}

// isBoolean reports whether f takes a value only after an "=".
func isBoolean(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// undefinedFlag returns the error for a flag that is not in fs. The error shows the name if it is known.
func undefinedFlag(fs *flag.FlagSet, name string, known bool) error {
	shown := ""
	if known {
		shown = ": -" + name
	}
	wanted := "no flag"
	if names := FlagNames(fs); len(names) > 0 {
		wanted = Listed(names, "or")
	}
	return fmt.Errorf("flag not defined%s: want %s", shown, wanted)
}

// FlagNames returns the names of the flags in fs with their "-", sorted.
func FlagNames(fs *flag.FlagSet) (names []string) {
	fs.VisitAll(func(f *flag.Flag) {
		if f.Usage != RefusedFlag {
			names = append(names, "-"+f.Name)
		}
	})
	return names
}
