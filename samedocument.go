package uri

import "strings"

// SameDocument reports whether ref is a same-document reference where u is the base (RFC 3986, section 4.4): whether u
// and the target of ref, as [URI.Resolve] returns it, have the same text apart from their fragments. To recognize more
// references, normalize u and ref first. If u has no scheme, SameDocument assumes that its scheme is not that of ref:
// then a ref with a scheme is not a same-document reference. SameDocument allocates nothing, and takes linear time.
func (u URI) SameDocument(ref URI) bool {
	path, rel := u.Path(), ref.Path()
	_, authority := u.Authority()
	if !authority && strings.HasPrefix(path, slashGuard+"//") {
		path = path[len(slashGuard):] // resolution adds the guard last
	}
	n := 0
	switch whole := ref.IsAbs() || ref.IsNetworkPath(); {
	case ref.IsAbs() && ref.Scheme() != u.Scheme(), whole && !sameAuthority(u, ref):
		return false
	case whole, strings.HasPrefix(rel, "/"):
	case rel == "":
		_, ok := ref.Query()
		return !ok || sameQuery(u, ref)
	case authority && path == "":
		return false // the path of the target begins with "/"
	default:
		n = strings.LastIndexByte(path, '/') + 1
		if hasDotSegment(path[:n]) {
			return false // the path of the target has no dot segments
		}
	}
	return sameQuery(u, ref) && leadsTo(path, n, rel)
}

func sameAuthority(u, v URI) bool {
	a, ok := u.Authority()
	b, defined := v.Authority()
	return a == b && ok == defined
}

func sameQuery(u, v URI) bool {
	a, ok := u.Query()
	b, defined := v.Query()
	return a == b && ok == defined
}

// leadsTo reports whether path is the result of removing the dot segments from path[:n]+rel. path[:n] is empty or ends
// with "/", and has no dot segments.
func leadsTo(path string, n int, rel string) bool {
	strays := 0 // the number of segments after path[:n] that differ from those of path
	for rel != "" {
		segment := rel
		if i := strings.IndexByte(rel, '/'); i >= 0 {
			segment = rel[:i+1]
		}
		switch dots := dotSegment(rel, 0); {
		case dots == 2 && strays > 1:
			strays--
		case dots == 2 && n+strays > 0:
			if strays == 0 {
				n = strings.LastIndexByte(path[:n-1], '/') + 1
			}
			if strays = 0; n == 0 {
				// Removing the first segment leaves a "/", even if the path did not begin with one.
				if !strings.HasPrefix(path, "/") {
					return false
				}
				n = 1
			}
		case dots > 0:
		case strays == 0 && strings.HasPrefix(path[n:], segment):
			n += len(segment)
		default:
			strays++
		}
		rel = rel[len(segment):]
	}
	return strays == 0 && n == len(path)
}
