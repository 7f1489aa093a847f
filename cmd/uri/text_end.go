package main

import (
	"bytes"
	"errors"
	"regexp"
	"strings"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/octet"
)

// The text around an address may show that the address goes on. Then a change after its host is wrong:
//
//	https://a.example/{{ id }}    ?x=1 has its place after the braces
//	"https://a.example/" + id     likewise
//	https://a.example/pack=       in quoted-printable, the next line has the rest

// Reasons why an address stays, although it may have a result.
var (
	errTemplate = errors.New("braces make it a template")
	errGoesOn   = errors.New("a template follows it")
	errCode     = errors.New("code adds text to it")
	errSpace    = errors.New("the link goes on after a space: write %20")
	errJSON     = errors.New("an escape of JSON follows, which -text=json reads")
	errHTML     = errors.New("it has escapes of HTML, which -text=html reads")
	errMail     = errors.New("the text is quoted-printable: decode the mail first")
	errQuote    = errors.New("the string goes on after an escape")
	errLatin    = errors.New("bytes that are not UTF-8 follow it: iconv -f LATIN1 -t UTF-8 FILE")
	errLength   = errors.New("PHP has written lengths of strings: wp search-replace changes both")
	errLong     = errors.New("it is too long")
	errOther    = errors.New("a reader of the text would not find the result, or only a part of it")
)

var (
	// templateAfter matches the text after an address that a template makes. There may be punctuation before
	//
	//	{{ x }}  {% x %}  ${x}  $x  <?php  <%= x %>  <!--#echo  <c:out  [[ x ]]  [% x %]  %s  \(x)  <user_id>  <TOKEN>
	//	<id>  :8080
	//
	// and before "\" in an escape of a regular expression, of Markdown or of LaTeX. Tags such as <br> do not match.
	templateAfter = regexp.MustCompile(`^:[0-9]|^[.,:;!?(\[]*(?:\{|#|\$[\w{(]|%[^\s"'<>]|\[[[%]|\\[^\s"'nrtu<\\]|` +
		`<(?:[?%]|!--#|(?:c|jsp|xsl):|(?:[A-Za-z]+[_ -][\w -]+|[A-Z]{3,}|id|name|user|token|path|key)>|[\w-]+>[/?=&]))`)

	// codeAfter matches the text after a string that code joins to another:
	//
	//	"http://h/" + x    'http://h/' . $x    "http://h/" ~ x    "http://h/" & x    'http://h/' || x    'http://h/'$x
	codeAfter = regexp.MustCompile("^[\"'`](?:[ \t]*(?:\\+|~|<>|\\.\\.|<<[ \t]*[a-z(]|\\.[ \t]*[$\"'(]|\\.(?:raw)?urlencode)|" +
		`[ \t]+\.[ \t]|&[A-Z$]|[ \t]+&[ \t]*[\w$(]|["']?\$[\w{(])|^'[ \t]*\|\|`)

	// joinBefore matches the text before the first argument of a function that joins.
	joinBefore = regexp.MustCompile("(?i)\\b(?:concat|join|paste0)\\([\"'`]$")

	// linkBefore and linkAfter match the text around an address that ends at a space in a link of HTML, as in href="/a b",
	// or of Markdown: [a](<https://a.example/b c>).
	linkBefore = regexp.MustCompile(`(?i)(?:\b(?:href|src|action)\s*=\s*["']|\]\(<)$`)
	linkAfter  = regexp.MustCompile(`^ +[^"'<> \n][^"'<>\n]*["'>]`)

	// codeIn matches an address with code in it: "+" after a "'" that opens before the address, $(x y), a
	// query of nginx, %s, and "^&" of a batch file.
	codeIn = regexp.MustCompile(`'[+.]|[$@]\([^()]*$|\$(?:args|is_args|query_string|request_uri)\b|` +
		`%(?:[svq(]|d(?:[^0-9A-Fa-f]|$))|\^&`)

	// escapeAfter matches an escape that ends an address as its character would, but not the string with the address.
	escapeAfter = regexp.MustCompile(`^(?:\\"|&[#\w]+;)`)

	// entityIn matches an escape of HTML.
	entityIn = regexp.MustCompile(`&(?:#[xX]?)?[0-9A-Za-z]+;`)
)

var (
	// mailHeader matches the header of a mail that is quoted-printable.
	mailHeader = regexp.MustCompile(`(?im)^content-transfer-encoding:[ \t]*quoted-printable`)

	// sizedString matches the start of a string as serialize of PHP writes it: s:5:"hello" or, in a dump of SQL,
	// s:5:\"hello\".
	sizedString = regexp.MustCompile(`[;{]s:[0-9]+:\\?"`)
)

// noteFormat notes whether lines show that the text is quoted-printable, or has strings with their length before them, as
// serialize of PHP writes them. Both hold to the end of the text.
func (r *replacer) noteFormat(lines string) {
	mayBeMail := strings.Contains(lines, "-printable") || strings.Contains(lines, "-Printable")
	r.isMail = r.isMail || mayBeMail && mailHeader.MatchString(lines)
	mayHaveSizes := strings.Contains(lines, ";s:") || strings.Contains(lines, "{s:")
	r.hasSizes = r.hasSizes || mayHaveSizes && sizedString.MatchString(lines)
}

