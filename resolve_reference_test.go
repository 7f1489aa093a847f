package uri_test

import (
	"slices"
	"strings"
)

// Tests compare resolution with this reference, which is made to be read: the pseudocode of RFC 3986, sections 5.2.2 to
// 5.2.4 and 5.3, word by word and on strings. Steps that are not in the RFC are apart, in referenceResolve.

// A part is a component: its text, and whether it is defined.
type part struct {
	text    string
	defined bool
}

// fiveParts are the "five main components" of section 5.2.1. The path always is defined.
type fiveParts struct{ scheme, authority, path, query, fragment part }

func newFiveParts(s string) fiveParts {
	p := splitReference(s)
	of := func(c span) part { return part{c.of(s), c.Defined} }
	return fiveParts{of(p.Scheme), of(p.Authority), of(p.Path), of(p.Query), of(p.Fragment)}
}

// referenceTransform is section 5.2.2, where removeDotSegments is the routine of 5.2.4.
func referenceTransform(base, r fiveParts, strict bool, removeDotSegments func(string) string) (t fiveParts) {
	if !strict && strings.EqualFold(r.scheme.text, base.scheme.text) {
		r.scheme = part{}
	}
	if r.scheme.defined {
		t.scheme = r.scheme
		t.authority = r.authority
		t.path.text = removeDotSegments(r.path.text)
		t.query = r.query
	} else {
		if r.authority.defined {
			t.authority = r.authority
			t.path.text = removeDotSegments(r.path.text)
			t.query = r.query
		} else {
			if r.path.text == "" {
				t.path = base.path
				if r.query.defined {
					t.query = r.query
				} else {
					t.query = base.query
				}
			} else {
				if strings.HasPrefix(r.path.text, "/") {
					t.path.text = removeDotSegments(r.path.text)
				} else {
					t.path.text = referenceMerge(base, r)
					t.path.text = removeDotSegments(t.path.text)
				}
				t.query = r.query
			}
			t.authority = base.authority
		}
		t.scheme = base.scheme
	}
	t.fragment = r.fragment
	t.path.defined = true
	return t
}

// referenceMerge is section 5.2.3.
func referenceMerge(base, r fiveParts) string {
	if base.authority.defined && base.path.text == "" {
		return "/" + r.path.text
	}
	return base.path.text[:strings.LastIndex(base.path.text, "/")+1] + r.path.text
}

// A dotStep is a state of section 5.2.4: the name of the last step, and the two buffers after it.
type dotStep struct{ name, output, input string }

// referenceRemoveDotSegments is section 5.2.4. It also returns its states: the first has the buffers at the beginning,
// and the last has the result.
func referenceRemoveDotSegments(path string) (result string, steps []dotStep) {
	input, output, name := path, "", "" // 1
	steps = append(steps, dotStep{name, output, input})
	for input != "" { // 2
		switch {
		case strings.HasPrefix(input, "../"):
			name, input = "A", input[len("../"):]
		case strings.HasPrefix(input, "./"):
			name, input = "A", input[len("./"):]
		case strings.HasPrefix(input, "/./"):
			name, input = "B", "/"+input[len("/./"):]
		case input == "/.":
			name, input = "B", "/"
		case strings.HasPrefix(input, "/../"):
			name, input = "C", "/"+input[len("/../"):]
			output = output[:max(strings.LastIndex(output, "/"), 0)]
		case input == "/..":
			name, input = "C", "/"
			output = output[:max(strings.LastIndex(output, "/"), 0)]
		case input == ".", input == "..":
			name, input = "D", ""
		default:
			end := len(input)
			if i := strings.Index(input[1:], "/"); i >= 0 {
				end = 1 + i
			}
			name, input, output = "E", input[end:], output+input[:end]
		}
		steps = append(steps, dotStep{name, output, input})
	}
	return output, steps // 3
}

// referenceRecompose is section 5.3.
func referenceRecompose(t fiveParts) string {
	result := ""
	if t.scheme.defined {
		result += t.scheme.text + ":"
	}
	if t.authority.defined {
		result += "//" + t.authority.text
	}
	result += t.path.text
	if t.query.defined {
		result += "?" + t.query.text
	}
	if t.fragment.defined {
		result += "#" + t.fragment.text
	}
	return result
}

