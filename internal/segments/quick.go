package segments

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
