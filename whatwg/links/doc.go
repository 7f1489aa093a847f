// Package links finds the links of HTML pages, of style sheets, of feeds and sitemaps, and of header fields, for crawlers,
// link checkers and proxies.
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
// [Scanner.AddTo] adds the links to a [whatwg.Batch] as absolute URLs, and [Scanner.ResetReader] reads a stream.
// [Header] reads a Link header field, and [Refresh] a Refresh header field. [XML] reads Atom, RSS, sitemaps and OPML.
//
// Links come from the elements that a browser creates from the page with scripts off. A Scanner reads tags as the
// tokenizer of the HTML Standard does. It follows the rules of tree construction that decide which links exist, such as
// those about text of scripts, SVG, MathML, templates and nested forms, but it builds no tree.
//
// A Scanner finds links in the attributes of the HTML Standard that have URLs: href, src, srcset, imagesrcset, action,
// formaction, cite, data, ping and poster. It also finds them in the obsolete attributes background, longdesc, lowsrc,
// classid, codebase, archive, manifest and profile, in meta elements with http-equiv=refresh, and in srcdoc documents.
// In SVG and MathML it reads href or xlink:href.
//
// [Scanner.CSS] adds the links of style sheets in the page, and the function [CSS] reads a file of CSS. [Scanner.Lazy]
// adds attributes that scripts read, such as data-src, and [Scanner.Meta] meta elements such as og:image.
//
// The package does not read links in scripts, in import maps and speculation rules, and in
// text. Package find finds addresses in text of any kind. Package links does not sanitize a page, and it does not run
// scripts, which make the links of many pages.
//
// The links of a page with mistakes differ from the links in a browser in a few cases:
//
//   - The end tag of an element does not always close an unclosed SVG or MathML element inside it.
//   - Beyond a depth of 40, elements of SVG and MathML are only counted.
//   - In a template that begins with a row or a cell of a table, other parts of tables are not always dropped.
//   - Links before a frameset that replaces the body are found.
//   - In a template, a form directly in a table has no link. That is the rule of the HTML Standard. Chromium keeps the form.
//
// A Scanner takes time linear in the length of the page. A Scanner reads up to 64 KiB of a tag. In a longer tag, it
// finds the links before that limit.
package links