// firstAboveRoot returns the index of the first segment ".." of the path that found no segment to remove, or -1. Step E
// would have put something into the output buffer.
func firstAboveRoot(path string) int {
	_, steps := referenceRemoveDotSegments(path)
	for i, step := range steps[1:] {
		before := steps[i] // of the whole, because the range begins after the first step
		above := step.name == "C" && before.output == "" ||
			step.name == "A" && strings.HasPrefix(before.input, "../") ||
			step.name == "D" && before.input == ".."
		if above {
			// No step but E shortens the input by other than a segment and its "/", so that these can be counted.
			return strings.Count(path, "/") - strings.Count(strings.TrimPrefix(before.input, "/"), "/")
		}
	}
	return -1
}

// segmentOffset returns the offset of a segment in a path, counted as firstAboveRoot does.
func segmentOffset(path string, segment int) (offset int) {
	for range segment {
		offset += strings.Index(path[offset:], "/") + 1
	}
	return offset
}

// A resolution has the options of referenceResolve. They are the flags of uri.Resolution.
type resolution struct{ nonStrict, encodedDots, refuseAboveRoot bool }

// A resolved is its answer.
type resolved struct {
	target string

	// The path in target, and that of the pseudocode.
	path, unguarded string

	// The other fields, without a target: the base, or else the reference, is refused for the ".." at the offset.
	refused, baseRefused bool
	offset               int
}

// referenceResolve resolves ref against base as the RFC says, with the choices of o, and with "/." before a path that
// would be read as an authority.
func referenceResolve(base, ref string, o resolution) (a resolved) {
	b, r := newFiveParts(base), newFiveParts(ref)
	plain := func(path string) string { return path }
	if o.encodedDots {
		plain = decodeDotSegments
	}
	if o.refuseAboveRoot {
		dir := referenceMerge(b, fiveParts{})
		if segment := firstAboveRoot(plain(dir)); segment >= 0 {
			offset := splitReference(base).Path.Lo + segmentOffset(dir, segment)
			return resolved{refused: true, baseRefused: true, offset: offset}
		}
	}
	var removed string
	t := referenceTransform(b, r, !o.nonStrict, func(path string) string {
		removed = path
		result, _ := referenceRemoveDotSegments(plain(path))
		return result
	})
	if o.refuseAboveRoot {
		if segment := firstAboveRoot(plain(removed)); segment >= 0 {
			inBase := len(removed) - len(r.path.text)
			offset := splitReference(ref).Path.Lo + segmentOffset(removed, segment) - inBase
			return resolved{refused: true, offset: offset}
		}
	}
	a.unguarded = t.path.text
	if !t.authority.defined && strings.HasPrefix(t.path.text, "//") {
		t.path.text = "/." + t.path.text
	}
	a.path = t.path.text
	a.target = referenceRecompose(t)
	return a
}

// decodeDotSegments returns the path with "%2E" decoded in the segments that are dot segments then.
func decodeDotSegments(path string) string {
	segments := strings.Split(path, "/")
	for i, segment := range segments {
		decoded := strings.ReplaceAll(strings.ReplaceAll(segment, "%2E", "."), "%2e", ".")
		if slices.Contains([]string{".", ".."}, decoded) {
			segments[i] = decoded
		}
	}
	return strings.Join(segments, "/")
}

// referenceResolveRelative resolves against a relative base, which RFC 3986 does not have: the dot segments of the base
// are removed first, and a ".." of a relative-path reference that finds nothing to remove stays.
func referenceResolveRelative(base, ref string, encodedDots bool) string {
	plain := func(path string) string { return path }
	if encodedDots {
		plain = decodeDotSegments
	}
	b, r := newFiveParts(base), newFiveParts(ref)
	rootless := !b.authority.defined && !strings.HasPrefix(b.path.text, "/")
	withoutDots := func(path string) string {
		if path == "" {
			return ""
		}
		if rootless && !r.scheme.defined && !r.authority.defined && !strings.HasPrefix(path, "/") {
			return withoutDotsForHierarchicalBases(plain(path))
		}
		result, _ := referenceRemoveDotSegments(plain(path))
		return result
	}
	if rootless && b.path.text != "" {
		b.path.text = withoutDotsForHierarchicalBases(plain(b.path.text))
	} else {
		b.path.text, _ = referenceRemoveDotSegments(plain(b.path.text))
	}
	t := referenceTransform(b, r, true, withoutDots)
	if !t.authority.defined && strings.HasPrefix(t.path.text, "//") {
		t.path.text = "/." + t.path.text
	}
	return referenceRecompose(t)
}
