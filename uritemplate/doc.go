// Package uritemplate expands URI templates and matches references against them (RFC 6570, levels 1 to 4).
//
// [Parse] reads a template, [Template.Expand] returns the reference for the values of its variables, and
// [Template.Matcher] finds the values again:
//
//	t, err := uritemplate.Parse("https://example.com/users/{user}{?page,sort}")
//	u, err := t.Expand(uritemplate.Map{"user": uritemplate.String("ü"), "page": uritemplate.String("2")})
//	// u is https://example.com/users/%C3%BC?page=2
//	m, err := t.Matcher()
//	values, ok := m.Match("https://example.com/users/%C3%BC?page=2")
//	// values["user"].Text() is "ü"
//
// The grammar of the RFC, compiled by cmd/gentables, decides what a template is. An expansion is always a URI-reference,
// or an error with the reason.
//
// Not all templates can be matched: see [Template.Matcher], and [MatchOptions] for parameters in any order or with unknown
// names. The package does not route requests. It does not check that a URI is safe to fetch: see package guard.
package uritemplate
