package links_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg/links"
)

// sheetLinks returns the links of a style sheet in one string. The URL of an @import rule has "@" before it.
func sheetLinks(text string) string {
	var urls []string
	for l := range links.CSS([]byte(text)) {
		urls = append(urls, mark(&l))
	}
	return strings.Join(urls, " | ")
}

func mark(l *links.Link) string {
	if string(l.Rel) == "stylesheet" {
		return "@" + string(l.URL)
	}
	return string(l.URL)
}

// cssCases are style sheets and their links. The sections are those of CSS Syntax Module Level 3.
var cssCases = kit.Cases[struct{ text, want string }]("css.txt", "cssCases")

func TestCSS(t *testing.T) {
	for _, test := range cssCases {
		if got := sheetLinks(test.text); got != test.want {
			t.Errorf("%q:\n got %s\nwant %s", test.text, got, test.want)
		}
		if got := strings.Join(referenceCSS(test.text, true), " | "); got != test.want {
			t.Errorf("%q: the reference has %s, want %s", test.text, got, test.want)
		}
	}
}

// TestCSSOffsets checks that the offsets are those of the text of URLs.
func TestCSSOffsets(t *testing.T) {
	const text = "\uFEFF@import 'a' x;b{c:url( d )url( \"e\" )image-set('f'1x)url(g"
	var got []string
	for l := range links.CSS([]byte(text)) {
		got = append(got, text[l.Start:l.End])
		if string(l.URL) != got[len(got)-1] || l.Cut || l.Element != "" || l.Attribute != "" {
			t.Errorf("%s is %+q", got[len(got)-1], l)
		}
	}
	if strings.Join(got, "") != "adefg" {
		t.Errorf("%q", got)
	}
	for l := range links.CSS([]byte("a{b:url(" + strings.Repeat("x", 1<<20) + ")}")) {
		if len(l.URL) != 1<<20 {
			t.Error(len(l.URL))
		}
		break
	}
}

// TestSVGStyleOffsets: the offsets of a link in a style element of SVG are those of its text.
func TestSVGStyleOffsets(t *testing.T) {
	const start, text = "<p><svg><style>", "a{b:url(x)}"
	for _, end := range []string{"</style>", "</svg>", ""} {
		s := links.Scanner{CSS: true}
		s.Reset([]byte(start + text + end))
		n := 0
		for l := range s.All() {
			if n++; l.Start != int64(len(start)) || l.End != int64(len(start+text)) {
				t.Errorf("before %q: %d to %d, want %d to %d", end, l.Start, l.End, len(start), len(start+text))
			}
		}
		if n != 1 {
			t.Errorf("before %q: %d links", end, n)
		}
	}
}

// TestSVGStyleTemplate: a link in a style element of SVG is in a template if the element is.
func TestSVGStyleTemplate(t *testing.T) {
	s := links.Scanner{CSS: true}
	s.Reset([]byte("<svg><style>a{b:url(out)}</style></svg><template><svg><style>a{b:url(in)}</style></svg></template>"))
	n := 0
	for l := range s.All() {
		if n++; l.Template != (string(l.URL) == "in") {
			t.Errorf("%s: Template is %t", l.URL, l.Template)
		}
	}
	if n != 2 {
		t.Errorf("%d links, want 2", n)
	}
}

// TestSVGStyleLength: the text of a style element of SVG is cut at 64 KiB, as is a tag.
func TestSVGStyleLength(t *testing.T) {
	const start = "a{b:url("
	s := links.Scanner{CSS: true}
	s.Reset([]byte("<svg><style>" + start + strings.Repeat("x", 1000) + "<g></g>" + strings.Repeat("x", 64<<10)))
	n := 0
	for l := range s.All() {
		if n += len(start) + len(l.URL); n != 64<<10 {
			t.Errorf("%d bytes were read, want %d", n, 64<<10)
		}
	}
	if n == 0 {
		t.Error("no link")
	}
}

// TestSVGStyleDeep: the text after a style element of SVG is not its text, however deep the element is.
func TestSVGStyleDeep(t *testing.T) {
	for depth := range 60 {
		s := links.Scanner{CSS: true}
		s.Reset([]byte("<svg>" + strings.Repeat("<g>", depth) + "<style></style>a{b:url(n)}"))
		for l := range s.All() {
			t.Errorf("depth %d: %s", depth, l.URL)
		}
	}
}

