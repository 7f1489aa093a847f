// Package defang writes addresses so that no program makes links of them, as "hxxps://a[.]example", and reads that form.
package defang

import (
	"strings"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/tables"
)

// finder finds what is defanged.
var finder = &find.Finder{Syntax: find.SyntaxWeb, AnyScheme: true, Names: hosts.Names | hosts.IPs | hosts.Emails}

// Append appends text to dst with its addresses defanged, and returns the extended slice:
//
//	https://a.example/b.c     hxxps://a[.]example/b.c
//	ftp://a.example           fxp://a[.]example
//	ssh://joe@a.example       ssh[:]//joe@a[.]example
//	www.example.com           www[.]example[.]com
//	joe@example.com           joe[@]example[.]com
//
// A "://" in a path or a query becomes "[:]//". Addresses that are defanged stay as they are.
func Append(dst []byte, text string) []byte {
	return finder.AppendReplaced(dst, text, func(dst []byte, m find.Match) []byte {
		return appendAddress(dst, text[m.Start:m.End], m.Kind)
	})
}

// appendAddress appends a defanged address.
func appendAddress(dst []byte, address string, kind find.Kind) []byte {
	switch kind {
	case find.KindEmail:
		at := strings.LastIndexByte(address, '@')
		dst = append(append(dst, address[:at]...), "[@]"...)
		return appendDots(dst, address[at+1:])
	case find.KindURL:
		scheme, rest, _ := strings.Cut(address, "://")
		if isDefanged(scheme) {
			return append(dst, address...)
		}
		dst = appendScheme(dst, scheme)
		address = rest
	}
	end := len(address)
	if i := strings.IndexAny(address, "/?#"); i >= 0 {
		end = i
	}
	user := strings.LastIndexByte(address[:end], '@') + 1
	dst = appendDots(append(dst, address[:user]...), address[user:end])
	return append(dst, strings.ReplaceAll(address[end:], "://", "[:]//")...)
}

// appendScheme appends a scheme and "://", so that no program knows the scheme.
func appendScheme(dst []byte, scheme string) []byte {
	lower := strings.ToLower(scheme)
	switch {
	case schemes.KindOf(scheme).IsHTTP(), lower == "ftp", lower == "ftps":
		dst = append(dst, scheme[0])
		for _, c := range []byte(scheme[1:]) {
			if c|0x20 == 't' {
				c += 'x' - 't'
			}
			dst = append(dst, c)
		}
		return append(dst, "://"...)
	}
	return append(append(dst, scheme...), "[:]//"...)
}

// appendDots appends a host with each "." in brackets.
func appendDots(dst []byte, host string) []byte {
	return append(dst, strings.ReplaceAll(host, ".", "[.]")...)
}

// isDefanged reports whether scheme is one that people write to make no link.
func isDefanged(scheme string) bool { return fanged(strings.ToLower(scheme)) != "" }

// fanged returns the scheme that a defanged one in lower case means, or "".
func fanged(scheme string) string {
	switch scheme {
	case "hxxp", "hxxps", "fxp", "fxps":
		return strings.ReplaceAll(scheme, "x", "t")
	}
	return ""
}

// A token is a part of a word that people write for another text.
type token struct {
	start, end int    // in the word
	meant      string // what it stands for
	at         int    // of meant in the meant word
	isSure     bool   // it is a dot in brackets between letters or digits, which nothing else in text is
}

// AppendUndone appends text to dst with defanged addresses as they were, and returns the extended slice. It reads what
// Append writes, and also:
//
//	hXXp[:]//a  hxxps[://]a  http://a[/]b  a[dot]b  a(.)com  a\.com  joe[at]a.b
//
// A scheme may be unknown. Text stays as it is where the result has no address.
func AppendUndone(dst []byte, text string) []byte {
	var u undoer
	for text != "" {
		n := strings.IndexFunc(text, isSpace)
		if n < 0 {
			n = len(text)
		}
		dst = u.appendWord(dst, text[:n])
		space := len(text[n:]) - len(strings.TrimLeftFunc(text[n:], isSpace))
		dst = append(dst, text[n:n+space]...)
		text = text[n+space:]
	}
	return dst
}

