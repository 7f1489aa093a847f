// Package find finds addresses in text: in logs, chat, mail, HTML, JSON and source code.
//
//	const text = "See https://example.com/a (or http://[::1]:8080/)."
//	var finder find.Finder
//	for m := range finder.AllString(text) {
//		fmt.Println(text[m.Start:m.End]) // "https://example.com/a", then "http://[::1]:8080/"
//	}
//
// An address begins with a known scheme and "://". The host of a web address begins with a letter, a digit, "[" or a
// percent-encoding, so "http://..." and "http://$host/" are not addresses.
//
// # Where an address ends
//
// The [Syntax] of a Finder decides. Each line of the table is an example. The columns have the part of the address after
// "https://h":
//
//	text                         IRI             URI     Web             Prose
//	https://h/a，次               /a              /a      /a              /a，次
//	https://h/v1失败              /v1失败         /v1     /v1失败         /v1失败
//	https://h/娘。「あ」          /娘             /       /娘             /娘。「あ」
//	https://h/?x=1|2             /?x=1           /?x=1   /?x=1|2         /?x=1|2
//	https://h/100%/x             /100            /100    /100%/x         /100%/x
//	https://h/?q={a}&b=[1]       /?q=            /?q=    /?q={a}&b=[1]   /?q={a}&b=[1]
//	<https://h/?a|text>          /?a             /?a     /?a             /?a|text
//	`https://h/a`                /a              /a      /a              /a`
//	**see https://h/a**          /a              /a      /a              /a**
//	https://h/a\nb               /a              /a      /a              /a\nb
//
// The zero Finder reads IRIs, which iri.Parse accepts. SyntaxURI suits text with other words after an address, without a
// space, as in Chinese and Japanese. SyntaxWeb is what people expect of logs and chat, and the default of the command
// "uri find". SyntaxProse is UTS #58, but for the rule about hosts below.
//
// These rules are those of all but prose:
//
//   - A host ends where its last label goes from ASCII letters to Chinese, Japanese or Korean ones, as in
//     "https://www.example.com查看", since no top-level domain does.
//   - Spaces and controls end an address, and so do " < > \ and `.
//   - An address is not found if its host may go on after it, also in prose: with a placeholder, as in
//     http://a-${ID}.example/ and redis://joe:{{ S }}@h, or with another "@", as in http://joe:p@ss@h/. SyntaxWeb finds the
//     last of these, and redis://joe:${S}@h, with { and } in pairs.
//   - Punctuation at the end is not part of an address: . , : ; ! ? '
//   - A closing bracket without its opening one before it in the address ends an address. Brackets are ( ) and those of other
//     scripts, and in SyntaxWeb [ ] and { }. An opening bracket at the end is not part of an address.
//   - A "'" ends an address if one is directly before it.
//   - Punctuation and brackets of Chinese, Japanese and Korean text end an address. "・", "ー", "々" and "〜" do not,
//     because names of pages have them: https://h/レオナルド・ダ・ヴィンチ. Of the page https://h/モーニング娘。 the last
//     character is lost, which needs SyntaxProse.
//   - Marks of emphasis at the end, such as "**", are not part of an address if the same mark opens before it in its line,
//     and is not closed, as in "**see http://a.example/**". The mark must be in the last 200 bytes before the address. The
//     text after it may follow without a space if it is outside US-ASCII, as in "**http://a.example/**见".
//     GitHub removes such marks always, which breaks https://h/name_ and https://h/?t=YWJj==.
//   - In SyntaxWeb, a "|" ends a path. It also ends a query if "<" is directly before the address, or in its line before it
//     are "{{", as in templates of wikis, or a "|" beside a space or in its word, as in tables. At the end of an address it
//     is punctuation.
//   - In SyntaxWeb, "," and ";" end an address before another web address, as in "http://a.example/b,http://c.example", and so
//     do characters outside US-ASCII, as "→". They also end an address if the same is directly before it, after another field
//     of the line, as in "7,http://a.example/b,c" (CSV).
//   - In SyntaxWeb, "," and a host belong to an address that is not of the web, if the last host has a port, or a path or a
//     query follows it, as in "mongodb://a:1,b:2/db" and "redis-sentinel://a,b/0".
//
// Some text is read in a way that people may not want. To https://h.example/a, a "[/url]", "*/" or "&gt;" after it belongs as
// far as the rules allow, and so does the next field after the first one of a line of CSV.
//
// # Other forms
//
// The fields of a [Finder] select other schemes, and formats with escapes. Package find/hosts adds names without a
// scheme and e-mail addresses. [NewReader] searches a stream. [Finder.AppendLinked] writes a text as HTML with links.
//
// A search takes time linear in the text. A loop does not allocate, except for the text of addresses with escapes and for
// the argument of Accept.
package find

// The generator imports tables and internal/simd. Their generated files come first, because they may be missing.
//
//go:generate go generate ../tables ../internal/simd
//go:generate go run ./gen
