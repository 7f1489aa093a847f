//go:build !(amd64 || arm64) || purego

package whatwg

import "github.com/urispan/uri/internal/ranges"

// scanVector always returns false: this build uses no vector instructions.
func scanVector(string, *ranges.Offsets) bool { return false }
