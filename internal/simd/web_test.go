package simd

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/test/kit"
)

// Rules for TestWeb: strict rules, and rules that accept more bytes.
var (
	strictRules = &WebRules{
		Text:   Row(func(c byte) bool { return in(&Nibbles[RowPlain], c) && strings.IndexByte("%&';", c) < 0 || c == '?' }),
		Joints: LowNibbles("-./"), Name: Row(isNameByte),
		MaxLen: 300, LastLabels: 1<<0 | 1<<9,
	}
	looseRules = &WebRules{
		Text:   Row(func(c byte) bool { return '!' <= c && c <= '~' && strings.IndexByte("#'<>\"`^{}|\\", c) < 0 }),
		Joints: LowNibbles("/.%"), Name: Row(func(c byte) bool { return isNameByte(c) || c == '_' || c == '(' || c == '@' }),
		MaxLen: 1 << 32, LastLabels: 1 << 0,
	}
)

func isNameByte(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '-' || c == '.'
}

// checkWeb compares the kernel with webReference, for the string in place. The kernel may find less: nothing, or only
// the host. If exactly is set, the kernel must accept each string that webReference accepts, except for long hosts and
// for fragments in long strings.
func checkWeb(t *testing.T, place []byte, exactly bool) {
	t.Helper()
	s := octet.Text(place)
	for i, rules := range []*WebRules{strictRules, looseRules} {
		var got, want [8]uint32
		known, wantKnown := web(s, 0, rules, &got), webReference(s, 0, rules, &want)
		if without := web(s, 0, rules, nil); without != known {
			t.Fatalf("%q, rules %d: %v, but %v without offsets", s, i, known, without)
		}
		isWhole := wantKnown >= UpperHost
		isShortHost := want[3]-want[2] < 32 || want[3]-want[2] == 32 && want[3] == want[7]
		isFrequent := isWhole && isShortHost && (want[6] == want[7] || want[7]-want[1] < Block)
		isRight := known == Nothing || known == wantKnown && (!isWhole || got == want) || isWhole && known == wantKnown-2
		if known > Nothing && [5]uint32(got[:5]) != [5]uint32(want[:5]) {
			isRight = false
		}
		if !isRight || known < UpperHost && isFrequent && exactly {
			t.Fatalf("%q, rules %d: %v with %v, want %v with %v", s, i, known, got, wantKnown, want)
		}
		checkWebTail(t, s, rules, exactly)
	}
}

// checkWebTail compares the kernel with webReference, for the end of s from some offsets on. Before all of them but the
// first, s has a byte that could be mistaken for a part of the end.
func checkWebTail(t *testing.T, s string, rules *WebRules, exactly bool) {
	t.Helper()
	for _, n := range []int{8, 9, len(s) - 70, len(s) - 1} {
		if n <= 0 || n >= len(s) {
			continue
		}
		var got, want [8]uint32
		ok, wantOK := WebTail(s, n, rules, &got), webReference(s, n, rules, &want) == Normal
		segment := n
		for segment < len(s) && in(&rules.Name, s[segment]) {
			segment++
		}
		isFragment := segment < len(s) && s[segment] == '#'                       // after one segment
		isFrequent := wantOK && segment-n < 32 && !isFragment && len(s)-n < Block // a longer one may end near the end of a page
		if ok && (!wantOK || [3]uint32(got[5:]) != [3]uint32(want[5:])) || !ok && isFrequent && exactly {
			t.Fatalf("%q from %d: %v with %v, want %v with %v", s, n, ok, got, wantOK, want)
		}
	}
}

