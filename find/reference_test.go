package find_test

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/internal/uts58"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

// The reference finds what a Finder with a Syntax finds, except in prose, with regular expressions and a walk over
// characters.

// A reference is the syntax of the addresses to find.
type reference find.Syntax

// syntaxes are those of the reference.
var syntaxes = []find.Syntax{find.SyntaxIRI, find.SyntaxURI, find.SyntaxWeb}

// cjk are the characters outside US-ASCII that end an address, and that none of its hosts has.
const cjk = "、。，．：；！？｡､…‘’“”（）「」『』【】《》〈〉〔〕［］｛｝｢｣～｀\u3000"

// term returns what a character outside US-ASCII does to the end of an address.
func (ref reference) term(r rune) uts58.Term {
	if ref == reference(find.SyntaxWeb) && (r == '\u200b' || r == '\ufeff') {
		return uts58.Hard
	}
	if ref == reference(find.SyntaxURI) || r == utf8.RuneError || !tables.IsUcschar(r) || strings.ContainsRune(cjk, r) {
		return uts58.Hard
	}
	if strings.ContainsRune("\u00ad\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069", r) {
		return uts58.Soft
	}
	return uts58.TermOf(r)
}

var (
	// In text, "(", ")" and "'" end an authority, and a host has no other sub-delims.
	refUser      = `(?:[\w.~!$&*+,;=:-]|%[0-9A-Fa-f]{2}|[^\x00-\x7f])*`
	refHost      = `(\[[\w.~%!$&'()*+,;=:-]*\]|(?:[\w.~-]|%[0-9A-Fa-f]{2}|[^\x00-\x7f])*)(?::[0-9]*)?`
	refAuthority = regexp.MustCompile(`^(?:(` + refUser + `)@)?` + refHost)
	// refBraced is an authority with braces in pairs in its userinfo, and refMore what follows an "@".
	refBraces = `((?:[{]` + strings.Repeat("(?:"+refUser+"|[{]", 4) + refUser + strings.Repeat("[}])*", 4) + `[}]|` + refUser + `)*)@`
	refBraced = regexp.MustCompile(`^(?:` + refBraces + `)?` + refHost)
	refMore   = regexp.MustCompile(`^` + refBraces + refHost)
	// refGoesOn and refInHost are text after a host that is not known. refPair is a pair of braces in it.
	refGoesOn = regexp.MustCompile("^" + refRest + "*(?:@|[{][^}@\x00- ]*[\x00- @])")
	refInHost = regexp.MustCompile("^" + refRest + "*(?:" + refPair + "|[}])[A-Za-z0-9.-]")
	refRest   = "(?:" + refPair + "|[^{@\x00- /?#\"'`])"
	refPair   = `[{][^}@\x00- ]*[}]`
	// refColour is a colour code without its last byte.
	refColour = regexp.MustCompile(`\x1b\[[0-9:;]{0,61}$`)
	refScheme = regexp.MustCompile(`[A-Za-z0-9+.-]*$`)
)

const refFinal = ".,:;!?'"

func (ref reference) find(text string) (found []string) {
	from := 0
	for n := 0; n < len(text); n++ {
		if !strings.HasPrefix(text[n:], "://") {
			continue
		}
		start := refStart(text, from, n)
		if start < 0 {
			continue
		}
		if end := ref.end(text, start, n+len("://")); end > 0 {
			found = append(found, text[start:end])
			from, n = end, end-1
		}
	}
	return found
}

// refStart returns the start of the known scheme that ends at colon, or -1.
func refStart(text string, from, colon int) int {
	run := refScheme.FindString(text[from:colon])
	if code := refColour.FindString(text[:colon-len(run)+strings.IndexByte(run+"m", 'm')]); code != "" && len(run) <= 64 {
		run = run[strings.IndexByte(run, 'm')+1:]
	}
	for i := range run {
		isWord := i > 0 && tables.Is(run[i-1], tables.ALPHA|tables.DIGIT)
		if len(run) <= 64 && !isWord && slices.Contains(known, strings.ToLower(run[i:])) {
			return colon - len(run) + i
		}
	}
	for _, scheme := range []string{"https", "http"} {
		if strings.HasSuffix(strings.ToLower(run), scheme) {
			return colon - len(scheme)
		}
	}
	for i := range run {
		part, _, ok := strings.Cut(strings.ToLower(run[i:]), "+")
		if isWord := i > 0 && tables.Is(run[i-1], tables.ALPHA|tables.DIGIT); ok && len(run) <= 64 && !isWord && slices.Contains(known, part) {
			return colon - len(run) + i
		}
	}
	return -1
}

