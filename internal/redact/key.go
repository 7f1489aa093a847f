package redact

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// Keys are names with secret values. They are compared after decoding and without regard to the case of ASCII letters.
// A "*" at the start or the end of a name stands for any text.
type Keys struct {
	names    []string
	hashes   bitmap // of the names without a "*", by hashOf
	ends     bitmap // of the last two bytes of all names, by hashOfEnd
	wildEnds bitmap // the same of names that begin with "*"
}

// A bitmap is a set of bytes.
type bitmap [4]uint64

func (b *bitmap) add(c byte) { b[c>>6] |= 1 << (c & 63) }

func (b *bitmap) has(c byte) bool { return b[c>>6]>>(c&63)&1 != 0 }

// NewKeys returns the keys with the names, and retains the slice. It takes a few nanoseconds for each name, so that it
// can be called for each text.
func NewKeys(names []string) Keys {
	k := Keys{names: names}
	for _, name := range names {
		n := len(name)
		switch {
		case n == 0:
		case n == 1 || name[n-1] == '*' || n == 2 && name[0] == '*':
			for c := range 256 { // any byte may be before the "="
				k.ends.add(byte(c))
				k.wildEnds.add(byte(c))
			}
		case name[0] == '*':
			k.ends.add(hashOfEnd(name[n-2], name[n-1]))
			k.wildEnds.add(hashOfEnd(name[n-2], name[n-1]))
		default:
			k.ends.add(hashOfEnd(name[n-2], name[n-1]))
			k.hashes.add(hashOf(name))
		}
	}
	return k
}

// hashOf returns a hash of a name that is not empty, without regard to case.
func hashOf[T string | []byte](name T) byte {
	return (name[0]|0x20)*5 + (name[len(name)-1]|0x20)*19 + byte(len(name))*37
}

// hashOfEnd returns a hash of two bytes, without regard to case.
func hashOfEnd(c, d byte) byte { return (c|0x20)*7 + (d|0x20)*29 }

// endsAt reports whether a key may end before the "=" at n.
func (k *Keys) endsAt(text string, n int) bool {
	if len(k.names) == 0 {
		return false
	}
	if n > 0 && text[n-1] == ' ' {
		n = beforeSpaces(text, n)
	}
	return n > 1 && (k.ends.has(hashOfEnd(text[n-2], text[n-1])) || n > 2 && text[n-3] == '%' || n > 3 && text[n-4] == '%')
}

// has reports whether a raw name is one of the keys.
func (k *Keys) has(raw string) bool {
	var buf [longestKey]byte
	name := octet.Keys{}.AppendText(buf[:0], raw)
	n := len(name)
	if n == 0 || !k.hashes.has(hashOf(name)) && !k.wildEnds.has(hashOfEnd(name[max(0, n-2)], name[n-1])) {
		return false
	}
	for _, key := range k.names {
		if matches(name, key) {
			return true
		}
	}
	return false
}

// matches reports whether a decoded name matches a key.
func matches(name []byte, key string) bool {
	switch {
	case key == "":
		return false
	case key[0] == '*':
		key = key[1:]
		name = name[max(0, len(name)-len(key)):]
	case key[len(key)-1] == '*':
		key = key[:len(key)-1]
		name = name[:min(len(name), len(key))]
	}
	if len(name) != len(key) {
		return false
	}
	for i, c := range name {
		if octet.Lower(c) != octet.Lower(key[i]) && !(c == '+' && key[i] == ' ') {
			return false
		}
	}
	return true
}

// longestKey is the length in bytes of the longest raw key.
const longestKey = 64

// value returns the range of the secret value after the "=" at equals. The value begins at n. It ends at "&", "#", a
// space, a quotation mark, "<" or ">", and at ";" if the key began after ";". In the address of a database it ends at ";"
// or a space: host=h user=u password=S. If inSecret is set, the key is in another secret and may follow any character
// that keys do not have. After a "," the value ends at ",": redis://h:6379,password=S@S,ssl=True.
func (r *reader) value(equals, n int, inSecret bool) (lo, hi int) {
	key := r.keyBefore(equals)
	isListed := false
	if inSecret && key.delimiter == 0 && r.before(key.lo) != '=' {
		key.delimiter, isListed = ';', r.before(key.lo) == ','
	}
	if key.delimiter == 0 || !r.rules.Keys.has(r.text[key.lo:key.hi]) {
		return 0, 0
	}
	isDatabase := key.delimiter == ';' && !strings.Contains(r.lineBefore(key.lo), "?")
	if key.delimiter == ' ' || key.isSpaced {
		if isDatabase = r.isConnection(key.lo); !isDatabase {
			return 0, 0
		}
	}
	for key.isSpaced && n < len(r.text) && r.text[n] == ' ' {
		n++
	}
	begin, isWhole := r.quoted(n)
	if isWhole {
		return n, begin
	}
	for hi = begin; hi < len(r.text); {
		c, size := r.char(hi)
		if isSpace(c) || isQuote(c) || c == '<' || c == '>' || c == ',' && isListed || c == ';' && (isDatabase || key.delimiter == ';') || (c == '&' || c == '#') && !isDatabase {
			break
		}
		hi += size
	}
	if hi == begin {
		return 0, 0
	}
	return n, hi
}

// A key is the range of a key in the text, and the character before it.
type key struct {
	lo, hi    int
	delimiter byte // "?", "&", ";", "#", or a space; 0 if there is none of these
	isSpaced  bool // a space is before the "="
}

