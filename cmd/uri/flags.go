package main

import (
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
)

// This file reads the flags of the verbs. Its errors show no argument: if the value of a flag was forgotten, the next
// argument takes its place, and that may be a URL with a password. Errors name flags that are defined, and what these
// want, which is the usage text of their definition.

// noValue is what a boolean flag wants.
const noValue = "no value"

// errValue is the error of a flag whose value is wrong. The flag's usage text says what it wants.
var errValue = errors.New("wrong value")

// parseFlags sets the flags in args, by the rules of package flag, and returns the arguments after them. The error is
// flag.ErrHelp if help was asked for.
func parseFlags(fs *flag.FlagSet, args []string) (rest []string, err error) {
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' {
		arg := args[0]
		args = args[1:]
		if arg == "--" {
			break
		}
		name, value, hasValue := splitFlag(arg)
		f := fs.Lookup(name)
		switch {
		case f == nil && (name == "h" || name == "help"):
			return nil, flag.ErrHelp
		case f == nil:
			return nil, undefinedFlag(fs, name)
		case hasValue:
		case isBoolean(f):
			value = "true"
		case len(args) == 0:
			return nil, fmt.Errorf("-%s: missing value: want %s", f.Name, f.Usage)
		default:
			value, args = args[0], args[1:]
		}
		if fs.Set(f.Name, value) != nil {
			return nil, fmt.Errorf("-%s: want %s", f.Name, f.Usage)
		}
	}
	return args, nil
}

// splitFlag returns the parts of an argument of the form -NAME, -NAME=VALUE, --NAME or --NAME=VALUE.
func splitFlag(arg string) (name, value string, hasValue bool) {
	name = strings.TrimPrefix(arg, "-")
	name = strings.TrimPrefix(name, "-")
	return strings.Cut(name, "=")
}

// isBoolean reports whether f takes its value only after a "=".
func isBoolean(f *flag.Flag) bool {
	b, ok := f.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// undefinedFlag returns the error for a flag that is not in fs. It shows the name if another verb has such a flag.
func undefinedFlag(fs *flag.FlagSet, name string) error {
	known := ""
	for _, verb := range verbNames() {
		if flagsOf(verb).Lookup(name) != nil {
			known = ": -" + name
		}
	}
	wanted := "no flag"
	if names := namesOf(fs); len(names) > 0 {
		wanted = listed(names, "or")
	}
	return fmt.Errorf("flag not defined%s: want %s", known, wanted)
}

// flagsOf returns the flags of a verb.
func flagsOf(name string) *flag.FlagSet {
	if v := verbs[name]; v != nil {
		return newFlags(v, new(options))
	}
	if t := topics()[name]; t.flags != nil {
		return t.flags()
	}
	return flag.NewFlagSet(name, flag.ContinueOnError)
}

// refusedFlag is the usage text of a flag that a verb defines only to say why it does not have it.
const refusedFlag = "refused"

// namesOf returns the names of the flags in fs with their "-", sorted.
func namesOf(fs *flag.FlagSet) (names []string) {
	fs.VisitAll(func(f *flag.Flag) {
		if f.Usage != refusedFlag {
			names = append(names, "-"+f.Name)
		}
	})
	return names
}

// lateFlag returns the name of a flag that comes after a reference, where no "--" says that it is a reference. The
// args are all arguments, and rest those after the flags.
func lateFlag(fs *flag.FlagSet, args, rest []string) (name string, ok bool) {
	if slices.Contains(args, "--") {
		return "", false
	}
	for _, arg := range rest {
		name, _, _ = splitFlag(arg)
		if strings.HasPrefix(arg, "-") && fs.Lookup(name) != nil {
			return name, true
		}
	}
	return "", false
}