// cssPieces are parts of style sheets.
var cssPieces = strings.Split(`a|b:|{|}|(|)|[|]|;|,| |`+"\n|\r\n|\f|\t|"+`url(|url("|url('|URL(|url|image-set(|-webkit-image-set(|"|'|x|"y"|'z'|#|#u|@|@import |@import|@media |@layer |@charset |@namespace |`+
	`@x |/*|*/|/|*|<!--|-->|<|!|-|--|>|\|\75|\75 |\|1|.|+|e|e3|%|é|×|`+"\x00|\x01|\x7f|"+`url(x)|url("y")|url( v )|_|:|a{b:|};|format(|c`, "|")

func randomCSS(random interface{ IntN(int) int }) string {
	var b strings.Builder
	if random.IntN(2) == 0 {
		b.WriteString("a{b:")
	}
	for range random.IntN(16) {
		b.WriteString(cssPieces[random.IntN(len(cssPieces))])
	}
	return b.String()
}

// TestCSSReference compares random style sheets and styles with the reference.
func TestCSSReference(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(3_000, 20_000, 300_000) {
		text := randomCSS(random)
		var got []string
		for l := range links.CSS([]byte(text)) {
			got = append(got, mark(&l))
		}
		if want := referenceCSS(text, true); !slices.Equal(got, want) {
			t.Fatalf("%q:\n got %q\nwant %q", text, got, want)
		}
		text = strings.NewReplacer("\x00", "", "\r", "\n").Replace(text)
		s := links.Scanner{CSS: true}
		s.Reset([]byte(`<p style="` + strings.NewReplacer("&", "&amp;", `"`, "&quot;").Replace(text) + `">`))
		got = nil
		for l := range s.All() {
			got = append(got, mark(&l))
		}
		if want := referenceCSS(text, false); !slices.Equal(got, want) {
			t.Fatalf("style=%q:\n got %q\nwant %q", text, got, want)
		}
	}
}

// A cssTok is a token of the reference, or a block.
type cssTok struct {
	kind  string // the name of the token without "-token", or a byte; "block" or "function"
	value string
	open  string // of a block
	inner []cssTok
}

// referenceCSS returns the links of a style sheet, or of a style attribute, by the algorithms of CSS Syntax Module
// Level 3, word for word.
func referenceCSS(text string, isSheet bool) (urls []string) {
	text = strings.TrimPrefix(text, "\uFEFF")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n", "\f", "\n", "\x00", "\ufffd").Replace(text) // 3.3
	z := &cssTokens{in: []rune(text)}
	var toks []cssTok
	for {
		tok := z.next()
		if tok.kind == "EOF" {
			break
		}
		toks = append(toks, tok)
	}
	p := &cssParser{toks: toks, top: true}
	if isSheet {
		p.sheet()
	} else {
		p.block(false)
	}
	return p.urls
}

type cssTokens struct {
	in []rune
	at int
}

const eof = rune(-1)

func (z *cssTokens) peek(n int) rune {
	if z.at+n < len(z.in) {
		return z.in[z.at+n]
	}
	return eof
}

func isCSSSpace(c rune) bool { return c == '\n' || c == '\t' || c == ' ' }
func isCSSDigit(c rune) bool { return '0' <= c && c <= '9' }
func isCSSStart(c rune) bool {
	switch c {
	case '_', 0xb7, 0x200c, 0x200d, 0x203f, 0x2040:
		return true
	}
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || 0xc0 <= c && c <= 0xd6 || 0xd8 <= c && c <= 0xf6 || 0xf8 <= c && c <= 0x37d ||
		0x37f <= c && c <= 0x1fff || 0x2070 <= c && c <= 0x218f || 0x2c00 <= c && c <= 0x2fef || 0x3001 <= c && c <= 0xd7ff ||
		0xf900 <= c && c <= 0xfdcf || 0xfdf0 <= c && c <= 0xfffd || c >= 0x10000
}
func isCSSName(c rune) bool            { return isCSSStart(c) || isCSSDigit(c) || c == '-' }
func isCSSHex(c rune) bool             { return isCSSDigit(c) || 'a' <= c|0x20 && c|0x20 <= 'f' }
func (z *cssTokens) escape(n int) bool { return z.peek(n) == '\\' && z.peek(n+1) != '\n' } // 4.3.8
func (z *cssTokens) ident(n int) bool { // 4.3.9
	switch c := z.peek(n); {
	case c == '-':
		return isCSSStart(z.peek(n+1)) || z.peek(n+1) == '-' || z.escape(n+1)
	case isCSSStart(c):
		return true
	}
	return z.escape(n)
}

