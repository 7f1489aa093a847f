package uri

import (
	"fmt"

	"github.com/urispan/uri/internal/octet"
)

// This file reads a port as a number. Default ports are in scheme.go.

// These are made once, so that returning them allocates nothing.
var (
	errPortUndefined = fmt.Errorf("%w: the port is undefined", ErrNoPort)
	errPortEmpty     = fmt.Errorf("%w: the port is empty", ErrNoPort)
)

// PortNumber returns the port as a number (RFC 3986, section 3.2.3). Leading zeros are allowed. If the port is
// undefined or empty, the error wraps [ErrNoPort]; if it is larger than 65535, the error is [ErrPortRange]. Nothing is
// allocated.
func (u URI) PortNumber() (uint16, error) { return portNumber(u.Port()) }

func portNumber(port string, ok bool) (uint16, error) {
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
