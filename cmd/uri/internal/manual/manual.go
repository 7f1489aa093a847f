// Package manual writes the manual page of the command and the scripts that complete its arguments in shells. It
// derives them from the help and the flags, so they cannot differ from these.
package manual

import "flag"

// A Manual describes the command.
type Manual struct {
	Usage    string    // the help text of the whole command
	Common   string    // the text about all commands that work on references
	Commands []Command // sorted by name
}

// A Command is a choice of the first argument.
type Command struct {
	Name, Usage string
	Flags       *flag.FlagSet
	Words       []string // the values of its argument, if it takes only certain words
}