// webReference is the reference for Web, and for WebTail if n is not 0. It accepts hosts and fragments of any length.
func webReference(s string, n int, rules *WebRules, offsets *[8]uint32) Known {
	var o [8]uint32
	if offsets == nil {
		offsets = &o
	}
	if uint64(len(s)) > rules.MaxLen {
		return Nothing
	}
	if n > 0 {
		if !webTailReference(s, n, true, rules, offsets) {
			return Nothing
		}
		return Normal
	}
	host, isFile := len("https://"), false
	switch {
	case len(s) <= len("https://"):
		return Nothing
	case strings.HasPrefix(s, "https://"):
	case strings.HasPrefix(s, "http://"):
		host = len("http://")
	case strings.HasPrefix(s, "file:///"):
		host, isFile = len("file://"), true
	default:
		return Nothing
	}
	path, hasUpper, adjacent := host, false, false
	for path < len(s) && !isFile && in(&rules.Name, s[path]) {
		hasUpper = hasUpper || 'A' <= s[path] && s[path] <= 'Z'
		adjacent = adjacent || rules.isJoint(s[path]) && rules.isJoint(s[path-1])
		path++
	}
	begin, end := uint32(host), uint32(path)
	*offsets = [8]uint32{begin - uint32(len("://")), begin, begin, end, end}
	isWhole := isFile || !breaksLastLabel(s, host, path, rules)
	follows := isWhole && !adjacent && (path == len(s) || s[path] == '?' || rules.isJoint(s[path])) && webTailReference(s, path, isFile, rules, offsets)
	switch {
	case follows && !hasUpper:
		return Normal
	case follows:
		return UpperHost
	case isWhole && !hasUpper:
		return PlainHost
	}
	return SomeHost
}

func (rules *WebRules) isJoint(c byte) bool { return rules.Joints[c&15] == c }

// breaksLastLabel reports whether the host s[host:path] breaks the rule of the last label.
func breaksLastLabel(s string, host, path int, rules *WebRules) bool {
	label := path
	for label > host && !rules.isJoint(s[label-1]) {
		label--
	}
	n := path - label
	return label > host && s[label-1] == '-' || n < 64 && rules.LastLabels>>n&1 != 0 || n > 0 && s[label] < 'A'
}

// webTailReference is the reference for WebTail. isFirst is true if the byte before s[path] does not count as a joint.
func webTailReference(s string, path int, isFirst bool, rules *WebRules, offsets *[8]uint32) bool {
	end := path
	for i := path; i < len(s) && s[i] != '#'; i++ {
		if !in(&rules.Text, s[i]) || rules.isJoint(s[i]) && rules.isJoint(s[i-1]) && !(isFirst && i == path) {
			return false
		}
		end = i + 1
	}
	for i := end + 1; i < len(s); i++ {
		if !in(&rules.Text, s[i]) {
			return false
		}
	}
	if end == len(s)-1 { // the fragment is empty
		return false
	}
	pathEnd := end
	if i := strings.IndexByte(s[path:end], '?'); i >= 0 {
		pathEnd = path + i
	}
	offsets[5], offsets[6], offsets[7] = uint32(pathEnd), uint32(end), uint32(len(s))
	return true
}

// haveWeb skips a test if the system has no kernel.
func haveWeb(t *testing.T) {
	t.Helper()
	if !Available || runtime.GOARCH != "amd64" {
		t.Skip("there is no kernel")
	}
}

func TestWeb(t *testing.T) {
	haveWeb(t)
	for _, s := range []string{
		"https://www.example.com/a/b.html?c=d#e", "http://a", "http://ab", "https://a", "https://a/", "http://localhost/",
		"http://a.b-localhost", "http://1.2.3.4/", "http://a.1/", "http://a.1b/", "http://a.b1/", "http://a.b./", "http://a.b.",
		"http://a.b-?", "http://-a/", "http:///", "http://", "https:", "//a/", "http://a:80/", "http://a@b/", "http://[::1]/",
		"http://a_b/", "HTTP://a/", "ftp://a/", "http://a/#", "http://a/#b;", "http://a#", "http://a#b", "http://a/#b#c",
		"http://a/;", "http://a?;", "http://a/?a&b", "http://a/'", "http://a/%41", "http://a/a%41", "http://a%41/",
		"http://a//", "http://a/.", "http://a?//", "http://a/#//", "http://a/?#//", "http://a/x#..",
		"https://" + strings.Repeat("a", 32) + "/", "https://" + strings.Repeat("a", 33) + "/",
		"https://a/" + strings.Repeat("a", 290), "https://a/" + strings.Repeat("a", 291),
		"file:///", "file:///a", "file:///a/b.c?d=e#f", "file:///a#", "file:///;", "file:////", "file:///.", "file:///a//b",
		"file://a/", "File:///a", "file:///-/a", "file:///-a-/b", "file:///a?b&c",
	} {
		for i := range 63 { // at least one of the places is not near the end of a page
			checkWeb(t, append(make([]byte, i, 4096), s...)[i:], false)
		}
	}
	for c := range 0x100 {
		for _, s := range []string{"https://a?.com/b", "http://?.com/b", "http://a.com/b?/c", "http://a.com/b~?c", "http://a/b#?d"} {
			checkWeb(t, []byte(strings.Replace(s, "?", string([]byte{byte(c)}), 1)), false)
		}
	}
}

