package urlpattern

import (
	"errors"
	"strconv"
)

// An Error describes why a pattern is refused. Functions return it as a pointer, for [errors.As]. It holds no part of
// the pattern.
type Error struct {
	// Component is the component with the fault.
	Component Component

	// Offset is where the fault begins, in bytes. For [New] it is an offset in the constructor string. For [NewInit] it
	// is an offset in the pattern of the component.
	Offset int

	// Reason describes the fault, such as "the modifier follows no group".
	Reason string

	// Unsupported is true if the pattern may be valid by the standard, but a regular expression in it has a feature that
	// this package does not support. The error then matches [errors.ErrUnsupported].
	Unsupported bool
}

// Error returns a message such as "urlpattern: pathname: the group is not closed at byte 4".
func (e *Error) Error() string {
	text := "urlpattern: " + e.Component.String() + ": "
	if e.Unsupported {
		text += "unsupported: "
	}
	return text + e.Reason + " at byte " + strconv.Itoa(e.Offset)
}

// Is reports whether target is [errors.ErrUnsupported] and e.Unsupported is true.
func (e *Error) Is(target error) bool { return e.Unsupported && target == errors.ErrUnsupported }