// beforeSize is the number of bytes before an address that show whether it goes on.
const beforeSize = 32

// endOf returns the reason why an address goes on between two texts, or nil.
//
// PERF: most addresses end before a character that decides it.
func endOf(before, after string) error {
	const quotes, marks = "\"'`", ".,:;!?([{$#%<\\"
	switch {
	case after == "":
	case after[0] == ' ' && (isQuoted(before) || strings.HasSuffix(before, "<")):
		if linkAfter.MatchString(after) && linkBefore.MatchString(before) {
			return errSpace
		}
	case strings.IndexByte(marks, after[0]) >= 0:
		if !strings.HasPrefix(after, "</") && templateAfter.MatchString(after) {
			return errGoesOn
		}
	case strings.IndexByte(quotes, after[0]) >= 0:
		rest := strings.TrimLeft(after, quotes+" \t")
		isFirst := strings.HasPrefix(rest, ",") && strings.HasSuffix(strings.TrimRight(before, quotes), "(")
		if isFirst && joinBefore.MatchString(before) || rest != "" && strings.IndexByte("+~<.&|$", rest[0]) >= 0 && codeAfter.MatchString(after) {
			return errCode
		}
	}
	return nil
}

// isQuoted reports whether a raw quotation mark is the last character of the text before an address.
func isQuoted(before string) bool {
	return strings.HasSuffix(before, `"`) || strings.HasSuffix(before, "'")
}

// reasonOf returns the reason why an address goes on, or has escapes that r does not read, in text between two others. It is
// nil if the address ends there.
func (r *replacer) reasonOf(before, old, after string) error {
	isPlain := r.Text.Escapes == find.EscapesNone
	switch {
	case strings.ContainsAny(old, "'($%^") && codeIn.MatchString(old):
		return errCode
	case isPlain && strings.HasPrefix(after, `\u00`):
		return errJSON
	case isPlain && hasEntity(old, after):
		return errHTML
	case !isPlain && isQuoted(before) && !strings.HasSuffix(before, `\"`) && escapeAfter.MatchString(after):
		return errQuote
	case startsLatin(after):
		return errLatin
	case r.isMail || strings.HasSuffix(before, `=3D"`) || strings.HasSuffix(before, `=3D'`):
		r.isMail = true
		return errMail
	}
	return endOf(before, after)
}

// hasEntity reports whether an address has an escape of HTML other than "&amp;".
func hasEntity(old, after string) bool {
	text := old + after[:min(1, len(after))]                            // the search leaves out a ";" at the end
	isUsual := strings.Count(text, ";") == strings.Count(text, "&amp;") // PERF: as in most addresses
	return !isUsual && entityIn.MatchString(strings.ReplaceAll(text, "&amp;", ""))
}

// keepsEnd reports whether a result differs from an address before its path only. Without a path, text may follow the host,
// as in https://a.example{{ path }}: then -where has to choose the host.
func (r *replacer) keepsEnd(address, result string) bool {
	head, rest := cutAuthority(address)
	newHead, newRest := cutAuthority(result)
	switch {
	case rest != newRest:
		return false
	case rest != "":
		return true
	}
	_, old, _ := strings.Cut(head, "://")
	_, changed, _ := strings.Cut(newHead, "://")
	return old == changed || r.Filter.HasKey("host", "domain") && strings.Count(old, ":") == strings.Count(changed, ":")
}

// cutAuthority cuts an address after its authority.
func cutAuthority(address string) (head, rest string) {
	_, after, _ := strings.Cut(address, "://")
	n := len(address) - len(after) + octet.Next(after, 0, "/?#")
	return address[:n], address[n:]
}

// partialHost matches a host with neither a dot nor a port before an ideographic full stop, which browsers read as a dot:
// http://例え。jp/, but not http://localhost:80。例
var partialHost = regexp.MustCompile(`^[^/]*://(?:[^/?#@]*@)?[^/?#:.。．｡]+[。．｡]\pL`)

var slashes = []byte("://")

// finds reports whether a result is an address between the end of dst and the text after it.
func (r *replacer) finds(dst []byte, result, after string) bool {
	isASCII := octet.IsASCII(result) && octet.IsASCII(after[:min(1, len(after))]) // PERF: as most text
	if !isASCII && partialHost.MatchString(result+after) {
		return false
	}
	r.near = append(r.near[:0], dst[max(0, len(dst)-contextSize):]...)
	for i := bytes.Index(r.near, slashes); i >= 0; i = bytes.Index(r.near, slashes) { // PERF: no address is found there
		r.near[i+1] = ','
	}
	start := int64(len(r.near))
	r.near = append(append(r.near, result...), after...)
	for m := range r.Text.All(r.near) {
		if m.Start >= start {
			return m.Start == start && m.End == start+int64(len(result))
		}
	}
	return false
}