// end returns the end of the address with the authority at n, or 0.
func (ref reference) end(text string, start, n int) int {
	// Characters that cannot be in an authority in text are those that are not in a word or not in an IRI.
	word := strings.IndexFunc(text[n:], func(r rune) bool {
		return r >= utf8.RuneSelf && ref.term(r) != uts58.Include
	})
	if word < 0 {
		word = len(text) - n
	}
	authority := refAuthority
	if ref == reference(find.SyntaxWeb) {
		authority = refBraced
	}
	part := authority.FindStringSubmatchIndex(text[n : n+word])
	host, begin, end := text[n+part[4]:n+part[5]], n+part[4], n+part[1]
	for {
		if cut := refCJKLabel.FindStringSubmatchIndex(host); cut != nil {
			host = host[:cut[2]]
			end = begin + len(host)
		}
		more := refMore.FindStringSubmatchIndex(text[end : n+word])
		if isColon := end == begin+len(host)+1; ref != reference(find.SyntaxWeb) || more == nil || !isColon && more[3] > 0 {
			break
		}
		host, begin, end = text[end+more[4]:end+more[5]], end+more[4], end+more[1]
	}
	if _, err := iri.Parse(text[start:n] + text[begin:end]); err != nil {
		return 0
	}
	rest, isHost := text[end:min(len(text), end+256)], end == begin+len(host)
	isCut := strings.IndexByte("$%^{@", (rest + " ")[0]) >= 0
	switch {
	case isHost && isCut && strings.IndexByte(".-", text[end-1]) >= 0, isHost && isCut && refInHost.MatchString(rest):
		return 0
	case (isCut || end == begin+len(host)+1) && refGoesOn.MatchString(rest):
		return 0
	}
	scheme := strings.ToLower(text[start : n-len("://")])
	isWeb := slices.Contains([]string{"http", "https", "ws", "wss", "ftp"}, scheme)
	switch {
	case host == "" && (isWeb || part[2] >= 0 || !strings.HasPrefix(text[end:], "/")):
		return 0
	case isWeb && strings.ContainsAny(host[:1], "-._~"):
		return 0
	}
	safe := 0
	if host != "" {
		if trimmed := strings.TrimRight(text[:end], refFinal); len(trimmed) > begin {
			safe = len(trimmed)
		}
	}
	if ref == reference(find.SyntaxWeb) && !isWeb && host != "" {
		if list := refHostsEnd(text[:n+word], end); list > end {
			safe, end = list, list
		}
	}
	if end < len(text) && strings.IndexByte("/?#", text[end]) >= 0 {
		safe = ref.tail(text, start, end, safe)
	}
	if ref == reference(find.SyntaxWeb) && safe > n {
		safe = refCut(text, start, n, safe)
	}
	return refEmphasis(text, start, n, safe)
}

// refItem is a host of a list with its port, after the first one.
var refItem = regexp.MustCompile(`^,(\[[\w.~!$&'()*+,;=:-]*\]|(?:[A-Za-z0-9]|%[0-9A-Fa-f]{2}|[^\x00-\x7f])(?:[\w.~-]|%[0-9A-Fa-f]{2}|[^\x00-\x7f])*)(:[0-9]*)?`)

// refHostsEnd returns the end of a list of hosts with the first one up to end.
func refHostsEnd(text string, end int) int {
	for i := end; ; {
		item := refItem.FindStringSubmatch(text[i:])
		if item == nil || item[2] == ":" {
			return end
		}
		if cut := refCJKLabel.FindStringSubmatchIndex(item[1]); cut != nil {
			return end
		}
		i += len(item[0])
		if item[2] != "" || strings.IndexByte("/?", (text + " ")[i]) >= 0 {
			end = i
		}
	}
}

