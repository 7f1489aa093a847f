// Package links finds the links of HTML pages and of Link header fields, for crawlers, link checkers and proxies.
//
//	var scanner links.Scanner
//	scanner.Reset(page)
//	for link := range scanner.All() {
//		if link.Element == "a" && link.Attribute == "href" {
//			fmt.Printf("byte %d: %s\n", link.Start, link.URL)
//		}
//	}
//	base := scanner.Base(pageURL) // the base URL of all of them
//
// [Scanner.AddTo] adds them to a [whatwg.Batch] as absolute URLs, and [Scanner.ResetReader] reads a stream. [Header] reads a Link
// header field.
//
// The links are those of the elements that a browser makes of the page, with scripts off. A Scanner reads tags as the
// tokenizer of the HTML Standard does. It follows the rules of tree construction that decide which links exist, such as those
// about text of scripts, SVG, MathML, templates and nested forms, but it builds no tree.
//
// Links are in the attributes of the HTML Standard that have URLs: href, src, srcset, imagesrcset, action, formaction, cite,
// data, ping and poster, also in a srcdoc document, and in meta elements with http-equiv=refresh. Obsolete attributes
// are background, longdesc, lowsrc, classid, codebase, archive, manifest and profile. In SVG, they are in href or xlink:href, and in
// MathML in href.
//
// The package does not read links in style sheets and style attributes, in scripts, in import maps and speculation
// rules, in text, and in meta elements such as og:image. Package find finds addresses in any text. It does not sanitize a page,
// and it does not run scripts, which make the links of many pages.
//
// Where a page has mistakes, it differs from a browser in these ways. End tags of unknown elements and of elements that were
// closed by others do not always end foreign content as they should. Elements of foreign content are counted beyond a depth of 40. Links
// before a frameset that replaces the body, and links that only a part of the browsers drop, are found.
//
// Time is linear in the length of the page. A Scanner reads up to 64 KiB of a tag. Of a longer one, it finds the links before
// that limit.
package links
