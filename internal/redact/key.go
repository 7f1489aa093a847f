package redact

import (
	"slices"
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// value returns the range of the secret value after the "=" at equals: the value of a secret key, or a token. The value
// begins at n. It ends at a space, a quotation mark, "<" or ">", and at one of the characters that the delimiter before the
// key stands for.
//
// In the address of a database, a space can be around "=": Password = S. But no second "=": password == S.
func (r *reader) value(equals, n int) (lo, hi int) {
	minLen := r.secretKey(equals, n)
	key, raw := r.key, ""
	isFirst := key.delimiter == ' ' || key.delimiter == '('
	switch {
	case !strings.ContainsRune(",:( ", key.delimiter), r.isConnection(key, n):
	case isFirst && r.isPair(n, '&'): // a form: token=S&a=b
		key.delimiter = '='
	case isFirst && r.isPair(n, ';') && r.isBeside(n, ";", accounts[:]...): // Password=S;User Id=sa
		key.delimiter = ';'
	case r.isString(key, n): // "DB_PASSWORD=S"
		raw = r.text[key.lo-1 : key.lo]
	case key.delimiter == ' ' && minToken(r.text[n:]) > 0: // GITHUB_TOKEN=ghp_S
		minLen = minToken(r.text[n:]) + moreOfToken
	default:
		return 0, 0
	}
	before := r.text[wordStart(r.text, key.lo):key.lo]
	before = before[strings.LastIndexAny(before, quotes)+1:]
	stops := key.stops(before)
	isEqual := strings.HasPrefix(r.text[n:], "=")
	for key.isSpaced && n < len(r.text) && (r.text[n] == ' ' || r.text[n] == '\t') {
		n++
	}
	n = afterColours(r.text, n)
	isQuery := strings.HasPrefix(stops, "&")
	if isQuery && key.isSpaced || !isQuery && isEqual || r.isPublic(key, n) {
		return 0, 0
	}
	if r.percent || key.delimiter == ';' && strings.Contains(before, "?") {
		raw += "&#"
	}
	isInBrackets := strings.LastIndexByte(before, '(') > strings.LastIndexByte(before, ')')
	if isInBrackets && (isQuery || r.percent) && !r.whole {
		raw += ")" // [a](https://h/?token=S)
	}
	begin, hi := r.quoted(n)
	if lo = begin; hi == 0 || r.whole && r.valueEnd(hi, stops, raw) > hi+begin-n {
		lo, hi = n, r.valueEnd(begin, stops, raw)
		if last := r.before(hi); key.delimiter == ' ' && (last == ']' && r.isOpen('[', lo) || last == ')' && r.isOpen('(', lo)) {
			hi-- // [psql host=h password=S]
		}
	}
	if hi-begin < minLen {
		return 0, 0
	}
	return lo, hi
}

// secretKey returns the length in bytes of the shortest value after the "=" at equals that is secret: 1 if a secret key,
// which it assigns to r.key, is before the "=", or that of a token if one begins at n. It is 0 if no value is secret.
func (r *reader) secretKey(equals, n int) (minLen int) {
	if len(r.rules.Keys.names) == 0 || !r.rules.Keys.endsAt(r.text, equals) && minToken(r.text[n:]) == 0 { // most values
		return 0
	}
	if r.equals != equals { // PERF: a place is read as a mark, and again for its secret
		r.equals, r.key = equals, r.keyBefore(equals)
		r.key.isSecret = r.key.delimiter != 0 && r.rules.Keys.has(r.text[r.key.lo:r.key.hi])
	}
	switch {
	case r.key.delimiter == 0:
		return 0
	case r.key.isSecret:
		return 1
	}
	return minToken(r.text[n:])
}

// isPair reports whether another pair follows the value at n, after separator: token=S&a=b.
func (r *reader) isPair(n int, separator rune) bool {
	end := r.endOnce(n, string(separator))
	c, size := r.charAt(end)
	name, _, ok := strings.Cut(r.ahead(min(end+size, len(r.text))), "=")
	isOther := func(c rune) bool { return !isKeyChar(c) && (c != ' ' || separator == '&') }
	return c == separator && ok && name != "" && strings.IndexFunc(name, isOther) < 0
}

// endOnce is valueEnd with one of three stops: "&", ";" and ",)}". PERF: it reads values that end at the same place once.
func (r *reader) endOnce(n int, stops string) int {
	last := &r.values[stops[0]&3]
	if r.percent {
		last = &r.values[4+stops[0]&3]
	}
	if n < last.lo || last.hi <= n {
		*last = span{n, r.valueEnd(n, stops, "")}
	}
	return last.hi
}

// isString reports whether the key and the value at n are a string in quotation marks: "DB_PASSWORD=S". No space is in the
// value, which is neither a placeholder nor a verb such as %q and %[1]s.
func (r *reader) isString(k key, n int) bool {
	if strings.IndexByte(quotes, r.before(k.lo)) < 0 {
		return false
	}
	value, _, ok := strings.Cut(r.text[n:], r.text[k.lo-1-r.backslashes(k.lo-1):k.lo])
	isVerb := len(value) <= len("%[1]s") && strings.HasPrefix(value, "%")
	return ok && value != "" && !isVerb && strings.IndexFunc(value, isSpace) < 0 && placeholder(value) < len(value)
}

// valueEnd returns the end of the value at n: a space, one of stops, or one of raw that is not escaped. In text, it is also a
// quotation mark that is open in the line before it, unless it is doubled before a letter, a ">" of a query in a tag, or a
// tag. No escape of a space ends it but \n, \r and \t.
func (r *reader) valueEnd(n int, stops, raw string) int {
	begin, closed := n, "" // the raw marks that are not open. PERF: a value may have many
	for {
		n = octet.SpanOf(r.text, n, tables.Unreserved) // most characters
		next := afterColours(r.text, n)
		c, size := r.quoteAt(next)
		if c <= ' ' && size < len("%20") || size == 1 && strings.ContainsRune(raw, c) || strings.ContainsRune(stops, c) {
			return n
		}
		inner := r.innerQuote(byte(c), next)
		after, _ := r.charAt(next + inner)
		switch mark := r.text[next:min(next+size, len(r.text))]; {
		case r.whole:
		case inner > 0 && isAlnum(after):
			size = inner
		case c == '<' && r.isTag(next+size) && (size > 1 || r.isSlash(next+size) || r.isOpen('<', begin)),
			c == '>' && strings.HasPrefix(stops, "&") && r.isOpen('<', begin) && !r.isNotInTag(begin):
			return n
		case !isQuote(c), size == 1 && strings.Contains(closed, mark):
		case r.isInString(begin, mark):
			return n
		case size == 1:
			closed += mark
		}
		n = next + size
	}
}

// isNotInTag reports whether a quotation mark or a ">" is in the word before n after its last "<", as in
// href="https://h/?token= and <b>https://h/?token=
func (r *reader) isNotInTag(n int) bool {
	word := r.text[wordStart(r.text, n):n]
	return strings.LastIndexAny(word, quotes+">") > strings.LastIndexByte(word, '<')
}

// isPublic reports whether the value of k at n is None of Python, or a directory: sudo: joe : PWD=/home/joe ; USER=root.
func (r *reader) isPublic(k key, n int) bool {
	if c, _ := r.charAt(n); c == '/' || c == '~' {
		name := r.text[k.lo:k.hi]
		return strings.IndexByte(" \"'", r.before(k.lo)) >= 0 && (name == "PWD" || name == "OLDPWD")
	}
	after, isNone := strings.CutPrefix(r.text[n:], "None")
	return isNone && (after == "" || after[0] <= ' ' || strings.IndexByte(",;&#)]}<\\"+quotes, after[0]) >= 0)
}

// afterColours returns the end of the colours of a terminal at n, such as "\x1b[1;31m\x1b[K", raw or escaped.
func afterColours(text string, n int) int {
	for n < len(text) && (text[n] == '\x1b' || text[n] == '\\') {
		c, size := char(text[n:], false)
		rest, ok := strings.CutPrefix(text[n+size:], "[")
		rest = strings.TrimLeft(rest, "0123456789;")
		if c != '\x1b' || !ok || rest == "" || rest[0] != 'm' && rest[0] != 'K' {
			break
		}
		n = len(text) - len(rest) + 1
	}
	return n
}

// beforeColour returns the start of the colours of a terminal that end at n, or n.
func (r *reader) beforeColour(n int) int {
	if n > 0 && r.text[n-1] == 'm' {
		line := r.lineBefore(n)
		bracket := max(1, strings.LastIndexByte(line, '['))
		if _, begin := r.ending(n - len(line) + bracket); afterColours(r.text, begin) >= n {
			return r.beforeColour(begin)
		}
	}
	return n
}

// A key is the range of a key in the text, and the delimiter before it.
type key struct {
	lo, hi    int
	delimiter rune // one of ? & ; # , : ( and a space, or 0 for anything else. "(" is also for ", " after a bracket
	after     int  // the end of the delimiter, without the spaces after it
	isSpaced  bool // a space is before the "="
	isSecret  bool // it is one of the keys
}

// stopsAfter are the characters that end the value of a key after a delimiter. "=" stands for the start of a form.
var stopsAfter = [0x80]string{'=': "&", '?': "&#", '&': "&#", '#': "&#", ';': ";", ':': ";", ',': ",", '(': ",)}", ' ': " "}

// stops returns the characters that end the value of k. before is the text before it in its word, from the
// last quotation mark on.
func (k *key) stops(before string) string {
	stops, isJDBC := stopsAfter[k.delimiter], hasBefore(before, ":", "jdbc")
	switch {
	case stops == "&#" && isJDBC:
		return "&"
	case stops == ";" && !isJDBC && strings.Contains(before, "/") && !strings.ContainsAny(before, "=@"):
		return ";?#" // /login;jsessionid=S?a=b
	}
	return stops
}

// hasBefore reports whether one of names is before a separator in text, in any case.
func hasBefore(text, separator string, names ...string) bool {
	for before, after, ok := strings.Cut(text, separator); ok; before, after, ok = strings.Cut(after, separator) {
		before = strings.TrimRight(before, ` \`)
		for _, name := range names {
			if len(before) >= len(name) && octet.EqualFold(before[len(before)-len(name):], name) {
				return true
			}
		}
	}
	return false
}

// keyBefore returns the key before the "=" at equals.
func (r *reader) keyBefore(equals int) (k key) {
	k.hi = beforeSpaces(r.text, equals)
	k.isSpaced = k.hi < equals
	for k.lo = k.hi; k.lo > 0 && k.hi-k.lo < longestKey && tables.Is(r.text[k.lo-1], tables.Unreserved); {
		k.lo--
	}
	if strings.IndexByte("\\%;}", r.before(k.lo)) >= 0 { // PERF: read the key again only if it may have an escape
		k.lo = k.hi
	}
	c, begin := r.ending(k.lo)
	for k.lo > 0 && k.hi-k.lo < longestKey && (isKeyChar(c) || r.text[begin] == '%' && !isKeyDelimiter(c)) {
		k.lo = begin
		c, begin = r.ending(k.lo)
	}
	k.after = k.lo
	switch c {
	case '{':
		k.delimiter = '('
	case '?', '&', ';', '#', ',', '(', ':':
		k.delimiter = c
		if c == ':' && r.text[k.lo] == '_' { // //registry.example.com/:_authToken=S in a file .npmrc
			k.delimiter = '&'
		}
	case '"', '\'', '`', '\n':
		k.delimiter = ' '
	case '=', '>':
		if isArrow := c == '>' && r.before(begin) == '-'; !r.whole && k.lo < k.hi && !isArrow { // p->password = a
			k.delimiter = ' '
		}
	case '/', '!': // of a route: https://h/#/token=S
		if r.before(begin) == '#' {
			k.delimiter = '#'
		}
	case ' ', '\t':
		k.delimiter = ' '
		k.after = beforeSpaces(r.text, k.lo)
		line := r.lineBefore(k.after)
		last := strings.LastIndexAny(line, ";=,(){}[]<>\"'")
		switch c := r.before(k.after); {
		case c == ',' && strings.ContainsAny(line, "({"): // connect(host=h, password=S)
			k.delimiter = '('
		case c == ',' || c == ';':
			k.delimiter = rune(c)
		case last >= 0 && line[last] == ';' && line[last+1] > ' ': // ;Proxy Password=S
			k.delimiter = ';'
		}
	}
	return k
}

// isKeyChar reports whether c may be in a raw key.
func isKeyChar(c rune) bool {
	return c >= 0x80 || tables.Is(byte(c), tables.Unreserved) || strings.IndexByte("%+[]$\x1b", byte(c)) >= 0
}

func isKeyDelimiter(c rune) bool { return c == '?' || c == '&' || c == ';' || c == '#' }

// beforeSpaces returns the start of the spaces before n, of which it reads a few.
func beforeSpaces(text string, n int) int {
	for limit := max(0, n-longestKey); n > limit && (text[n-1] == ' ' || text[n-1] == '\t'); {
		n--
	}
	return n
}

// lineBefore returns the text before n in its line, up to LookBack bytes.
func (r *reader) lineBefore(n int) string {
	before := r.text[max(0, n-LookBack):n]
	return before[strings.LastIndexByte(before, '\n')+1:]
}

// accounts are the keys of a host, a database or a user, beside which a password is one.
var accounts = [...]string{"host", "hostaddr", "server", "data source", "dbname", "service", "user", "username", "user id",
	"uid", "login", "email", "accountname"}

// isBeside reports whether one of names follows the value at n in its line. The value ends at one of stops.
func (r *reader) isBeside(n int, stops string, names ...string) bool {
	after, _, _ := strings.Cut(r.ahead(r.endOnce(n, stops)), "\n")
	return hasBefore(after, "=", names...)
}

// isConnection reports whether the line before k connects to a database: whether it has jdbc:, host= or user=, or ends
// in a list that begins with a host or has a port, as h:6379,password=S,ssl=True and localhost,password=S. The key
// abortConnect of StackExchange.Redis may also follow k: redis,password=S,abortConnect=False.
func (r *reader) isConnection(k key, n int) bool {
	line := strings.ReplaceAll(r.lineBefore(k.after), `\u003d`, "=")
	isInBrackets := k.delimiter == '(' && r.isBeside(n, ",)}", accounts[:]...) // {password=S, user=joe}
	isAfter := hasBefore(line, "=", accounts[:]...) || hasBefore(line, ":", "jdbc")
	if isAfter || isInBrackets || r.isBeside(n, ",)}", "abortconnect") {
		return true
	}
	word := line[wordStart(line, len(line)):]
	if !strings.HasSuffix(word, ",") || k.isSpaced { // self.db, pw = f()
		return false
	}
	h := hostAt(word, strings.LastIndexAny(word, quotes)+1)
	if h.full > 0 && word[h.end] == ',' && k.after == k.lo { // not f(x, a.b, password=c)
		return true
	}
	for item, rest, ok := strings.Cut(word, ","); ok; item, rest, ok = strings.Cut(rest, ",") {
		name := strings.TrimRight(item, "0123456789")
		isTime := strings.Trim(name, "0123456789-T:") == "" && !strings.HasPrefix(name, ":") // but ::1:6379
		if name != item && strings.HasSuffix(name, ":") && !isTime {
			return true
		}
	}
	return false
}

// quoted returns the range of a value in braces or quotation marks at n, as in pwd={a;b} and password='a b'. The marks
// stay. If the closing mark is missing, hi is 0, and lo is after the opening ones. Without marks, it returns n, 0. A
// doubled mark, and a quotation mark after a backslash, are inside the value.
//
// In a string, the marks are doubled or written as a shell does. A single mark there that an operator or a delimiter
// follows ends the string: "host=h;password=" + password + ";".
func (r *reader) quoted(n int) (lo, hi int) {
	open, size := r.quoteAt(n)
	if open != '{' && !isQuote(open) {
		return n, 0
	}
	isOpen := open != '{' && r.isInString(n, r.text[n:n+size])
	inner := r.innerQuote(byte(open), n)
	if inner > 0 && (isOpen || !r.goesOn(n+inner)) {
		if end := r.closing(n, n+inner, open); end > 0 {
			return n + inner, end - inner
		}
	}
	if isOpen && r.goesOn(n+size) {
		return n, 0
	}
	if end := r.closing(n, n+size, open); end > 0 {
		return n + size, end - size
	}
	doubled := n + size
	for c, width := r.quoteAt(doubled); c == open && !r.goesOn(doubled+width); c, width = r.quoteAt(doubled) {
		doubled += width
	}
	if open == '{' || isOpen && doubled == n+1 && open != '\'' || r.goesOn(doubled) {
		return n, 0
	}
	return doubled, 0
}

// isInString reports whether a string with the given mark, raw or escaped, may be open before n in its line. A mark opens a
// string, and the same mark closes it with those inside. An apostrophe is no mark. In a line of more than LookBack bytes,
// only a single mark must be among the last ones.
func (r *reader) isInString(n int, mark string) bool {
	line := r.lineBefore(n)
	if len(line) == LookBack {
		return mark != "'" && mark != "`" || strings.Contains(line, mark)
	}
	var buf [8]span // PERF: ranges, because strings in it would be allocated
	open := buf[:0]
	index := func(mark string) int {
		return slices.IndexFunc(open, func(one span) bool { return r.text[one.lo:one.hi] == mark })
	}
	for i, size := n-len(line), 0; i < n; i += size {
		var c rune
		c, size = r.quoteAt(i)
		last := index(r.text[i : i+size])
		isApostrophe := c == '\'' && i > 1 && i+size < n && (isWord(r.text[i+size]) || last < 0) &&
			isWord(r.text[i-1]) && isWord(r.text[i-2]) // can't, and users' if no mark is open; not of b'S'
		if !isQuote(c) || isApostrophe {
			continue
		}
		if last >= 0 {
			open = open[:last]
		} else {
			open = append(open, span{i, i + size})
		}
	}
	return index(mark) >= 0
}

// closing returns the end of the mark that closes the value at begin, or 0. Its opening mark is at n. A mark with more
// backslashes closes the value if no other one does: it is inside the value in {"dsn":"password='S\\'S'"}, and not in
// password='S\\'.
func (r *reader) closing(n, begin int, open rune) (end int) {
	level := countBackslashes(r.text[n:begin])
	mark := r.text[n+level : begin]
	for i := begin; i < min(len(r.text), n+LookBack); {
		if inner := r.innerQuote('\'', i); level > 0 && inner == len(`'"'"'`) {
			i += inner
			continue
		}
		c, width := r.char(i)
		isMark, isInside := open == '{' && c == '}' && width == len(mark), false
		count := countBackslashes(r.text[i:])
		if open != '{' && strings.HasPrefix(r.text[i+count:], mark) {
			if markLevel(count) < level { // it closes the string around the value
				return end
			}
			isMark, isInside, width = count == level, count > level, count+len(mark)
		}
		next, _ := r.charAt(i + width)
		switch {
		case isMark && strings.HasPrefix(r.text[i+width:], r.text[i:i+width]):
			i += width
		case isInside && end == 0 && !isAlnum(next):
			end = i + width
		case isInside:
		case isMark && i > begin && !isAlnum(next):
			return i + width
		case isMark, c == '\n' && width == 1, isQuote(c) && r.closes(authority{n: n}, i, c, width):
			return end
		}
		i += width
	}
	return end
}

// goesOn reports whether the text at n goes on as after a quotation mark that ends a string.
func (r *reader) goesOn(n int) bool {
	c, _ := r.charAt(n)
	return c <= ' ' || strings.ContainsRune("+.&,:;}])|", c) || strings.HasPrefix(r.text[n:], "/>")
}
