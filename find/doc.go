// Package find finds addresses in text: in logs, mail, HTML, JSON and source code.
//
//	const text = "See https://example.com/a (or http://[::1]:8080/)."
//	var finder find.Finder
//	for m := range finder.AllString(text) {
//		fmt.Println(text[m.Start:m.End]) // "https://example.com/a", then "http://[::1]:8080/"
//	}
//
// An address begins with a registered scheme and "://". It has the characters of RFC 3987, so iri.Parse accepts every
// match of the zero [Finder]. Its end follows from these rules:
//
//   - Punctuation at the end is not part of an address: . , : ; ! ? '
//   - A closing bracket without an opening one before it ends an address, and so does a "'" if one is before the address.
//   - Marks of emphasis at the end are not part of an address if the same mark is before it, as in "**http://a.example/**".
//   - Spaces and brackets of other scripts end an address, and their punctuation is not part of its end, as by the
//     property Link_Term of UTS #58.
//
// The host of a web address begins with a letter, a digit, "[" or a percent-encoding, so "http://..." and "http://$host/"
// are not addresses.
//
// The fields of a [Finder] select other schemes, the rules of UTS #58 for prose, and formats with escapes. Package
// find/hosts adds names without a scheme and e-mail addresses. [NewReader] searches a stream. [Finder.AppendLinked] writes
// a text as HTML with links.
//
// A search takes time linear in the text. A loop does not allocate, except for the text of addresses with escapes and for
// the argument of Accept.
package find

// The generator imports tables and internal/simd, whose generated files may be missing too.
//
//go:generate go generate ../tables ../internal/simd
//go:generate go run ./gen