// keyBefore returns the key before the "=" at equals.
func (r *reader) keyBefore(equals int) (k key) {
	k.hi = equals
	if k.hi > 0 && r.text[k.hi-1] == ' ' {
		k.hi, k.isSpaced = beforeSpaces(r.text, k.hi), true
	}
	k.lo = k.hi
	for k.lo > 0 && k.hi-k.lo < longestKey && isKeyByte(r.text[k.lo-1]) {
		if k.lo--; r.text[k.lo] == '%' {
			if c, ok := hex(r.text[k.lo:], 1, 2); ok && isKeyDelimiter(c) {
				k.lo, k.delimiter = k.lo+len("%26"), byte(c)
				return k
			}
		}
	}
	switch c := r.before(k.lo); {
	case c == ';':
		k.delimiter = r.semicolon(k.lo - 1)
	case isKeyDelimiter(rune(c)):
		k.delimiter = c
	case c == ':' && r.text[k.lo] == '_': // //registry.example.com/:_authToken=S in a file .npmrc
		k.delimiter = '&'
	case c == '\\':
		if c, size := r.char(k.lo - 1); isKeyDelimiter(c) && k.lo-1+size <= k.hi {
			k.lo, k.delimiter = k.lo-1+size, byte(c)
		}
	case c == ' ' || c == '\t':
		if k.delimiter = ' '; r.before(beforeSpaces(r.text, k.lo)) == ';' {
			k.delimiter = ';'
		}
	}
	return k
}

// isKeyByte reports whether c may be in a raw key.
func isKeyByte(c byte) bool {
	return c >= 0x80 || tables.Is(c, tables.Unreserved) || strings.IndexByte("%+[]$", c) >= 0
}

func isKeyDelimiter(c rune) bool { return c == '?' || c == '&' || c == ';' || c == '#' }

// semicolon returns the delimiter that ends with the ";" at n, which is "&" for "&amp;".
func (r *reader) semicolon(n int) byte {
	begin := max(0, n-len("&#x26"))
	if i := strings.LastIndexByte(r.text[begin:n], '&'); i >= 0 {
		if c, size := reference(r.text[begin+i:]); c == '&' && begin+i+size == n+1 {
			return '&'
		}
	}
	return ';'
}

// beforeSpaces returns the start of the spaces before n, of which it reads a few.
func beforeSpaces(text string, n int) int {
	for limit := max(0, n-longestKey); n > limit && (text[n-1] == ' ' || text[n-1] == '\t'); {
		n--
	}
	return n
}

// lineBefore returns the text before n in its line, up to lookBack bytes.
func (r *reader) lineBefore(n int) string {
	before := r.text[max(0, n-lookBack):n]
	return before[strings.LastIndexByte(before, '\n')+1:]
}

// isConnection reports whether host= or user= is before n in its line.
func (r *reader) isConnection(n int) bool {
	before := r.lineBefore(n)
	for _, key := range [...]string{"host=", "host =", "user=", "user =", "username="} {
		if strings.Contains(before, key) {
			return true
		}
	}
	return false
}

// quoted returns the end of a value in braces or quotation marks at n, as in pwd={a;b} and password='a b', and true. If
// the closing mark is missing, it returns the end of the opening ones, and false; if there are none, it returns n.
//
// A mark before an operator or a delimiter belongs to the text around the value if the same mark is before it in its
// line: "host=h;password=" + password + ";".
func (r *reader) quoted(n int) (end int, isWhole bool) {
	open, size := r.next(n)
	if open != '{' && !isQuote(open) {
		return n, false
	}
	end = r.markEnd(n, open, size)
	if open == '{' {
		return max(n, end), end > 0
	}
	isOpen := size > 1 || r.isOpen(byte(open), n)
	begin := n + size
	if isOpen && r.goesOn(begin) {
		return n, false
	}
	if end > 0 {
		return end, true
	}
	isDoubled := false
	for c, width := r.next(begin); c == open && width == size; c, width = r.next(begin) {
		begin, isDoubled = begin+size, true
	}
	if isOpen && size == 1 && !isDoubled || r.goesOn(begin) {
		return n, false
	}
	return begin, false
}

// goesOn reports whether the text at n goes on as after a quotation mark that ends a string.
func (r *reader) goesOn(n int) bool {
	c, _ := r.next(n)
	return c <= ' ' || strings.ContainsRune("+.&,:;}])|", c) || strings.HasPrefix(r.text[n:], "/>")
}

// markEnd returns the end of the value in braces or quotation marks at n, which the character open of the given size
// begins, or 0. A doubled mark, and a quotation mark after a backslash, are inside the value.
func (r *reader) markEnd(n int, open rune, size int) int {
	mark := open
	if open == '{' {
		mark = '}'
	}
	for i := n + size; i < min(len(r.text), n+lookBack); {
		c, width := r.char(i)
		if i += width; c == '\n' && width == 1 {
			break
		}
		if c != mark || width != size {
			if isQuote(c) && r.closes(authority{n: n}, i-width, c, width) {
				break
			}
			continue
		}
		next, width := r.next(i)
		if next != mark || width != size {
			if i > n+2*size && (next <= ' ' || isQuote(next) || strings.ContainsRune(";),&<>}]#|.:!?", next)) {
				return i
			}
			break
		}
		i += width // a doubled mark
	}
	return 0
}
