// Package textio turns values into text and back, and reads text: names of enumerated values and flags, values that
// packages encoding and database/sql deliver as text, words of a text that is read in parts, and readers that break their
// contract.
package textio

import (
	"math/bits"
	"strconv"
	"strings"
)

// Name returns names[i]. If i is out of range, it returns the type and the number, such as "Reason(99)", or "" if
// typeName is "".
func Name[T ~uint8](names []string, i T, typeName string) string {
	switch {
	case int(i) < len(names):
		return names[i]
	case typeName == "":
		return ""
	}
	return typeName + "(" + strconv.Itoa(int(i)) + ")"
}

// Must returns the result of parse for s. If there is an error, it panics with its text after prefix.
func Must[T any](prefix string, parse func(s string) (T, error), s string) T {
	result, err := parse(s)
	if err != nil {
		panic(prefix + err.Error())
	}
	return result
}

// Flags returns the name of each flag in set, in order and separated by commas, or "none" if set is 0. names lists the
// names of the flags from the lowest bit up. A flag without a name is written as a shift, such as "Changes(1<<15)" if
// typeName is "Changes".
func Flags(set uint64, typeName string, names []string) string {
	if set == 0 {
		return "none"
	}
	var list []string
	for ; set != 0; set &= set - 1 {
		i := bits.TrailingZeros64(set)
		if i < len(names) {
			list = append(list, names[i])
		} else {
			list = append(list, typeName+"(1<<"+strconv.Itoa(i)+")")
		}
	}
	return strings.Join(list, ", ")
}
