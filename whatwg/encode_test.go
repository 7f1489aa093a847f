package whatwg

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/test/kit"
)

// labeled returns the encoding with a label of the Encoding Standard.
func labeled(t testing.TB, label string) encoding.Encoding {
	t.Helper()
	enc, err := htmlindex.Get(label)
	if err != nil {
		t.Fatalf("%s: %v", label, err)
	}
	return enc
}

// encoded returns the result of appendEncoded for a label. It checks that the bytes before the result do not change.
func encoded(t testing.TB, label, query string, set *octet.Coding) string {
	t.Helper()
	got := string(appendEncoded([]byte("x"), labeled(t, label), query, set))
	if got[0] != 'x' {
		t.Errorf("%s: %q: the first byte is %q", label, query, got[0])
	}
	return got[1:]
}

// TestEncodeCases encodes strings. The comments name sections of the URL Standard (URL) or of the Encoding Standard
// (ES).
func TestEncodeCases(t *testing.T) {
	for _, c := range kit.Cases[struct{ label, query, want string }]("encode.txt", "TestEncodeCases") {
		want := strings.ReplaceAll(c.want, "%5C", `\`)
		if got := encoded(t, c.label, c.query, &specialQuerySet); got != want {
			t.Errorf("%s: %q becomes %q, want %q", c.label, c.query, got, want)
		}
	}
	// URL 1.3: "'" is only in the special-query percent-encode set.
	if got := encoded(t, "windows-1252", "'ö'", &querySet); got != "'%F6'" {
		t.Errorf("by the query percent-encode set: %q", got)
	}
}

// TestEncodeForm encodes the example of the application/x-www-form-urlencoded percent-encode set in the summary (URL
// 1.3). There "+" is a space.
func TestEncodeForm(t *testing.T) {
	got := strings.ReplaceAll(encoded(t, "shift_jis", "1+1 ≡ 2%20‽", &form), "%20", "+")
	if want := "1%2B1+%81%DF+2%2520%26%238253%3B"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// encoderSums lists for each encoding the number of code points that it contains, and the first 8 bytes of the SHA-256
// of the lines "hex TAB text LF" for these code points: the number in hex, and the text by the special-query
// percent-encode set. They come from another implementation of the Encoding Standard: percentEncodeAfterEncoding of the
// npm package @exodus/bytes 1.16.0, for U+0000 to U+2FFFF, in gb18030 to U+1FFFF.
var encoderSums = kit.Cases[struct {
	label string
	count int
	sum   string
}]("encode.txt", "encoderSums")

func TestEncodeAllCodePoints(t *testing.T) {
	for _, c := range encoderSums {
		t.Run(c.label, func(t *testing.T) {
			t.Parallel()
			enc, last := labeled(t, c.label), rune(0x2ffff)
			switch {
			case c.label == "gb18030":
				last = 0x1ffff
			case c.label != "big5":
				last = 0xffff // has all of them
			}
			hash, count := sha256.New(), 0
			var text, reference []byte
			for r := range last + 1 {
				if 0xd800 <= r && r < 0xe000 {
					continue
				}
				text = appendEncoded(text[:0], enc, string(r), &specialQuerySet)
				reference = append(strconv.AppendInt(append(reference[:0], "%26%23"...), int64(r), 10), "%3B"...)
				if !bytes.Equal(text, reference) {
					fmt.Fprintf(hash, "%x\t%s\n", r, text)
					count++
				}
			}
			if sum := fmt.Sprintf("%x", hash.Sum(nil)[:8]); sum != c.sum || count != c.count {
				t.Errorf("%d code points with the sum %s, want %d with %s", count, sum, c.count, c.sum)
			}
		})
	}
}

// TestEncodeGB18030Ranges encodes code points from U+10000 on. Their pointers are 189000 and more (ES 5, index gb18030
// ranges pointer; ES 10.2.2, steps 9 to 15).
func TestEncodeGB18030Ranges(t *testing.T) {
	enc := labeled(t, "gb18030")
	for r := rune(0x10000); r <= utf8.MaxRune; r += 97 {
		pointer := 189000 + int(r) - 0x10000
		octets := []byte{byte(pointer/12600) + 0x81, byte(pointer/1260%10) + 0x30, byte(pointer/10%126) + 0x81,
			byte(pointer%10) + 0x30}
		want := specialQuerySet.AppendText(nil, string(octets))
		if got := appendEncoded(nil, enc, string(r), &specialQuerySet); string(got) != string(want) {
			t.Errorf("%U becomes %q, want %q", r, got, want)
		}
	}
}

// TestEncodingOfSchemes checks which encoding the query state chooses for each scheme (URL 4.4).
func TestEncodingOfSchemes(t *testing.T) {
	p := Parser{Encoding: charmap.Windows1252}
	for _, c := range kit.Cases[struct{ base, ref, want string }]("encode.txt", "TestEncodingOfSchemes") {
		var base URL
		if c.base != "" {
			base = MustParse(c.base)
		}
		u, err := p.Parse(base, c.ref)
		if err != nil || u.Href() != c.want {
			t.Errorf("%q against %q: %q, %v, want %q", c.ref, c.base, u, err, c.want)
		}
		if href, err := p.AppendHref(nil, base, c.ref); err != nil || string(href) != c.want {
			t.Errorf("AppendHref: %q against %q: %q, %v, want %q", c.ref, c.base, href, err, c.want)
		}
	}
	// Each ill-formed sequence is U+FFFD, which is not in the encoding, or stays.
	for invalid, want := range map[InvalidUTF8]string{ReplaceInvalid: "%F6%26%2365533%3B", EncodeRaw: "%F6%E2%82"} {
		p := Parser{Encoding: charmap.Windows1252, InvalidUTF8: invalid}
		if u, err := p.Parse(URL{}, "http://h/?ö\xe2\x82"); err != nil || u.Search() != "?"+want {
			t.Errorf("%v: %q, %v, want %q", invalid, u.Search(), err, want)
		}
	}
}

// TestEncodeUnusual uses encodings that are not in the Encoding Standard, and encoders that do not work.
func TestEncodeUnusual(t *testing.T) {
	for _, c := range []struct {
		enc         encoding.Encoding
		query, want string
	}{
		{nil, "ö", "%C3%B6"},
		{encoding.Nop, "ö", "%C3%B6"},
		{simplifiedchinese.HZGB2312, "中中", "~{VP~{VP"}, // each code point on its own
		{unicode.UTF8, "ö", "%C3%B6"},
		{unicode.UTF8BOM, "ö", "%C3%B6"},
		{unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "ö", "%C3%B6"},
		{utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "ö", "%C3%B6"},
		{charmap.ISO8859_1, "ö\u0080€", "%F6%80%26%238364%3B"},
		{charmap.ISO8859_6E, "\u0085ö", "%85%26%23246%3B"},
		{charmap.CodePage037, "A=ö", "A=%CC"},         // EBCDIC
		{wrapped{japanese.ShiftJIS}, "aあ", "a%82%A0"}, // without a name
		{wrapped{broken{}}, "aö", "a%26%23246%3B"},
		{escaping{charmap.Windows1252}, "ö☃&#9731;", "%F6%26%239731%3B&%239731;"},
		{escaping{japanese.EUCJP}, "あ☃", "%A4%A2%26%239731%3B"},
	} {
		if got := appendEncoded(nil, c.enc, c.query, &specialQuerySet); string(got) != c.want {
			t.Errorf("%v: %q becomes %q, want %q", c.enc, c.query, got, c.want)
		}
	}
}

// wrapped hides all methods of an encoding but its own.
type wrapped struct{ encoding.Encoding }

// escaping is an encoding as package golang.org/x/net/html/charset returns it. Its encoder writes "&#9731;" by itself.
type escaping struct{ encoding.Encoding }

func (e escaping) NewEncoder() *encoding.Encoder {
	return encoding.HTMLEscapeUnsupported(e.Encoding.NewEncoder())
}

// broken is an encoding that writes a byte and then fails.
type broken struct{ transform.NopResetter }

func (broken) NewDecoder() *encoding.Decoder { return nil }
func (broken) NewEncoder() *encoding.Encoder { return &encoding.Encoder{Transformer: broken{}} }
func (broken) Transform(dst, _ []byte, _ bool) (nDst, nSrc int, err error) {
	dst[0] = 'x'
	return 1, 0, errors.New("broken")
}

// FuzzEncode checks for all encodings that the result is US-ASCII, that nothing else of dst is written, and that the
// encoding's decoder returns the text, if the standard's encoder loses nothing.
func FuzzEncode(f *testing.F) {
	f.Add("aöあ¥\x0e\\‾☃\U0001F308|'", uint8(6))
	f.Add("\xff\xe2\x82", uint8(0))
	f.Fuzz(func(t *testing.T, query string, n uint8) {
		label := encoderSums[int(n)%len(encoderSums)].label
		enc := labeled(t, label)
		got := appendEncoded(nil, enc, query, &specialQuerySet)
		for _, b := range got {
			if b <= ' ' || b > '~' {
				t.Fatalf("%s: %q becomes %q", label, query, got)
			}
		}
		buf := make([]byte, len(got)+10)
		if again := appendEncoded(buf[:0], enc, query, &specialQuerySet); string(again) != string(got) {
			t.Errorf("%s: %q becomes %q, and then %q", label, query, got, again)
		}
		for i, b := range buf[len(got):] {
			if b != 0 {
				t.Errorf("%s: %q: the byte %d after the result is %d", label, query, i, b)
			}
		}
		checkDecodes(t, enc, label, query, string(got))
	})
}

// checkDecodes decodes the result, if query has only letters of Latin, Greek, Cyrillic and Japanese scripts.
func checkDecodes(t *testing.T, enc encoding.Encoding, label, query, got string) {
	t.Helper()
	for _, r := range query {
		plain := 'a' <= r && r <= 'z' || 0xc0 <= r && r < 0x250 || 0x391 <= r && r < 0x460 || 0x3041 <= r && r < 0x3094
		if !plain {
			return
		}
	}
	octets, err := url.PathUnescape(got)
	if err != nil || strings.Contains(got, "%26%23") {
		return
	}
	if text, err := enc.NewDecoder().String(octets); err != nil || text != query {
		t.Errorf("%s: %q becomes %q, which is %q, %v", label, query, got, text, err)
	}
}

func TestEncodeAllocations(t *testing.T) {
	buf := make([]byte, 0, 1000)
	for _, c := range []struct {
		enc   encoding.Encoding
		query string
		want  float64
	}{
		{nil, "aö", 0},
		{charmap.Windows1252, "aö☃", 0},
		{japanese.ShiftJIS, "plain", 0},
	} {
		got := testing.AllocsPerRun(100, func() { appendEncoded(buf, c.enc, c.query, &specialQuerySet) })
		if got != c.want {
			t.Errorf("%v: %q: %v allocations, want %v", c.enc, c.query, got, c.want)
		}
	}
}
