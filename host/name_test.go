package host

import (
	"errors"
	"fmt"
	"regexp"
	"sort"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/test/kit"
)

// rep returns n bytes of s, repeated.
func rep(s string, n int) string { return strings.Repeat(s, n/len(s)+1)[:n] }

// long returns a name of n bytes: labels of 63 bytes, and a last one that may be shorter.
func long(n int) string { return rep(rep("a", 63)+".", n) }

type checkTest struct {
	host   string
	offset int
	reason Reason
}

var checkTests = append(kit.Cases[checkTest]("name.txt", "checkTests"), []checkTest{
	// Labels of at most 63 octets (RFC 1034, section 3.1; RFC 1123, section 2.1).
	{rep("a", 63), 0, 0}, {rep("a", 63) + ".", 0, 0}, {rep("a", 64), 63, ReasonLabelTooLong},
	{"b." + rep("1", 63) + ".c", 0, 0}, {"b." + rep("1", 64) + ".c", 65, ReasonLabelTooLong},
	{rep("a-", 62) + "a", 0, 0}, {rep("a", 62) + "-", 62, ReasonHyphen}, {rep("a", 62) + "-a", 62, ReasonHyphen},
	{rep("a", 63) + "-", 63, ReasonLabelTooLong}, {rep("a", 63) + "_", 63, ReasonIllegalByte},
	{rep("a", 61) + "-a", 0, 0}, {rep("a", 61) + "-", 62, ReasonHyphen},

	// 255 octets on the wire are 253 characters of text, without the trailing dot (RFC 1034, section 3.1).
	{long(252), 0, 0}, {long(253), 0, 0}, {long(253) + ".", 0, 0}, {long(254), 253, ReasonNameTooLong},
	{long(255), 253, ReasonNameTooLong}, {long(253) + "..", 254, ReasonEmptyLabel},
	{long(253) + ".a", 254, ReasonNameTooLong}, {long(253) + ".-", 254, ReasonNameTooLong},
	{long(252) + ".", 0, 0}, {long(252) + ".a", 253, ReasonNameTooLong}, {long(251) + ".a", 0, 0},
	{long(252) + "-", 252, ReasonHyphen}, {long(251) + "-", 252, ReasonHyphen}, {long(251) + "-a", 0, 0},
	{rep("a.", 253), 0, 0}, {rep("a.", 254), 0, 0}, {rep("a.", 255), 254, ReasonNameTooLong},
}...)

func TestCheckName(t *testing.T) {
	for _, test := range checkTests {
		want := error(nil)
		if test.reason != 0 {
			want = &Error{test.offset, test.reason}
		}
		got := CheckName(test.host)
		if !sameError(got, want) {
			t.Errorf("CheckName(%q) = %v, want %v", test.host, got, want)
		}
		if IsName(test.host) != (want == nil) {
			t.Errorf("IsName(%q) = %v", test.host, want != nil)
		}
		checkReference(t, test.host)
	}
}

func sameError(a, b error) bool {
	var x, y *Error
	return errors.As(a, &x) == errors.As(b, &y) && (x == nil || *x == *y)
}

// The reference: the grammar of RFC 3986, section 3.2.2, and RFC 1123, section 2.1, as expressions, and the limits.
const labelForm = `[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?`

var (
	nameForm          = regexp.MustCompile(`^(?:` + labelForm + `\.)*` + labelForm + `\.?$`)
	dottedDecimalForm = regexp.MustCompile(`^\d+\.\d+\.\d+\.\d+\.?$`)
)

// referenceName reports whether host is a DNS name, but for dotted-decimal forms.
func referenceName(host string) bool {
	if strings.HasSuffix(host, "\n") || !nameForm.MatchString(host) {
		return false
	}
	// On the wire: an octet of length before each label, and one more for the root.
	wire := 1
	for label := range strings.SplitSeq(strings.TrimSuffix(host, "."), ".") {
		if len(label) > 63 {
			return false
		}
		wire += 1 + len(label)
	}
	return wire <= 255
}

