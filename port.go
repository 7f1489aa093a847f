package uri

import (
	"errors"
	"fmt"
)

// Errors that [URI.PortNumber] returns, plain or wrapped: test for them with [errors.Is].
var (
	// ErrNoPort says that the port is undefined or empty. Both mean the default port of the scheme, if it has one
	// (RFC 3986, section 3.2.3): see [DefaultPort].
	ErrNoPort = errors.New("no port number")

	// ErrPortRange says that the port is larger than 65535. RFC 3986 sets no limit, but TCP and UDP do.
	ErrPortRange = errors.New("port number out of range: larger than 65535")
)

// These are made once, so that returning them allocates nothing.
var (
	errPortUndefined = fmt.Errorf("%w: the port is undefined", ErrNoPort)
	errPortEmpty     = fmt.Errorf("%w: the port is empty", ErrNoPort)
)

// PortNumber returns the port as a number (RFC 3986, section 3.2.3). Leading zeros are allowed. If the port is
// undefined or empty, the error wraps [ErrNoPort]; if it is larger than 65535, the error is [ErrPortRange]. Nothing is
// allocated.
func (u URI) PortNumber() (uint16, error) {
	port, ok := u.Port()
	if !ok {
		return 0, errPortUndefined
	}
	if port == "" {
		return 0, errPortEmpty
	}
	n := uint32(0)
	for i := range len(port) {
		// n is at most 65535 here, so that this cannot overflow.
		if n = n*10 + uint32(port[i]-'0'); n > 65535 {
			return 0, ErrPortRange
		}
	}
	return uint16(n), nil
}