func (z *cssTokens) number(n int) bool { // 4.3.10
	if c := z.peek(n); c == '+' || c == '-' {
		n++
	}
	return isCSSDigit(z.peek(n)) || z.peek(n) == '.' && isCSSDigit(z.peek(n+1))
}

func (z *cssTokens) readEscape() rune { // 4.3.7; the "\" was consumed
	c := z.peek(0)
	if c == eof {
		return '\ufffd'
	}
	z.at++
	if !isCSSHex(c) {
		return c
	}
	digits := string(c)
	for len(digits) < 6 && isCSSHex(z.peek(0)) {
		digits += string(z.peek(0))
		z.at++
	}
	if isCSSSpace(z.peek(0)) {
		z.at++
	}
	var n rune
	fmt.Sscanf(digits, "%x", &n)
	if n == 0 || n > 0x10ffff || 0xd800 <= n && n <= 0xdfff {
		return '\ufffd'
	}
	return n
}

func (z *cssTokens) name() (s string) { // 4.3.11
	for {
		switch {
		case isCSSName(z.peek(0)):
			s += string(z.peek(0))
			z.at++
		case z.escape(0):
			z.at++
			s += string(z.readEscape())
		default:
			return s
		}
	}
}

func (z *cssTokens) next() cssTok { // 4.3.1
	for z.peek(0) == '/' && z.peek(1) == '*' { // 4.3.2
		z.at += 2
		for z.peek(0) != eof && (z.peek(0) != '*' || z.peek(1) != '/') {
			z.at++
		}
		if z.peek(0) != eof {
			z.at += 2
		}
	}
	c := z.peek(0)
	switch {
	case c == eof:
		return cssTok{kind: "EOF"}
	case isCSSSpace(c):
		z.at++
		return cssTok{kind: "whitespace"}
	case c == '"' || c == '\'': // 4.3.5
		z.at++
		tok := cssTok{kind: "string"}
		for {
			ch := z.peek(0)
			z.at++
			switch {
			case ch == c || ch == eof:
				return tok
			case ch == '\n':
				z.at--
				return cssTok{kind: "bad-string"}
			case ch == '\\' && z.peek(0) == eof:
			case ch == '\\' && z.peek(0) == '\n':
				z.at++
			case ch == '\\':
				tok.value += string(z.readEscape())
			default:
				tok.value += string(ch)
			}
		}
	case c == '#' && (isCSSName(z.peek(1)) || z.escape(1)):
		z.at++
		return cssTok{kind: "hash", value: z.name()}
	case z.number(0): // 4.3.3 and 4.3.12
		z.at++
		for isCSSDigit(z.peek(0)) {
			z.at++
		}
		if c != '.' && z.in[z.at-1] != '.' && z.peek(0) == '.' && isCSSDigit(z.peek(1)) {
			for z.at++; isCSSDigit(z.peek(0)); z.at++ {
			}
		}
		if z.peek(0)|0x20 == 'e' {
			n := 1
			if z.peek(1) == '+' || z.peek(1) == '-' {
				n = 2
			}
			if isCSSDigit(z.peek(n)) {
				for z.at += n; isCSSDigit(z.peek(0)); z.at++ {
				}
			}
		}
		if z.ident(0) {
			z.name()
		} else if z.peek(0) == '%' {
			z.at++
		}
		return cssTok{kind: "number"}
	case c == '-' && z.peek(1) == '-' && z.peek(2) == '>':
		z.at += 3
		return cssTok{kind: "CDC"}
	case c == '<' && z.peek(1) == '!' && z.peek(2) == '-' && z.peek(3) == '-':
		z.at += 4
		return cssTok{kind: "CDO"}
	case c == '@' && z.ident(1):
		z.at++
		return cssTok{kind: "at-keyword", value: asciiLower(z.name())}
	case z.ident(0): // 4.3.4
		name := asciiLower(z.name())
		if z.peek(0) != '(' {
			return cssTok{kind: "ident"}
		}
		z.at++
		if name != "url" {
			return cssTok{kind: "function", value: name}
		}
		for isCSSSpace(z.peek(0)) && isCSSSpace(z.peek(1)) {
			z.at++
		}
		next := z.peek(0)
		if isCSSSpace(next) {
			next = z.peek(1)
		}
		if next == '"' || next == '\'' {
			return cssTok{kind: "function", value: name}
		}
		return z.url()
	}
	z.at++
	return cssTok{kind: string(c)}
}