// checkReference compares the result and the offset of CheckName with the reference. The offset is the length of the
// longest prefix of host that is a name or becomes one with another letter.
func checkReference(t *testing.T, host string) {
	t.Helper()
	err := CheckName(host)
	if got := IsName(host); got != (err == nil) {
		t.Fatalf("IsName(%q) = %v, but CheckName gives %v", host, got, err)
	}
	if referenceName(host) {
		want := error(nil)
		if dottedDecimalForm.MatchString(host) {
			want = &Error{len(host), ReasonDottedDecimal}
		}
		if !sameError(err, want) {
			t.Errorf("CheckName(%q) = %v, want %v", host, err, want)
		}
		return
	}
	want := sort.Search(len(host), func(n int) bool {
		return !referenceName(host[:n+1]) && !referenceName(host[:n+1]+"a")
	})
	var e *Error
	if !errors.As(err, &e) || e.Offset != want {
		t.Errorf("CheckName(%q) = %v, want an error at byte %d", host, err, want)
	}
}

// TestErrorText checks the text of an error for each reason.
func TestErrorText(t *testing.T) {
	for _, test := range []struct{ host, want string }{
		{"a_b", "illegal byte in DNS name at byte 1"},
		{"a..b", "empty label in DNS name at byte 2"},
		{"a-.b", "hyphen at an end of a label in DNS name at byte 2"},
		{rep("a", 64), fmt.Sprintf("label of more than %d bytes in DNS name at byte 63", MaxLabel)},
		{long(254), fmt.Sprintf("DNS name of more than %d bytes at byte 253", MaxName)},
		{"1.2.3.4", "IPv4 address instead of DNS name at byte 7"},
	} {
		if err := CheckName(test.host); err == nil || err.Error() != test.want {
			t.Errorf("%q: %v, want %s", test.host, err, test.want)
		}
	}
	for r := range ReasonDottedDecimal + 1 {
		if r.String() == "" {
			t.Errorf("reason %d has no name", r)
		}
	}
	if got := Reason(200).String(); got != "Reason(200)" {
		t.Error(got)
	}
}

type appendNameTest struct {
	host, want string
	ok         bool
}

var appendNameTests = append(kit.Cases[appendNameTest]("name.txt", "appendNameTests"), []appendNameTest{
	{rep("a", 63) + ".b", rep("a", 63) + ".b", true},
	{long(253), long(253), true},
	{long(253) + ".", long(253), true},
	{long(253) + "%2E", long(253), true},
	{rep("a", 64), "", false},
	{"b." + rep("a", 64), "", false},
	{long(254), "", false},
	{long(252) + ".a", "", false},
}...)

func TestAppendName(t *testing.T) {
	for _, test := range appendNameTests {
		dst := append(make([]byte, 0, 300), "before:"...)
		copy(dst[len(dst):cap(dst)], strings.Repeat("~", cap(dst)))
		got, ok := AppendName(dst, test.host)
		fromBytes, okBytes := AppendName(nil, []byte(test.host))
		if string(fromBytes) != test.want || okBytes != ok {
			t.Errorf("AppendName(%q) = %q of bytes", test.host, fromBytes)
		}
		if name, ok := CanonicalName(test.host); name != test.want || ok != test.ok {
			t.Errorf("CanonicalName(%q) = %q, %t, want %q, %t", test.host, name, ok, test.want, test.ok)
		}
		if strings.Trim(string(got[len(got):cap(dst)]), "~") != "" {
			t.Errorf("AppendName(%q) writes beyond the result", test.host)
		}
		if string(got) != "before:"+test.want || ok != test.ok {
			t.Errorf("AppendName(%q) = %q, %t, want %q, %t", test.host, got, ok, test.want, test.ok)
		}
	}
}

// TestAppendNameLengths has names of all lengths with upper-case letters and digits at all offsets.
func TestAppendNameLengths(t *testing.T) {
	for n := 1; n <= MaxName; n++ {
		text := strings.Repeat("ABCDEFG.XY0-9Z.", 20)[:n-1] + "K"
		got, ok := AppendName(nil, text)
		if want := strings.ToLower(text); string(got) != want || !ok {
			t.Errorf("AppendName(%q) = %q, %t, want %q", text, got, ok, want)
		}
	}
}

var (
	sinkError  error
	sinkBool   bool
	sinkBytes  []byte
	sinkString string
	nameBuffer [MaxName]byte
	// longestName has MaxName bytes.
	longestName = long(MaxName)
	nameBytes   = []byte("www.an-example-with-more-than-32-bytes.example.co.uk")
)

