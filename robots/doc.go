// Package robots reads robots.txt files and decides which URIs a crawler may fetch (RFC 9309).
//
//	switch robots.AccessFor(response.StatusCode) {
//	case robots.AccessSuccessful:
//		file = robots.Parse(body)
//	...
//	if file.Allowed("ExampleBot", u) { // fetch u
//
// A robots.txt has groups of rules. Each group is for the crawlers that its user-agent lines name:
//
//	User-agent: ExampleBot
//	User-agent: OtherBot
//	Disallow: /private/
//	Allow: /private/*.html$
//
//	User-agent: *
//	Disallow: /
//
// [File.Group] returns the rules for one crawler, and [Group.Allowed] applies them: of all rules that match, the one with
// the longest pattern decides, and if none matches, the URI may be fetched. A pattern is the beginning of a path and query.
// In it, "*" matches any string, and "$" at the end matches the end.
//
// The rules are requests to crawlers. They do not protect a server (section 3).
//
// # Percent-encoding
//
// Before patterns and URIs are compared, both are encoded in the same way (section 2.2.2):
//
//   - Characters that no path and no query can contain are percent-encoded: "/ツ" is "/%E3%83%84", and "/a b" is "/a%20b".
//   - A percent-encoded unreserved character is decoded: "/%7Ejoe" is "/~joe".
//   - Other percent-encodings get upper-case digits: "/a%2fb" is "/a%2Fb", which differs from "/a/b".
//   - "*" and "$" in a URI are percent-encoded, so that the pattern "/%2A" matches "/*" (section 2.2.3).
//   - In the query, ":", "/", "?" and "@" are equal to their percent-encodings: the pattern "/a?b=https://c" matches
//     "/a?b=https%3A%2F%2Fc". The table of section 2.2.2 has this example.
//
// # Limits
//
// The package does not fetch files and keeps no cache. A crawler has to read at least 500 KiB of a file: see
// [MinLimit]. It should not use a file for more than 24 hours (section 2.4).
package robots