// isSpace reports whether c separates words.
func isSpace(c rune) bool { return c <= ' ' }

// An undoer undoes words. It keeps its memory for the next word.
type undoer struct {
	tokens []token
	meant  []byte
}

// appendWord appends a word with its addresses as they were.
func (u *undoer) appendWord(dst []byte, word string) []byte {
	u.read(word)
	if len(u.tokens) == 0 {
		return append(dst, word...)
	}
	next, last := 0, 0
	for m := range finder.All(u.meant) {
		for ; next < len(u.tokens) && int64(u.tokens[next].at) < m.End; next++ {
			t := &u.tokens[next]
			t.isSure = t.isSure || int64(t.at) >= m.Start
		}
	}
	for _, t := range u.tokens {
		if t.isSure || t.meant == "@" && isAt(u.meant, t.at) {
			dst = append(append(dst, word[last:t.start]...), t.meant...)
			last = t.end
		}
	}
	return append(dst, word[last:]...)
}

// read finds the tokens in a word, and what the word means if all of them are meant.
func (u *undoer) read(word string) {
	u.tokens, u.meant = u.tokens[:0], u.meant[:0]
	for i := 0; i < len(word); {
		meant, size := tokenAt(word, i)
		if size == 0 {
			u.meant = append(u.meant, word[i])
			i++
			continue
		}
		isSure := meant == "." && word[i] != '(' && word[i] != '\\' && i > 0 && isHostChar(word[i-1]) &&
			i+size < len(word) && isHostChar(word[i+size])
		u.tokens = append(u.tokens, token{i, i + size, meant, len(u.meant), isSure})
		u.meant = append(u.meant, meant...)
		i += size
	}
}

// isAt reports whether the "@" at n of a word is between a letter or digit and a name with a dot.
func isAt(word []byte, n int) bool {
	end := n + 1
	for end < len(word) && (isHostChar(word[end]) || word[end] == '-') {
		end++
	}
	return n > 0 && isHostChar(word[n-1]) && end > n+1 && end+1 < len(word) && word[end] == '.' && isHostChar(word[end+1])
}

// isHostChar reports whether c is a letter or a digit.
func isHostChar(c byte) bool { return c >= 0x80 || tables.Is(c, tables.ALPHA|tables.DIGIT) }

// bracketed maps what is in brackets, in lower case, to what it means.
var bracketed = map[string]string{
	".": ".", "dot": ".", ":": ":", "/": "/", "//": "//", "://": "://", ":/": ":/", "@": "@", "at": "@",
}

// longestBracketed is the length of the longest key of bracketed.
const longestBracketed = 3

// tokenAt returns what the token at word[i] means, and its length. size is 0 if no token is there.
func tokenAt(word string, i int) (meant string, size int) {
	rest := word[i:]
	switch c := rest[0]; {
	case c == '[', c == '(', c == '{':
		closing := map[byte]byte{'[': ']', '(': ')', '{': '}'}[c]
		n := strings.IndexByte(rest[:min(len(rest), longestBracketed+2)], closing)
		if n < 0 {
			return "", 0
		}
		if meant = bracketed[strings.ToLower(rest[1:n])]; meant == "" {
			return "", 0
		}
		return meant, n + 1
	case strings.HasPrefix(rest, `\.`):
		return ".", len(`\.`)
	case c|0x20 == 'h' || c|0x20 == 'f':
		if i > 0 && isHostChar(word[i-1]) {
			return "", 0
		}
		n := 0
		for n < len(rest) && n <= len("hxxps") && tables.Is(rest[n], tables.ALPHA) {
			n++
		}
		if meant = fanged(strings.ToLower(rest[:n])); meant == "" || n == len(rest) {
			return "", 0
		}
		if next, _ := tokenAt(word, i+n); rest[n] == ':' || strings.HasPrefix(next, ":") {
			if c == 'H' || c == 'F' {
				meant = strings.ReplaceAll(rest[:n], "X", "T")
			}
			return meant, n
		}
	}
	return "", 0
}