// tail returns the end of an address with a path, a query or a fragment at n.
func (ref reference) tail(text string, start, n, safe int) int {
	isWeb := ref == reference(find.SyntaxWeb)
	included, opening, closing := "#/@$&*+=-_~", "(", ")"
	if isWeb {
		included, opening, closing = included+"^", "([{", ")]}"
	}
	var open []rune
	fragment := false
	for i, r := range text[n:] {
		i += n
		isEncoded := r == '%' && regexp.MustCompile(`^%[0-9A-Fa-f]{2}`).MatchString(text[i:])
		term := uts58.Hard
		switch {
		case r >= utf8.RuneSelf:
			term = ref.term(r)
		case tables.Is(byte(r), tables.ALPHA|tables.DIGIT), strings.ContainsRune(included, r), isEncoded, isWeb && r == '%':
			term = uts58.Include
		case strings.ContainsRune(refFinal, r), isWeb && r == '|' && strings.Contains(text[n:i], "?") && !refBarEnds(text[:start]):
			term = uts58.Soft
		case strings.ContainsRune(opening, r):
			term = uts58.Open
		case strings.ContainsRune(closing, r):
			term = uts58.Close
		}
		if r == '#' && fragment || r == '\'' && strings.HasSuffix(text[:start], "'") {
			return safe
		}
		switch term {
		case uts58.Hard:
			return safe
		case uts58.Soft:
			continue
		case uts58.Open:
			if len(open) == uts58.MaxDepth {
				return safe
			}
			open = append(open, r)
			continue
		case uts58.Close:
			if len(open) == 0 || open[len(open)-1] != uts58.Bracket(r) {
				return safe
			}
			open = open[:len(open)-1]
		}
		fragment = fragment || r == '#'
		if safe = i + utf8.RuneLen(r); isEncoded {
			safe += 2
		}
	}
	return safe
}

// refBar is a "|" earlier in a word, or "<" directly before an address.
var refBar = regexp.MustCompile("<$|\\|[^\\t \"'`<>()]*$")

// refBarEnds reports whether a "|" ends an address after before.
func refBarEnds(before string) bool {
	line := before[max(0, len(before)-200):]
	if line = line[strings.LastIndexAny(line, "\r\n")+1:]; regexp.MustCompile(`\{\{|\| | \|`).MatchString(line) {
		return true
	}
	return refBar.MatchString(strings.ToValidUTF8(before[max(0, len(before)-200):], "?"))
}

var (
	// refRun is a run of a mark of emphasis.
	refRun = regexp.MustCompile(`\*+|_+|~+|==+`)
	// refBeforeCJK is a run of a mark before a character outside US-ASCII.
	refBeforeCJK = regexp.MustCompile(`(\*+|~~+|==+)[^\x00-\x7f]`)
	// refEscape is an escape of a control, or a colour code.
	refEscape = regexp.MustCompile(`\\[nrt]$|\x1b\[[0-9:;]{0,61}m$`)
)

// refCJKLabel is a last label that goes from ASCII letters to other text.
var refCJKLabel = regexp.MustCompile(`(?:^|\.)[A-Za-z]+()[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}][^.]*$`)

// refNext is another address after the first one.
var refNext = regexp.MustCompile(`(?:[,;|]|[^\x00-\x7f]+)(?i:https?)://`)

// refCut removes the rest of a list from the end of an address.
func refCut(text string, start, n, end int) int {
	places := refNext.FindAllStringIndex(text[n:end], -1)
	if field := regexp.MustCompile(`[^\x00- ]([,;])$`).FindStringSubmatch(text[max(0, start-2):start]); field != nil {
		if i := strings.Index(text[n:end], field[1]); i >= 0 {
			places = append(places, []int{i})
		}
	}
	cut := end
	for _, place := range places {
		if trimmed := strings.TrimRight(text[:n+place[0]], refFinal); len(trimmed) > n {
			cut = min(cut, len(trimmed))
		}
	}
	return cut
}

