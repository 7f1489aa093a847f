package hosts_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/find/internal/uts58"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/internal/test/kit"
)

// The reference finds the links of UTS #58: first the host, then the text before it and after it.

const refDots = ".\u3002"

func reference(text string) (found []string) {
	from := 0 // the end of the last link
	for n := 0; n < len(text); {
		run := strings.IndexFunc(text[n:], func(r rune) bool { return !isNameChar(r) })
		if run < 0 {
			run = len(text) - n
		}
		if run == 0 {
			_, size := utf8.DecodeRuneInString(text[n:])
			n += size
			continue
		}
		hostEnd := n + len(strings.TrimRight(text[n:n+run], refDots))
		start, end, kind := refLink(text, from, n, hostEnd)
		n += run
		if end > 0 {
			found = append(found, kind+" "+text[start:end])
			from, n = end, end
		}
	}
	return found
}

func isNameChar(r rune) bool {
	return strings.ContainsRune(refDots, r) || r != utf8.RuneError && idna.InName(r)
}

// isDomain reports whether name has a top-level domain and valid labels before it.
func isDomain(name string) bool {
	labels := strings.Split(strings.ReplaceAll(name, "\u3002", "."), ".")
	for _, label := range labels {
		if label == "" || label[0] == '-' || label[len(label)-1] == '-' || utf8.RuneCountInString(label) > host.MaxLabel {
			return false
		}
	}
	top, err := idna.Lookup.AppendASCII(nil, labels[len(labels)-1])
	_, kind, err2 := suffix.Of("a." + string(top))
	return len(labels) > 1 && utf8.RuneCountInString(name) <= host.MaxName && err == nil && err2 == nil && kind == suffix.ICANN
}

// isInRun reports whether r continues a name, by the rule that UTS #58 does not have.
func isInRun(r rune) bool {
	return strings.ContainsRune("-_.%$", r) || unicode.In(r, unicode.L, unicode.M, unicode.Nd)
}

// refLink returns the link with the host text[lo:hi], or an end of 0.
func refLink(text string, from, lo, hi int) (start, end int, kind string) {
	if !isDomain(text[lo:hi]) {
		return 0, 0, ""
	}
	before, after := text[from:lo], text[hi:]
	last, _ := utf8.DecodeLastRuneInString(text[:lo])
	if isInRun(last) || unicode.In(last, unicode.Cf, unicode.Pc) || last != '@' && last > ' ' && refCut.MatchString(strings.ToValidUTF8(text[max(0, lo-64):lo], "\ufffd")) || isInRun(firstOf(strings.TrimLeft(after, refDots))) {
		return 0, 0, ""
	}
	if local, ok := strings.CutSuffix(before, "@"); ok {
		local = local[len(strings.TrimRightFunc(local, uts58.InLocalPart)):]
		if local == "" || strings.Contains("."+local+".", "..") || len(local) > 64 {
			return 0, 0, ""
		}
		start = lo - len("@") - len(local)
		word := text[from:start]
		if strings.HasPrefix(local, "//") && strings.HasSuffix(word, ":") {
			return 0, 0, ""
		}
		if refCutUser.MatchString(strings.ToValidUTF8(word[max(0, len(word)-64):], "\ufffd")) {
			return 0, 0, ""
		}
		if path, ok := strings.CutPrefix(after, ":"); ok && !refPort.MatchString(path[:refPathLen(path)]) {
			return 0, 0, ""
		}
		return refPrefix(text, from, start, "mailto:"), hi, "email"
	}
	if next, ok := strings.CutPrefix(after, "@"); ok {
		end := strings.IndexFunc(next, func(r rune) bool { return !isNameChar(r) })
		if end < 0 {
			end = len(next)
		}
		if isDomain(strings.TrimRight(next[:end], refDots)) && !isInRun(firstOf(next[end:])) {
			return 0, 0, ""
		}
	}
	return refPrefix(text, from, lo, "http://", "https://"), hi + refRest(after), "host"
}

// refCut is the start of an address with a scheme and a wrong host, and refCutUser that before an e-mail address.
var (
	refCut     = regexp.MustCompile("://[^ \\t\\r\\n\"'`<>()\\[\\],;|/?#]+$")
	refCutUser = regexp.MustCompile("://[^ \\t\\r\\n\"'`<>\\[\\],;|/?#]+$")
)

// refPort matches the text that may follow an e-mail address and ":".
var refPort = regexp.MustCompile(`^([0-9]+([/?#]|$)|$)`)

// refPathLen returns the length of the path at the start of text.
func refPathLen(text string) (end int) {
	tail := uts58.InPath()
	for i, r := range text {
		safe, ok := tail.Step(r)
		if !ok || r == utf8.RuneError && !strings.HasPrefix(text[i:], "\ufffd") {
			break
		}
		if safe {
			end = i + utf8.RuneLen(r)
		}
	}
	return end
}

// firstOf returns the first character of text.
func firstOf(text string) rune {
	r, _ := utf8.DecodeRuneInString(text)
	return r
}

// refPrefix returns the start of one of the prefixes before text[n:], or n.
func refPrefix(text string, from, n int, prefixes ...string) int {
	for _, prefix := range prefixes {
		if n-len(prefix) >= from && strings.EqualFold(text[n-len(prefix):n], prefix) {
			return n - len(prefix)
		}
	}
	return n
}

// refRest returns the length of the port, the path, the query and the fragment at the start of text, after a host.
func refRest(text string) (end int) {
	n := 0
	if strings.HasPrefix(text, ".") { // of the root
		n = 1
	}
	if strings.HasPrefix(text[n:], ":") {
		digits := len(text[n+1:]) - len(strings.TrimLeft(text[n+1:], "0123456789"))
		if _, err := strconv.ParseUint(text[n+1:n+1+digits], 10, 16); err == nil {
			if end = n + 1 + digits; n == 1 {
				end = 0
			}
			n += 1 + digits
		}
	}
	var tail uts58.Tail
	for i, r := range text[n:] {
		safe, ok := tail.Step(r)
		if !ok || r == utf8.RuneError && !strings.HasPrefix(text[n+i:], "\ufffd") { // not UTF-8
			break
		}
		if safe {
			end = n + i + utf8.RuneLen(r)
		}
	}
	return end
}

// TestReference compares UTS58 with the reference.
func TestReference(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(1000, 3000, 100000) {
		text := strings.Repeat(" ", random.IntN(70)) + randomText(random, 30)
		if got, want := links(hosts.UTS58(), text), reference(text); !slices.Equal(got, want) {
			t.Fatalf("%q:\n got %q\nwant %q", text, got, want)
		}
	}
}
