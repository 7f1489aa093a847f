// Package defang writes addresses so that no program makes links of them, as "hxxps://a[.]example", and reads that form.
package defang

import (
	"bytes"
	"io"
	"net/netip"
	"strings"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// finder finds the addresses and names to defang.
var finder = &find.Finder{Syntax: find.SyntaxWeb, AnyScheme: true, Names: hosts.Names | hosts.IPs | hosts.Emails}

// Append appends text to dst with its addresses defanged, and returns the extended slice:
//
//	https://a.example/b.c     hxxps://a[.]example/b.c
//	ftp://a.example           fxp://a[.]example
//	ssh://joe@a.example       ssh[:]//joe@a[.]example
//	www.example.com           www[.]example[.]com
//	joe@example.com           joe[@]example[.]com
//
// A "://" in a path or a query becomes "[:]//". Addresses that are defanged stay unchanged.
func Append(dst []byte, text string) []byte {
	var w strings.Builder
	last := 0
	for m := range finder.AllString(text) {
		w.WriteString(neutral(text[last:m.Start]))
		w.Write(appendAddress(nil, text[m.Start:m.End], m.Kind))
		last = int(m.End)
	}
	w.WriteString(neutral(text[last:]))
	// What a program may still make a link of: names after "//" and in a query, and parts of wrong addresses.
	rest := w.String()
	return links.AppendReplaced(dst, rest, func(dst []byte, m find.Match) []byte {
		return append(dst, dotted.Replace(neutral(rest[m.Start:m.End]))...)
	})
}

// AppendOthers appends text to dst with its addresses defanged, except those that keeps reports true for, and returns the
// extended slice. A host, an IP address or an e-mail address counts as one of http.
func AppendOthers(dst []byte, text string, keeps func(address string) bool) []byte {
	last := int64(0)
	for m := range finder.AllString(text) {
		address := text[m.Start:m.End]
		if m.Kind != find.KindURL {
			address = "http://" + address
		}
		if keeps(address) {
			dst = append(Append(dst, text[last:m.Start]), text[m.Start:m.End]...)
			last = m.End
		}
	}
	return Append(dst, text[last:])
}

// links finds names anywhere, and e-mail addresses.
var links = hosts.UTS58()

// dotted writes the dots between labels in brackets, unless they are.
var dotted = strings.NewReplacer("[.]", "[.]", ".", "[.]", "\u3002", "[\u3002]", "@", "[@]")

// neutral returns text with each "://" as "[:]//", except after a scheme that is defanged.
func neutral(text string) string {
	parts := strings.Split(text, "://")
	for i := range len(parts) - 1 {
		scheme := parts[i][strings.LastIndexFunc(parts[i], func(c rune) bool { return c >= 0x80 || !tables.Is(byte(c), tables.ALPHA) })+1:]
		if isDefanged(scheme) {
			parts[i] += "://"
		} else {
			parts[i] += "[:]//"
		}
	}
	return strings.Join(parts, "")
}

// appendAddress appends a defanged address.
func appendAddress(dst []byte, address string, kind find.Kind) []byte {
	switch kind {
	case find.KindEmail:
		at := strings.LastIndexByte(address, '@')
		return append(append(dst, address[:at]...), dotted.Replace(address[at:])...)
	case find.KindURL:
		scheme, rest, _ := strings.Cut(address, "://")
		if isDefanged(scheme) {
			return append(dst, address...)
		}
		dst = appendScheme(dst, scheme)
		address = rest
	case find.KindHost:
		if address[0] == '[' { // an IPv6 address
			return append(dst, strings.Replace(address, ":", "[:]", 1)...)
		}
	}
	end := octet.Next(address, 0, "/?#")
	user := strings.IndexByte(address[:end], '@') + 1
	return append(append(append(dst, address[:user]...), dotted.Replace(address[user:end])...), neutral(address[end:])...)
}

// crossed writes a scheme so that no program knows it.
var crossed = strings.NewReplacer("t", "x", "T", "X")

// appendScheme appends a scheme and "://", so that no program knows the scheme.
func appendScheme(dst []byte, scheme string) []byte {
	defanged := crossed.Replace(scheme)
	if fanged[strings.ToLower(defanged)] == strings.ToLower(scheme) {
		return append(append(dst, defanged...), "://"...)
	}
	return append(append(dst, scheme...), "[:]//"...)
}

// isDefanged reports whether scheme is one that people write to make no link.
func isDefanged(scheme string) bool { return fanged[strings.ToLower(scheme)] != "" }

// fanged maps a defanged scheme in lower case to the one that it means.
var fanged = map[string]string{"hxxp": "http", "hxxps": "https", "fxp": "ftp", "fxps": "ftps"}

// A token is a part of a word that people write for another text.
type token struct {
	start, end int    // in the word
	meant      string // the text of the address
	at         int    // of meant in the meant word
	isSure     bool   // an address has it
}

// AppendUndone appends text to dst with defanged addresses as they were, and returns the extended slice. It reads what
// Append writes, and also:
//
//	hXXp[:]//a  hxxps[://]a  hxxp:\\a  http://a[/]b  a[dot]com  a(.)com  a\.com  a[.com  joe[at]a.com
//
// A scheme may be unknown. Text stays unchanged where the result has no address: "1[.]5", "a[.]b".
func AppendUndone(dst []byte, text string) []byte {
	var u undoer
	done, word, mayHaveToken := 0, 0, false // how much is appended, and where the word begins
	for i := 0; i <= len(text); i++ {
		if i < len(text) && text[i] > ' ' {
			mayHaveToken = mayHaveToken || mayBeginToken(text[i:])
			continue
		}
		if mayHaveToken {
			dst = u.appendWord(append(dst, text[done:word]...), text[word:i])
			done = i
		}
		word, mayHaveToken = i+1, false
	}
	return append(dst, text[done:]...)
}

// An undoer undoes words. It keeps its memory for the next word.
type undoer struct {
	tokens []token
	meant  []byte
}

// appendWord appends a word with its addresses as they were.
func (u *undoer) appendWord(dst []byte, word string) []byte {
	if u.read(word); len(u.tokens) == 0 {
		return append(dst, word...)
	}
	last := 0
	isWhole := isIP(strings.Trim(octet.Text(u.meant), `.,;"'()`)) || u.confirm(finder) || u.confirm(links)
	for _, t := range u.tokens {
		if t.isSure || isWhole {
			dst = append(append(dst, word[last:t.start]...), t.meant...)
			last = t.end
		}
	}
	return append(dst, word[last:]...)
}

// isIP reports whether text is an IP address without brackets. One that ends in "::" is more often a slice, as in
// "for x in a[:]:" of Python.
func isIP(text string) bool {
	_, err := netip.ParseAddr(text)
	return err == nil && !strings.HasSuffix(text, ":")
}

// confirm marks the tokens that f finds an address around. It reports whether all tokens are marked.
func (u *undoer) confirm(f *find.Finder) bool {
	next, sure := 0, 0
	for m := range f.All(u.meant) {
		for ; next < len(u.tokens) && int64(u.tokens[next].at) < m.End; next++ {
			t := &u.tokens[next]
			if t.isSure = t.isSure || int64(t.at) >= m.Start; t.isSure {
				sure++
			}
		}
	}
	return sure == len(u.tokens)
}

// read finds the tokens in a word, and what the word means if all of them are meant.
func (u *undoer) read(word string) {
	u.tokens, u.meant = u.tokens[:0], u.meant[:0]
	hasScheme := false // as in "https[:]// and"
	for i := 0; i < len(word); {
		meant, size := tokenAt(word[i:])
		if n := len(u.tokens) - 1; strings.HasPrefix(word[i:], `:\\`) && n >= 0 && isDefanged(word[u.tokens[n].start:i]) {
			meant, size = "://", len(`:\\`)
		}
		if size == 0 {
			u.meant = append(u.meant, word[i])
			i++
			continue
		}
		hasScheme = hasScheme || strings.HasPrefix(word[i:], "[:]//")
		u.tokens = append(u.tokens, token{i, i + size, meant, len(u.meant), hasScheme && word[i] == '['})
		u.meant = append(u.meant, meant...)
		i += size
	}
}

// bracketed maps a word in brackets, in lower case, to its meaning.
var bracketed = map[string]string{
	".": ".", "dot": ".", ":": ":", "/": "/", "//": "//", "://": "://", ":/": ":/", "@": "@", "at": "@",
	"\u3002": "\u3002",
}

// longestBracketed is the length of the longest key of bracketed.
const longestBracketed = 3

// longestLabel is the number of bytes in which the bracket of "[." may close, as in a[.b].
const longestLabel = 64

// mayBeginToken reports whether a token may begin text.
func mayBeginToken(text string) bool {
	switch text[0] {
	case '[', '(', '{', '\\':
		return true
	case 'h', 'H', 'f', 'F':
		return len(text) > 1 && text[1]|0x20 == 'x'
	}
	return false
}

// tokenAt returns what the token at the beginning of text means, and its length. size is 0 if no token is there.
func tokenAt(text string) (meant string, size int) {
	if !mayBeginToken(text) {
		return "", 0
	}
	switch c := text[0]; c {
	case '\\':
		if strings.HasPrefix(text, `\.`) {
			return ".", len(`\.`)
		}
	case '[', '(', '{':
		closing := c + 2 // in ASCII
		if c == '(' {
			closing = ')'
		}
		n := strings.IndexByte(text[:min(len(text), longestBracketed+2)], closing)
		if n > 0 && bracketed[strings.ToLower(text[1:n])] != "" {
			return bracketed[strings.ToLower(text[1:n])], n + 1
		}
		isOpen := strings.IndexByte(text[:min(len(text), longestLabel)], ']') < 0 // a[.com
		if strings.HasPrefix(text, "[.") && isOpen && len(text) > 2 && tables.Is(text[2], tables.ALPHA|tables.DIGIT) {
			return ".", len("[.")
		}
	default:
		n := 0
		for n < min(len(text), len("hxxps")+1) && tables.Is(text[n], tables.ALPHA) {
			n++
		}
		if meant = fanged[strings.ToLower(text[:n])]; meant == "" || n == len(text) {
			return "", 0
		}
		if next, _ := tokenAt(text[n:]); text[n] == ':' || strings.HasPrefix(next, ":") {
			if c == 'H' || c == 'F' {
				meant = strings.NewReplacer("x", "t", "X", "T").Replace(text[:n])
			}
			return meant, n
		}
	}
	return "", 0
}

// A Writer converts text, for example with its addresses defanged, and writes the result to another writer. It converts
// whole lines, and of a line over 1 MiB whole words.
type Writer struct {
	dst     io.Writer
	convert func(dst []byte, text string) []byte
	line    []byte // the end of a line that is not whole
	out     []byte
}

// NewWriter returns a Writer of what convert makes of the text: Append, AppendUndone or another function that appends the
// result for lines of the text to dst.
func NewWriter(dst io.Writer, convert func(dst []byte, text string) []byte) *Writer {
	return &Writer{dst: dst, convert: convert}
}

// LongestLine is the length in bytes of the longest line, and the longest word, that is converted as a whole.
const LongestLine = 1 << 20

// wordEnds are characters that no address has.
const wordEnds = " \t\"<>"

// Write writes the lines that p ends, and keeps the rest.
func (w *Writer) Write(p []byte) (int, error) {
	n := bytes.LastIndexByte(p, '\n') + 1
	if n > 0 {
		n += len(w.line)
	}
	w.line = append(w.line, p...)
	if n == 0 && len(w.line) > LongestLine {
		if n = bytes.LastIndexAny(w.line, wordEnds) + 1; n == 0 {
			n = len(w.line)
		}
	}
	return len(p), w.write(n)
}

// write writes the first n bytes of the line.
func (w *Writer) write(n int) error {
	if n == 0 {
		return nil
	}
	w.out = w.convert(w.out[:0], octet.Text(w.line[:n]))
	w.line = append(w.line[:0], w.line[n:]...)
	_, err := w.dst.Write(w.out)
	return err
}

// Close writes the text that Write has kept. It does not close the underlying writer.
func (w *Writer) Close() error { return w.write(len(w.line)) }
