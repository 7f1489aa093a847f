package segments

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
)

// QuickPath is a quick check. It returns what [Cursor].Run finds in the path of a URI. It declines a path with a
// percent-encoding: then ok is false.
func QuickPath(path string) (h Set, ok bool) {
	for i := range len(path) {
		switch path[i] {
		case '%':
			return 0, false
		case ';':
			h |= Semicolon
		case '/':
			if i > 0 && path[i-1] == '/' {
				h |= DoubleSlash
			}
		case '.':
			if i == 0 || path[i-1] == '/' {
				h |= dotSegmentAt(path, i)
			}
		}
	}
	return h, true
}

// dotSegmentAt returns the hazard of the segment at path[i:], which begins with ".".
func dotSegmentAt(path string, i int) Set {
	if i++; i < len(path) && path[i] == '.' {
		i++
	}
	if i == len(path) || path[i] == '/' || path[i] == ';' {
		return DotSegment
	}
	return 0
}

// QuickQuery is a quick check. It returns what [Cursor].Run finds in the query of a URI. It looks at the ";" and the
// percent-encodings alone, and declines a query that may have a dot segment: then ok is false.
func QuickQuery(query string) (h Set, ok bool) {
	if strings.IndexByte(query, ';') >= 0 {
		h = Semicolon
	}
	separators := Set(0)
	for i := octet.NextPercent(query, 0); i < len(query); {
		if !octet.IsEncoded(query[i:]) {
			return 0, false
		}
		end := i + len("%41")
		switch b := octet.At(query, i); {
		case harmless[b]:
		case b >= utf8.RuneSelf:
			var found Set
			end, found = character(query, i)
			h |= found
		case b == '.':
			return 0, false
		case b == '/':
			separators |= EncodedSlash
		case b == '\\':
			separators |= EncodedBackslash
		case b == ';':
			separators |= EncodedSemicolon
		case b == 0:
			separators |= EncodedNUL
		case b == '%':
			if hexdigsEnd(query, end) > 0 {
				h |= DoubleEncoding
			}
		default:
			h |= controlHazard(b)
		}
		i = octet.NextPercent(query, end)
	}
	return h | separators, separators == 0 || !strings.Contains(query, "..")
}
