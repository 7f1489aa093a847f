//go:build (amd64 || arm64) && !purego

package fsm

import (
	"strings"
	"testing"
)

// TestHTTPWithoutVector checks that the results are the same on a processor without vector instructions.
func TestHTTPWithoutVector(t *testing.T) {
	was := maxVector
	maxVector = 0
	defer func() { maxVector = was }()
	for _, s := range append(conformance(t), httpTemplates...) {
		checkHTTP(t, s)
		checkHTTP(t, "/"+strings.TrimLeft(s, "/"))
	}
}