func TestNameCost(t *testing.T) {
	for _, test := range []struct {
		name string
		want float64
		f    func()
	}{
		{"CheckName", 0, func() { sinkError = CheckName("www.example.co.uk") }},
		{"AppendName", 0, func() { sinkBytes, sinkBool = AppendName(nameBuffer[:0], nameBytes) }},
		{"AppendName/encoded", 0, func() { sinkBytes, sinkBool = AppendName(nameBuffer[:0], "%77ww.example.co.uk") }},
		{"CanonicalName", 0, func() { sinkString, sinkBool = CanonicalName("_www.example.co.uk") }},
		{"CanonicalName/longest", 0, func() { sinkString, sinkBool = CanonicalName(longestName) }},
		{"CanonicalName/changed", 1, func() { sinkString, sinkBool = CanonicalName("%77ww.Example.co.uk.") }},
		{"CanonicalName/not a name", 0, func() { sinkString, sinkBool = CanonicalName("[::1]") }},
		{"CheckName/invalid", 1, func() { sinkError = CheckName("www.example.co_uk") }},
		{"IsName", 0, func() { sinkBool = IsName("www.example.co.uk") }},
		{"IsName/invalid", 0, func() { sinkBool = IsName("www.example.co_uk") }},
	} {
		kit.CheckAllocs(t, test.name, test.want, test.f)
	}
	kit.CheckErrorType[Error](t)
}

// TestAppendNameOverlap appends to the memory that holds the name.
func TestAppendNameOverlap(t *testing.T) {
	for _, text := range []string{"WWW.Example.COM", "%77WW.Example_.COM."} {
		want, ok := AppendName(nil, text)
		for begin := range len(text) {
			memory := []byte(strings.Repeat("~", begin) + text)
			if got, gotOK := AppendName(memory[:1], memory[begin:]); string(got[1:]) != string(want) || gotOK != ok {
				t.Errorf("%q at %d: %q, %v", text, begin, got, gotOK)
			}
		}
	}
}

// FuzzAppendName compares AppendName and CanonicalName with a reading label by label.
func FuzzAppendName(f *testing.F) {
	for _, test := range appendNameTests {
		f.Add(test.host)
	}
	f.Fuzz(func(t *testing.T, text string) {
		want := strings.TrimSuffix(lowerASCII(octet.Decoded(text)), ".")
		wantOK := len(want) <= MaxName
		for label := range strings.SplitSeq(want, ".") {
			wantOK = wantOK && label != "" && len(label) <= MaxLabel && strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-_") == ""
		}
		if !wantOK {
			want = ""
		}
		got, ok := AppendName(nil, text)
		if string(got) != want || ok != wantOK {
			t.Errorf("AppendName(%q) = %q, %v, want %q, %v", text, got, ok, want, wantOK)
		}
		if name, isName := CanonicalName(text); name != want || isName != ok {
			t.Errorf("CanonicalName(%q) = %q, %v, want %q, %v", text, name, isName, want, ok)
		}
	})
}

// lowerASCII returns text with the letters of US-ASCII in lower case.
func lowerASCII(text string) string {
	b := []byte(text)
	for i, c := range b {
		if 'A' <= c && c <= 'Z' {
			b[i] += 'a' - 'A'
		}
	}
	return string(b)
}

// FuzzCheckName compares CheckName with the reference.
func FuzzCheckName(f *testing.F) {
	for _, test := range checkTests {
		f.Add(test.host)
	}
	f.Fuzz(checkReference)
}

// BenchmarkCheckName reads the hosts of the corpus of web pages; see [kit.Web]. It compares IsName with the scan of
// the references that the hosts are from.
func BenchmarkCheckName(b *testing.B) {
	corpus, lines := kit.Web(b, 1)
	var hosts, references []string
	var r fsm.Ranges
	for _, line := range lines {
		if _, ok := fsm.Scan(line, &r); ok {
			if lo, hi, ok := r.Host(); ok {
				hosts = append(hosts, line[lo:hi])
				references = append(references, line)
			}
		}
	}
	names, bytes := 0, 0
	for _, host := range hosts {
		bytes += len(host)
		if referenceName(host) && !dottedDecimalForm.MatchString(host) {
			names++
		}
	}
	b.Run("corpus="+corpus+"/impl=host", func(b *testing.B) {
		b.SetBytes(int64(bytes))
		for b.Loop() {
			n := 0
			for _, host := range hosts {
				if IsName(host) {
					n++
				}
			}
			if n != names {
				b.Fatalf("%d names, want %d", n, names)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hosts)), "ns/host")
	})
	b.Run("corpus="+corpus+"/impl=fsm", func(b *testing.B) {
		for b.Loop() {
			for _, reference := range references {
				_, sinkBool = fsm.Scan(reference, &r)
			}
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(hosts)), "ns/host")
	})
}