// refEmphasis removes marks of emphasis from the end of an address if they open before it.
func refEmphasis(text string, start, n, end int) int {
	lo := max(0, start-200)
	lo += strings.LastIndexAny(text[lo:start], "\r\n") + 1
	if end <= n {
		return end
	}
	open := map[byte]int{}
	for _, run := range refRun.FindAllStringIndex(text[lo:start], -1) {
		mark, before, after := text[lo+run[0]], text[:lo+run[0]], text[lo+run[1]:]
		length := run[1] - run[0]
		last, _ := utf8.DecodeLastRuneInString(before)
		isOpening := before == "" || refEscape.MatchString(before) || opensIn(before, last)
		next, _ := utf8.DecodeRuneInString(after)
		isWord := next < 0x80 && (unicode.IsLetter(next) || unicode.IsDigit(next)) || mark == '_' && unicode.IsLetter(next)
		switch isBeforeSpace := next <= ' ' || unicode.IsSpace(next); {
		case len(text)-len(after) == start && (mark != '=' || isOpening):
			open[mark] += length
		case isBeforeSpace:
			if last > ' ' && !unicode.IsSpace(last) {
				open[mark] -= min(length, open[mark])
			}
		case isOpening, mark != '_' && last >= 0x80 && unicode.IsLetter(last) && open[mark] < length:
			open[mark] += length
		case !isWord:
			open[mark] -= min(length, open[mark])
		}
	}
	inside := -1
	for _, run := range []string{"**", "~~"} {
		if i := strings.Index(text[n:end], run); i > 0 && strings.HasSuffix(text[:start], run) && inside < 0 {
			inside = n + i + len(run)
		}
	}
	for _, run := range refBeforeCJK.FindAllStringSubmatchIndex(text[:end], -1) {
		if run[2] >= n && open[text[run[2]]] > 0 && (inside < 0 || run[3] < inside) {
			inside = run[3]
		}
	}
	if inside >= 0 {
		end = inside
	}
	for end > n {
		mark := text[end-1]
		length := end - len(strings.TrimRight(text[:end], string(rune(mark))))
		sum := open[mark]
		if sum == 0 || mark == '=' && length < 2 {
			break
		}
		open[mark] = 0
		trimmed := strings.TrimRight(text[:end-min(length, sum)], refFinal)
		if len(trimmed) <= n {
			break
		}
		end = len(trimmed)
	}
	return end
}

// opensIn reports whether a mark after before, which ends with last, may open an emphasis.
func opensIn(before string, last rune) bool {
	if last < utf8.RuneSelf {
		return last <= ' ' || strings.ContainsRune("()[]{}<>\"'`|*_~", last) || strings.HasSuffix(before, "==")
	}
	term := uts58.TermOf(last)
	return unicode.IsSpace(last) || term == uts58.Open || term == uts58.Close || strings.ContainsRune(cjk, last) ||
		unicode.In(last, unicode.Pi, unicode.Pf)
}

// pieces are pieces of random text.
var pieces = strings.Fields(`http:// https:// http: http:a/b/c ftp:// file:// x:// :// : / // ? # [ ] [::1] [::1 ( ) ' " < > * _ ~ ** . , ; ! ... @ % %4 %41 %zz a
	b.c example.com u:p@ :80 : - + git+ &amp; &quot; &#x2f; & \/ \u0026 \" \\ \u002f \n é 日本 。 、 「 」 ） （ U é\xcc\x81 www. $ = == { } | | ^ % mailto: tel: **a **b** ,http:// ;https:// ～ … 《 》 ・ ` + " \u200b")

