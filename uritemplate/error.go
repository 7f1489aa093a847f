package uritemplate

import (
	"strconv"
	"strings"

	"github.com/urispan/uri/internal/textio"
)

// An Error is the place and the reason of a fault in a template, in its expansion, or in matching it. It holds names of
// variables and parts of the template, but no value.
type Error struct {
	// Offset is the offset in the template of the first byte that no template could have there, or of the variable or
	// literal that is the reason.
	Offset int

	Reason Reason

	// Name is the name of the variable, or "".
	Name string

	// Expressions are the two expressions or literals that conflict, for ReasonConflict.
	Expressions [2]string

	// Err is the error of the result as a URI-reference, for ReasonResult. Its offset is in the result.
	Err error
}

// A Reason is the reason of an [Error].
type Reason uint8

const (
	ReasonLiteral          Reason = iota + 1 // a literal has a character that literals cannot have
	ReasonExpression                         // an expression has a character that it cannot have there
	ReasonEnd                                // the template ends within an expression, a percent-encoding or a character
	ReasonReservedOperator                   // the operator is reserved for extensions (RFC 6570, section 2.2)
	ReasonPrefix                             // a prefix modifier needs a string, but the value is a list or has pairs (2.4.1)
	ReasonValue                              // a Go value is not a string, a number, a list or pairs
	ReasonTooLong                            // the expansion is longer than MaxLen
	ReasonResult                             // the expansion is not a URI-reference
	ReasonConflict                           // two expressions cannot be told apart when they are matched
	ReasonExplodeMatch                       // an exploded variable cannot be told apart from the others of its expression
	ReasonPrefixMatch                        // a prefix modifier cannot be matched: it loses a part of the value
	ReasonUndefined                          // a variable has no value (ExpandStrict)
)

var reasonNames = [...]string{
	0:                      "no error",
	ReasonLiteral:          "illegal character in literal",
	ReasonExpression:       "illegal character in expression",
	ReasonEnd:              "unexpected end",
	ReasonReservedOperator: "reserved operator",
	ReasonPrefix:           "prefix of a list or of pairs",
	ReasonValue:            "value is not a string, a number, a list or pairs",
	ReasonTooLong:          "expansion is longer than 1 MiB",
	ReasonResult:           "expansion is not a URI-reference",
	ReasonConflict:         "parts cannot be told apart",
	ReasonExplodeMatch:     "exploded variable cannot be told apart",
	ReasonPrefixMatch:      "prefix cannot be matched",
	ReasonUndefined:        "no value",
}

// String returns a few words for r, such as "reserved operator".
func (r Reason) String() string { return textio.Name(reasonNames[:], r, "Reason") }

// newError returns the error of s. Its first illegal byte is at n, or it is too short.
func newError(s string, n int) error {
	switch {
	case n >= len(s):
		return &Error{Offset: n, Reason: ReasonEnd}
	case strings.LastIndexByte(s[:n], '{') > strings.LastIndexByte(s[:n], '}'):
		return &Error{Offset: n, Reason: ReasonExpression}
	}
	return &Error{Offset: n, Reason: ReasonLiteral}
}

// Error returns a message such as "illegal character in expression at byte 4 of the template".
func (e *Error) Error() string {
	if e == nil {
		e = new(Error)
	}
	text := e.Reason.String()
	if e.Name != "" {
		text += ", variable " + e.Name
	}
	if e.Reason != ReasonValue {
		text += " at byte " + strconv.Itoa(e.Offset) + " of the template"
	}
	if e.Reason == ReasonConflict {
		text += ": " + e.Expressions[0] + " and " + e.Expressions[1]
	}
	if e.Err != nil {
		text += ": " + e.Err.Error()
	}
	return text
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error {
	if e == nil {
		return nil
	}
	return e.Err
}
