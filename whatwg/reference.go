package whatwg

import "github.com/urispan/uri/internal/octet"

// Scheme returns the scheme that browsers find in input, in lower case. If they find none, they read input as relative
// to a base URL, and ok is false.
//
// Browsers look for a scheme after spaces and C0 controls at the start, and ignore tabs and newlines anywhere:
//
//	whatwg.Scheme(" Java\nscript:alert(1)") // "javascript", true
//	whatwg.Scheme("/a:b")                   // "", false
//
// An input with a scheme is not always absolute: "https:a" is relative if the scheme of the base URL is "https". An
// input without a scheme can lead to any site: see [SameOriginRef]. The result does not mean that [Parse] accepts
// input. If input is longer than Parse accepts, ok is false.
//
// Scheme takes time linear in len(input). It allocates the scheme unless input begins with it in lower case. (Section
// 4.4, scheme start state and scheme state.)
func Scheme(input string) (scheme string, ok bool) {
	var m machine
	m.init(Parser{})
	defer m.free()
	if !m.readTrimmed(input) || m.readScheme() == noSchemeState {
		return "", false
	}
	if n := len(m.scheme()); n <= len(input) && input[:n] == string(m.scheme()) {
		return input[:n], true
	}
	return string(m.scheme()), true
}

// readScheme cleans the input, runs the scheme start state and the scheme state, and returns the state after them.
func (m *machine) readScheme() state {
	m.clean()
	s := schemeStartState
	for s == schemeStartState || s == schemeState {
		s = m.step(s)
	}
	return s
}

// SameOriginRef reports whether input is a relative reference that keeps the origin of every http and https base URL.
// If so, ok is true, and ref is the reference in a normal form. Otherwise ref is "".
//
// ok is true if input has neither a scheme nor a host, as browsers read it:
//
//	whatwg.SameOriginRef(" ../a b?c=d")        // "../a%20b?c=d", true
//	whatwg.SameOriginRef("#")                  // "#", true
//	whatwg.SameOriginRef("///example.com/")    // "", false
//	whatwg.SameOriginRef(`/\example.com/`)     // "", false
//	whatwg.SameOriginRef("/\t/example.com/")   // "", false
//	whatwg.SameOriginRef("https:example.com/") // "", false
//	whatwg.SameOriginRef("mailto:a@b.example") // "", false
//
// So false does not mean that input has a host. An input with a scheme, which [Scheme] returns, may have none: parse it
// and see whether Hostname is empty.
//
// Every base URL b with the scheme http or https resolves ref and input to the same URL, so b.Parse(ref) equals
// b.Parse(input). ref has no spaces or C0 controls around it, and no tabs or newlines. In its path, "/" replaces "\".
// Characters are percent-encoded as in an href, in UTF-8, so ref consists of visible US-ASCII, without "<", ">" and
// `"`. Dot segments remain, because they depend on the base URL. SameOriginRef(ref) returns ref.
//
// With a base URL of another scheme, such as "file:///", "data:," and "javascript:", browsers read some references
// differently. A base element can change the base URL of a page.
//
// SameOriginRef takes time linear in len(input). It allocates ref if that differs from input. (Section 4.4, no scheme
// state, relative state and relative slash state.)
func SameOriginRef(input string) (ref string, ok bool) {
	var m machine
	m.init(Parser{})
	defer m.free()
	if !m.readTrimmed(input) || m.readScheme() != noSchemeState {
		return "", false
	}
	m.special = true // the relative state copies the scheme of the base URL, http or https
	if m.isSlash(m.c()) {
		m.skipSlash()
		if m.relativeSlash() != pathState {
			return "", false // an authority follows
		}
	}
	m.pointer = octet.Next(m.input, 0, "?#")
	m.reserve(3 * m.pointer)
	m.out = pathSet.AppendText(m.out[:0], m.input[:m.pointer])
	replaceBackslashes(m.out)
	if !m.run(m.afterPath()) || m.isTooLong() {
		return "", false
	}
	if string(m.out) == input {
		return input, true
	}
	return string(m.out), true
}