// TestWebHosts has hosts of all lengths around the longest host that the kernel reads, and last labels that begin with
// each byte.
func TestWebHosts(t *testing.T) {
	haveWeb(t)
	for n := range 70 {
		for _, label := range []string{"", ".b", "-b", ".-"} {
			for _, rest := range []string{"", "/", "?", "/a", "?a", "//", "/#a", "#a", ".", "-", "."} {
				checkWeb(t, []byte("https://"+strings.Repeat("a", n)+label+rest), true)
			}
		}
	}
	for c := range 0x80 {
		for _, rest := range []string{"", "/", "z/", "zzzzzzzz?"} {
			checkWeb(t, []byte("http://a."+string(rune(c))+rest), true)
			checkWeb(t, []byte("http://"+string(rune(c))+rest), true)
		}
	}
}

var webTemplates = []string{
	"https://www.a-1.example.com/" + strings.Repeat("ab/c.html-", 30),
	"http://www.example.org/abc?d=" + strings.Repeat("Name=Ferret/a.b,", 30),
	"file:///" + strings.Repeat("Path/Of.Segments:@/", 20),
}

var webCorruptions = []string{"", ";", "//", "/.", "%41", "&", "'", "_", "@", ":8", "#", "--", ".1", "?", "[", "/%", "\x80"}

// TestWebWrongBytes corrupts references of every length at every place. The bytes before and after them in memory could
// be mistaken for a part of them.
func TestWebWrongBytes(t *testing.T) {
	haveWeb(t)
	step := 5
	if testing.Short() {
		step = 17
	}
	memory := make([]byte, 2*4096)
	memory = memory[-uintptr(unsafe.Pointer(&memory[0]))&4095:][:4096]
	for _, template := range webTemplates {
		for _, corruption := range webCorruptions {
			for length := 8; length < 210; length += step {
				for i := 8; i+len(corruption) <= length; i += 1 + i%step {
					for k := range memory[:512] {
						memory[k] = ";/./&%"[k%6]
					}
					place := memory[64+length%64:][:length]
					copy(place, template)
					copy(place[i:], corruption)
					checkWeb(t, place, true)
				}
			}
		}
	}
}

// TestWebJoints puts adjacent joints and fragments at every place, so that they can be in different blocks. The bytes after
// the text could be a part of its path.
func TestWebJoints(t *testing.T) {
	haveWeb(t)
	memory := make([]byte, 3*4096)
	memory = memory[-uintptr(unsafe.Pointer(&memory[0]))&4095:]
	for length := 9; length <= 300; length++ { // to MaxLen of strictRules
		for _, joints := range []string{"", "//a", "/.a", "./", "-%", "%/", "#a", "#"} {
			s := ("https://www.a-1.example.com/abc.html" + strings.Repeat("x", 300))[:length] + joints
			n := copy(memory, s)
			copy(memory[n:], strings.Repeat("x", 64))
			checkWeb(t, memory[:n], true)
		}
	}
}

// TestWebGuardPages puts strings of all lengths next to unreadable pages.
func TestWebGuardPages(t *testing.T) {
	haveWeb(t)
	page := os.Getpagesize()
	readable := kit.Guarded(t, 2)
	for i := range readable {
		readable[i] = ";/./&%"[i%6]
	}
	around := string(readable)
	for _, template := range webTemplates {
		for n := range 200 {
			for _, begin := range []int{0, 2*page - n, page, page - n, page - n/2} {
				place := readable[begin:][:n]
				copy(place, template)
				checkWeb(t, place, n <= Block && begin != page-n/2)
				copy(place, around[begin:])
			}
		}
	}
}

func FuzzWeb(f *testing.F) {
	f.Add("https://www.example.com/a/b.html?c=d#e")
	f.Add("http://a-b.example?" + strings.Repeat("ab/c.html-", 20))
	f.Fuzz(func(t *testing.T, s string) {
		if Available {
			checkWeb(t, []byte(s), false)
		}
	})
}
