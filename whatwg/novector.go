//go:build !(amd64 || arm64) || purego

package whatwg

import "github.com/urispan/uri/internal/ranges"

// scanVector returns false, because there are no vector instructions.
func scanVector(string, *ranges.Offsets) bool { return false }
