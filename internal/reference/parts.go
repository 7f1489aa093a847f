package reference

import "github.com/urispan/uri/fsm"

// Parts are the components of a reference. A component that is undefined is "".
type Parts struct {
	Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment string

	HasAuthority, HasUserinfo, HasQuery, HasFragment bool
}

// PartsOf returns the components of s. Each getter of a long URI can take a scan, so callers that need most components
// do not call the getters one by one.
func PartsOf(s string, r *fsm.Ranges) (p Parts) {
	text := func(lo, hi int, ok bool) (string, bool) { return s[lo:hi], ok }
	p.Scheme, _ = text(r.Scheme())
	p.Authority, p.HasAuthority = text(r.Authority())
	p.Userinfo, p.HasUserinfo = text(r.Userinfo())
	p.Host, _ = text(r.Host())
	p.Port, _ = text(r.Port())
	lo, hi := r.Path()
	p.Path = s[lo:hi]
	p.Query, p.HasQuery = text(r.Query())
	p.Fragment, p.HasFragment = text(r.Fragment())
	return p
}
