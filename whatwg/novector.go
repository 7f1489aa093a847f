//go:build !amd64 || purego

package whatwg

import (
	"github.com/urispan/uri/internal/ranges"
	"github.com/urispan/uri/internal/simd"
)

// scanVector calls scanPortable, because only amd64 has a kernel for hrefs.
func scanVector(s string, o *ranges.Offsets) simd.Known { return scanPortable(s, o) }

// scanTail calls scanTailPortable.
func scanTail(s string, n int, o *ranges.Offsets) bool { return scanTailPortable(s, n, o) }
