package uri

import (
	"errors"
	"fmt"

	"github.com/urispan/uri/internal/octet"
)

// This file reads a port as a number. Default ports are in scheme.go.

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
	value, n := octet.Uint16(port)
	if n < len(port) {
		return 0, ErrPortRange
	}
	return value, nil
}
