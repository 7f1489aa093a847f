// Package glance has quick checks on a reference and its ranges: that nothing in it needs normalizing (normal.go), and
// that nothing in it needs inspection by an audit (audit.go). Both are true of nearly all references on the web. A
// glance may say no where that is quicker; packages uri and guard then inspect the reference and decide.
package glance

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
)

func offsetsOf(r *fsm.Ranges) *ranges.Offsets { return (*ranges.Ranges)(r).Offsets() }

// webStart returns the offset of the authority if s begins with "https://" or "http://", and 0 otherwise.
func webStart(s string) int {
	const https, http = "https://", "http://"
	switch {
	case len(s) >= len(https) && s[:len(https)] == https:
		return len(https)
	case len(s) >= len(http) && s[:len(http)] == http:
		return len(http)
	}
	return 0
}