func (z *cssTokens) url() cssTok { // 4.3.6
	tok := cssTok{kind: "url"}
	for isCSSSpace(z.peek(0)) {
		z.at++
	}
	for {
		c := z.peek(0)
		z.at++
		switch {
		case c == ')' || c == eof:
			return tok
		case isCSSSpace(c):
			for isCSSSpace(z.peek(0)) {
				z.at++
			}
			if z.peek(0) == ')' || z.peek(0) == eof {
				z.at++
				return tok
			}
			return z.badURL()
		case c == '"' || c == '\'' || c == '(' || c <= 8 || c == 0xb || 0xe <= c && c <= 0x1f || c == 0x7f:
			return z.badURL()
		case c == '\\' && z.peek(0) == '\n':
			return z.badURL()
		case c == '\\':
			tok.value += string(z.readEscape())
		default:
			tok.value += string(c)
		}
	}
}

func (z *cssTokens) badURL() cssTok { // 4.3.14
	for {
		if z.escape(0) {
			z.at++
			z.readEscape()
			continue
		}
		c := z.peek(0)
		z.at++
		if c == ')' || c == eof {
			return cssTok{kind: "bad-url"}
		}
	}
}

// A cssParser consumes tokens, and notes the links.
type cssParser struct {
	toks     []cssTok
	top      bool // @import is still valid
	imported bool // there was one
	urls     []string
}

func (p *cssParser) peek() cssTok {
	if len(p.toks) == 0 {
		return cssTok{kind: "EOF"}
	}
	return p.toks[0]
}

var mirror = map[string]string{"(": ")", "[": "]", "{": "}"}

// value consumes a component value (5.5.8 to 5.5.10).
func (p *cssParser) value() cssTok {
	tok := p.peek()
	p.toks = p.toks[1:]
	block, end := cssTok{kind: "block", open: tok.kind}, mirror[tok.kind]
	if tok.kind == "function" {
		block, end = cssTok{kind: "function", value: tok.value}, ")"
	}
	if end == "" {
		return tok
	}
	for p.peek().kind != "EOF" && p.peek().kind != end {
		block.inner = append(block.inner, p.value())
	}
	if len(p.toks) > 0 {
		p.toks = p.toks[1:]
	}
	return block
}

func (p *cssParser) add(url, mark string) bool {
	if url != "" && url[0] != '#' {
		p.urls = append(p.urls, mark+url)
		return true
	}
	return false
}

// collect notes the links of component values.
func (p *cssParser) collect(value cssTok) {
	switch {
	case value.kind == "url":
		p.add(value.value, "")
	case value.kind == "function" || value.kind == "block":
		for i, inner := range slices.DeleteFunc(value.inner, func(v cssTok) bool { return v.kind == "whitespace" }) {
			isImageSet := value.value == "image-set" || value.value == "-webkit-image-set"
			if inner.kind == "string" && (value.value == "url" && i == 0 || isImageSet) {
				p.add(inner.value, "")
			}
			p.collect(inner)
		}
	}
}

// sheet consumes the content of a style sheet (5.5.1).
func (p *cssParser) sheet() {
	for {
		switch p.peek().kind {
		case "EOF":
			return
		case "whitespace", "CDO", "CDC":
			p.toks = p.toks[1:]
		case "at-keyword":
			p.atRule(false)
		default: // 5.5.3
			isInvalid := p.peek().kind == "{"
			for p.peek().kind != "EOF" && p.peek().kind != "{" {
				kind := p.value().kind
				isInvalid = isInvalid || kind == ";" || kind == "}" || kind == ")" || kind == "]"
			}
			if p.peek().kind == "{" {
				p.top = p.top && isInvalid
				p.toks = p.toks[1:]
				p.block(true)
			}
		}
	}
}

