// Package glance has quick checks over a reference and its ranges: that there is nothing to normalize in it (normal.go),
// and that there is nothing to audit (audit.go). Both are true of nearly all references of the web. A check may answer
// no where that is quicker. Packages uri and guard then inspect the reference, and decide.
package glance

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
)

func offsetsOf(r *fsm.Ranges) *ranges.Offsets { return (*ranges.Ranges)(r).Offsets() }

// webStart returns where the authority of s begins if s begins with "https://" or "http://", otherwise 0.
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
