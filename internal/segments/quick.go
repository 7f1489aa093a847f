package segments

// QuickPath is a quick check. It returns what [Cursor].Run finds in the path of a URI, and whether the path has a dot
// segment without parameters. It declines a path with a percent-encoding: then ok is false.
func QuickPath(path string) (h Set, plainDots, ok bool) {
	for i := range len(path) {
		switch path[i] {
		case '%':
			return 0, false, false
		case ';':
			h |= Semicolon
		case '/':
			if i > 0 && path[i-1] == '/' {
				h |= DoubleSlash
			}
		case '.':
			if i == 0 || path[i-1] == '/' {
				dots, isPlain := dotSegmentAt(path, i)
				h, plainDots = h|dots, plainDots || isPlain
			}
		}
	}
	return h, plainDots, true
}

// dotSegmentAt returns the hazard of the segment at path[i:], which begins with ".", and whether it is a dot segment
// without parameters.
func dotSegmentAt(path string, i int) (h Set, isPlain bool) {
	if i++; i < len(path) && path[i] == '.' {
		i++
	}
	switch {
	case i == len(path) || path[i] == '/':
		return DotSegment, true
	case path[i] == ';':
		return DotSegment, false
	}
	return 0, false
}