// atRule consumes an at-rule (5.5.2).
func (p *cssParser) atRule(nested bool) {
	name := p.peek().value
	p.toks = p.toks[1:]
	var prelude []cssTok
	hasBlock := false
loop:
	for {
		switch kind := p.peek().kind; {
		case kind == "EOF":
			break loop
		case kind == ";":
			p.toks = p.toks[1:]
			break loop
		case kind == "}" && nested:
			break loop
		case kind == "{":
			hasBlock = true
			break loop
		}
		if v := p.value(); v.kind != "whitespace" {
			prelude = append(prelude, v)
		}
	}
	if name == "import" && !nested && p.top && len(prelude) > 0 {
		before := len(p.urls)
		switch v := prelude[0]; {
		case v.kind == "url" || v.kind == "string":
			p.imported = p.imported || !hasBlock
			p.add(v.value, "@")
		case v.kind == "function" && v.value == "url":
			inner := slices.DeleteFunc(v.inner, func(v cssTok) bool { return v.kind == "whitespace" })
			if len(inner) > 0 && inner[0].kind == "string" {
				p.imported = p.imported || !hasBlock
				p.add(inner[0].value, "@")
			}
		}
		if hasBlock {
			p.urls = p.urls[:before]
		}
	}
	if !nested && (!hasBlock && (name == "namespace" || name == "layer" && len(prelude) > 0 && p.imported) || hasBlock && (name == "media" || name == "layer")) {
		p.top = false
	}
	if hasBlock {
		p.toks = p.toks[1:]
		p.block(true)
	}
}

// block consumes the content of a block up to its "}" (5.5.4), or up to the end. Nested rules and declarations have
// links alike: only at-rules differ.
func (p *cssParser) block(isBlock bool) {
	start := true
	for {
		switch kind := p.peek().kind; {
		case kind == "EOF":
			return
		case kind == "}" && isBlock:
			p.toks = p.toks[1:]
			return
		case kind == "whitespace":
			p.toks = p.toks[1:]
		case kind == ";":
			p.toks = p.toks[1:]
			start = true
		case kind == "at-keyword" && start:
			p.atRule(true)
		case kind == "{":
			p.toks = p.toks[1:]
			p.block(true)
			start = true
		default:
			start = false
			p.collect(p.value())
		}
	}
}

// TestStyles finds the links of style elements and attributes.
func TestStyles(t *testing.T) {
	for _, test := range kit.Cases[struct{ page, want string }]("css.txt", "TestStyles") {
		var s links.Scanner
		s.CSS = true
		for size := range 12 {
			if s.Reset([]byte(test.page)); size > 0 {
				s.ResetReader(&chunks{text: test.page, size: size})
			}
			var got []string
			for l := range s.All() {
				if got = append(got, mark(&l)); l.Element == "style" && l.Attribute == "" && l.Document == 0 && !strings.Contains(test.page, "<svg>") && test.page[l.Start:l.End] != string(l.URL) {
					t.Errorf("%s: %q at byte %d, not %q", test.page, test.page[l.Start:l.End], l.Start, l.URL)
				}
			}
			if got := strings.Join(got, " | "); got != test.want {
				t.Errorf("%s:\n got %s\nwant %s", test.page, got, test.want)
			}
		}
		s = links.Scanner{}
		s.Reset([]byte(test.page))
		for l := range s.All() {
			if l.Attribute == "style" || l.Attribute == "" {
				t.Errorf("%s: a link in %s", test.page, l.Element)
			}
		}
	}
	// A loop over links ends inside a style element, and one over targets goes on.
	var s links.Scanner
	s.CSS = true
	s.Reset([]byte(`<style>a{b:url(x) url(n)}</style><p id=y style="a:url(n)">`))
	for range s.All() {
		break
	}
	if got := targetsOf(&s); len(got) != 1 || got[0] != "y" {
		t.Errorf("%q", got)
	}
	s.Reset([]byte(`<style>a{b:url(x) url(n)}</style><p id=y><style>a{b:url(z)}</style>`))
	for range s.All() {
		break
	}
	for range s.Targets() {
		break
	}
	if got := found(&s); got != "z" {
		t.Errorf("%q, want z", got)
	}
	s.Reset([]byte("<svg><style>a{b:url(x<g " + strings.Repeat("y", 1<<16) + "<")) // the end of the page drops a tag
	if got := found(&s); got != "x" {
		t.Errorf("%q, want x", got)
	}
	long := bytes.Repeat([]byte("x"), 1<<16)
	s.Reset(slices.Concat([]byte("<style>a{b:url("), long, []byte("x) url("), long, []byte(")}")))
	var cut []bool
	for l := range s.All() {
		if cut = append(cut, l.Cut); l.Cut != (l.URL == nil) || l.End-l.Start < 1<<16 {
			t.Error(l.Start, l.End, len(l.URL))
		}
	}
	if fmt.Sprint(cut) != "[true false]" {
		t.Error(cut)
	}
}
