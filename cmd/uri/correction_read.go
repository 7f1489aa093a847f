package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// comparison matches a condition such as "scheme != https".
var comparison = regexp.MustCompile(`^\s*([\pL_.-]+)\s*(!=|==|=|!~|=~|~|\s(?:is\s+not|isnt|is|not|in|` +
	`contains|includes|like|matches|(?:starts|begins|ends)\s+with)\s)\s*(\S.*)$`)

// condition returns the arguments of a condition as one argument, such as scheme!=https, and how many they are, or "".
func condition(args []string) (text string, n int) {
	n = min(1, len(args))
	if len(args) > 2 && fieldOf(args[0]) != "" && !strings.Contains(args[0], " ") {
		for n = 2; n < len(args)-1 && slices.Contains([]string{"not", "=", "with"}, args[n]); {
			n++
		}
		n++
	}
	m := comparison.FindStringSubmatch(strings.Join(args[:n], " "))
	if m == nil || fieldOf(m[1]) == "" {
		return "", 0
	}
	operator := guessOf("operator", strings.Join(strings.Fields(m[2]), "-"))
	return m[1] + operator.line + m[3], n
}

// conditions returns the conditions that text has between "and" or commas, or nil.
func conditions(text string) []string {
	parts := conjunction.Split(text, -1)
	for _, part := range parts {
		if _, n := condition([]string{part}); n == 0 {
			return nil
		}
	}
	return parts
}

var conjunction = regexp.MustCompile(`,\s*|\s+and\s+|\s*&&\s*`)

// read reads the arguments.
func (c *correction) read(args []string) {
	for len(args) > 0 {
		isFilter := c.action == "filter" || c.action == "find" && c.typed.name == ""
		if parts := conditions(args[0]); len(parts) > 1 && isFilter {
			args = append(parts, args[1:]...)
		}
		if text, n := condition(args); n > 0 && isFilter {
			c.action = "filter"
			c.addArgument(text)
			args = args[n:]
			continue
		}
		if text, n := condition(args[1:]); n > 0 && (args[0] == "where" || args[0] == "and") && c.action == "split" && len(c.things) > 0 {
			c.addFlag(splitVerb.FlagSet().Lookup("where"), text)
			args = args[1+n:]
			continue
		}
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			c.refs = c.refs || len(args) > 0
			return
		case engine.HasDash(arg) && (!isNumber(arg) || arg == "-0" || isGuess(c.action, arg[1:])):
			if takes := c.addFlagOf(arg, args); takes {
				args = args[1:]
			} else {
				c.afterFlag = true
			}
		default:
			c.addArgument(arg)
		}
	}
}

// isNumber reports whether an argument is a number, such as -1.
func isNumber(arg string) bool { return strings.Trim(arg, "-0123456789") == "" && len(arg) < 5 }