// randomText returns a text of up to n pieces.
func randomText(random interface{ IntN(int) int }, n int) string {
	var text strings.Builder
	for range random.IntN(n) {
		switch k := random.IntN(24); k {
		case 0:
			text.WriteByte(' ')
		case 1:
			text.WriteString([]string{"\x1b[1m", "\x1b[38:5;1m", "\x1b[0m", string(rune(random.IntN(256)))}[random.IntN(4)])
			text.WriteByte(byte(random.IntN(256)))
		case 2:
			text.WriteRune(rune(random.IntN(0x3100)))
		case 3, 4, 5, 6:
			text.WriteString([]string{"http://", "http://h/?"}[random.IntN(2)])
		default:
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
	}
	return text.String()
}

// TestReference compares Finders with the reference, and checks that every match of the zero Finder is an IRI.
func TestReference(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(2000, 6000, 50000) {
		text := randomText(random, 40)
		if random.IntN(4) == 0 {
			text = strings.Repeat("-", random.IntN(130)) + text
		}
		if random.IntN(8) == 0 { // an address in a long word, which is read in parts
			text = text[:random.IntN(len(text)+1)] + "http://a/" + strings.Repeat("a", 490+random.IntN(30)) + randomText(random, 40)
		}
		checkReference(t, text)
	}
}

func checkReference(t *testing.T, text string) {
	t.Helper()
	for _, syntax := range syntaxes {
		got, want := texts(&find.Finder{Syntax: syntax}, text), reference(syntax).find(text)
		if !slices.Equal(got, want) {
			t.Fatalf("syntax %d, %q:\n got %q\nwant %q", syntax, text, got, want)
		}
		for _, one := range got {
			_, err := iri.Parse(one)
			if syntax == find.SyntaxURI {
				_, err = uri.Parse(one)
			}
			if err != nil && syntax != find.SyntaxWeb {
				t.Fatalf("syntax %d, %q: %v", syntax, text, err)
			}
		}
	}
	got := texts(nil, text)
	want := got
	json := &find.Finder{Escapes: find.EscapesJSON}
	if got := texts(json, text); !strings.Contains(text, `\`) && !slices.Equal(got, want) {
		t.Fatalf("%q without escapes of JSON:\n got %q\nwant %q", text, got, want)
	}
	var bytes []string
	for m := range new(find.Finder).All([]byte(text)) {
		bytes = append(bytes, text[m.Start:m.End])
	}
	if !slices.Equal(got, bytes) {
		t.Fatalf("%q: %q in a string, %q in bytes", text, got, bytes)
	}
}

// TestDistances finds an address at each distance after another.
func TestDistances(t *testing.T) {
	want := []string{"http://a.b/c", "http://d.e/f"}
	for n := 1; n < 200; n++ {
		text := want[0] + strings.Repeat(" ", n) + want[1] + strings.Repeat(" ", 200)
		for i, f := range finders {
			if got := texts(f, text); !slices.Equal(got, want) {
				t.Errorf("finder %d, %d spaces: %q", i, n, got)
			}
		}
	}
}

// TestTextAfter appends spaces to short texts. Spaces after a text do not change its addresses. Without them, no kernel
// reads the end of an address.
func TestTextAfter(t *testing.T) {
	random := kit.Random(t)
	spaces := strings.Repeat(" ", 200)
	addresses := strings.Fields(`http://a.b/c https://d/ HTTP://e/f git+http://g/ ftp://h/i x://j/k mailto:l@m tel:1 http:\/\/n\/o ` +
		`http:\u002f/p http:&#x2f;/q :/ :// http:/ http:///`)
	for range kit.Rounds(2000, 5000, 200000) {
		text := randomText(random, 4)
		for range random.IntN(4) {
			text += addresses[random.IntN(len(addresses))] + string(" \"<'.)*:"[random.IntN(8)]) + randomText(random, 2)
		}
		text += "\n"
		for i, f := range finders {
			if got, want := texts(f, text+spaces), texts(f, text); !slices.Equal(got, want) {
				t.Fatalf("finder %d: %q:\n got %q\nwant %q", i, text, got, want)
			}
		}
	}
}

// FuzzReference does the same as TestReference with the texts of the fuzzer.
func FuzzReference(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed[0])
	}
	f.Fuzz(func(t *testing.T, text string) { checkReference(t, text) })
}

// TestAlignments compares a zero Finder with the reference for addresses of each length at each alignment to a block.
func TestAlignments(t *testing.T) {
	step := kit.Rounds(31, 11, 1)
	for i, text := range []string{
		"https://www.example.com/path/of/segments-path/of/segments?name=ferret&name=ferret#" + strings.Repeat("a", 70),
		"http://www.example.com:8042/over/there%41%41/(a)b" + strings.Repeat("%41", 30) + "%4",
		"(https://" + strings.Repeat("a.", 60) + "com/), http://a/ http://b/",
		"'http://日本.example/あ'http://" + strings.Repeat("u:p", 20) + "@h:1/.,;:",
		"http://" + strings.Repeat("a", 63) + "/b http://" + strings.Repeat("a", 64) + "/b http://" + strings.Repeat("a", 65) + "/b?c",
		strings.Repeat("http://a.b/c \"https://d.e/f\":/:// http://g:/", 5),
	} {
		for align := range 64 {
			for n := (align + i) % step; n <= len(text); n += step {
				all := strings.Repeat("-", align) + text[:n] + "\"http"
				if got, want := texts(nil, all), reference(find.SyntaxIRI).find(all); !slices.Equal(got, want) {
					t.Fatalf("%q:\n got %q\nwant %q", all, got, want)
				}
			}
		}
	}
}
