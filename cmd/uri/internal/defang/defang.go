// Package defang writes addresses so that no program makes links of them, as "hxxps://a[.]example", and reads that form.
package defang

import (
	"strings"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
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

// links finds names anywhere, and e-mail addresses.
var links = hosts.UTS58()

// dotted writes the dots between labels in brackets.
var dotted = strings.NewReplacer(".", "[.]", "\u3002", "[\u3002]", "@", "[@]")

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
		dst = append(append(dst, address[:at]...), "[@]"...)
		return appendDots(dst, address[at+1:])
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
	end := len(address)
	if i := strings.IndexAny(address, "/?#"); i >= 0 {
		end = i
	}
	user := strings.LastIndexByte(address[:end], '@') + 1
	dst = appendDots(append(dst, address[:user]...), address[user:end])
	return append(dst, neutral(address[end:])...)
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

// appendDots appends a host with each "." in brackets.
func appendDots(dst []byte, host string) []byte {
	return append(dst, strings.ReplaceAll(host, ".", "[.]")...)
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
//	hXXp[:]//a  hxxps[://]a  http://a[/]b  a[dot]com  a(.)com  a\.com  joe[at]a.com
//
// A scheme may be unknown. Text stays unchanged where the result has no address: "1[.]5", "a[.]b".
func AppendUndone(dst []byte, text string) []byte {
	var u undoer
	done, word, mayHaveToken := 0, 0, false // how much is appended, and where the word begins
	for i := 0; i <= len(text); i++ {
		if i < len(text) && !special[text[i]] {
			continue
		}
		if i < len(text) && text[i] > ' ' {
			mayHaveToken = mayHaveToken || mayBeginToken(text, i)
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
	if !u.confirm(finder) {
		u.confirm(links)
	}
	for _, t := range u.tokens {
		if t.isSure {
			dst = append(append(dst, word[last:t.start]...), t.meant...)
			last = t.end
		}
	}
	return append(dst, word[last:]...)
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
	for i := 0; i < len(word); {
		n := i
		for n < len(word) && (!special[word[n]] || !mayBeginToken(word, n)) {
			n++
		}
		u.meant = append(u.meant, word[i:n]...)
		if i = n; i == len(word) {
			break
		}
		meant, size := tokenAt(word, i)
		if size == 0 {
			u.meant = append(u.meant, word[i])
			i++
			continue
		}
		u.tokens = append(u.tokens, token{i, i + size, meant, len(u.meant), false})
		u.meant = append(u.meant, meant...)
		i += size
	}
}

// bracketed maps a word in brackets, in lower case, to its meaning.
var bracketed = map[string]string{
	".": ".", "dot": ".", ":": ":", "/": "/", "//": "//", "://": "://", ":/": ":/", "@": "@", "at": "@", "\u3002": "\u3002",
}

// longestBracketed is the length of the longest key of bracketed.
const longestBracketed = 3

// special has the bytes that end a word, and those that a token may begin with.
var special = func() (set [256]bool) {
	for c := range ' ' + 1 {
		set[c] = true
	}
	for _, c := range `[({\hHfF` {
		set[c] = true
	}
	return set
}()

// mayBeginToken reports whether a token may begin at word[i].
func mayBeginToken(word string, i int) bool {
	switch word[i] {
	case '[', '(', '{', '\\':
		return true
	case 'h', 'H', 'f', 'F':
		return i+1 < len(word) && word[i+1]|0x20 == 'x'
	}
	return false
}

// tokenAt returns what the token at word[i] means, and its length. size is 0 if no token is there.
func tokenAt(word string, i int) (meant string, size int) {
	rest := word[i:]
	switch c := rest[0]; {
	case c == '[', c == '(', c == '{':
		closing := c + 2 // in ASCII
		if c == '(' {
			closing = ')'
		}
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
		n := 0
		for n < len(rest) && n <= len("hxxps") && tables.Is(rest[n], tables.ALPHA) {
			n++
		}
		if meant = fanged[strings.ToLower(rest[:n])]; meant == "" || n == len(rest) {
			return "", 0
		}
		if next, _ := tokenAt(word, i+n); rest[n] == ':' || strings.HasPrefix(next, ":") {
			if c == 'H' || c == 'F' {
				meant = strings.NewReplacer("x", "t", "X", "T").Replace(rest[:n])
			}
			return meant, n
		}
	}
	return "", 0
}
