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
	for _, c := range []struct{ label, query, want string }{
		// URL 1.3, the summary by example.
		{"shift_jis", " ", "%20"},
		{"shift_jis", "≡", "%81%DF"},
		{"shift_jis", "‽", "%26%238253%3B"},
		{"iso-2022-jp", "¥", `%1B(J\%1B(B`},
		{"utf-8", "≡‽ '", "%E2%89%A1%E2%80%BD%20%27"},
		// URL 4.3, the example of a query.
		{"windows-1252", "smörgåsbord", "sm%F6rg%E5sbord"},
		{"utf-8", "smörgåsbord", "sm%C3%B6rg%C3%A5sbord"},
		// URL 1.3: each code point that is not in the encoding on its own; the percent-encode set is for bytes.
		{"windows-1252", "a\u2021\u2020☃☃b", "a%87%86%26%239731%3B%26%239731%3Bb"},
		{"windows-1252", "\U0010FFFF", "%26%231114111%3B"},
		{"windows-1252", "\uFFFD", "%26%2365533%3B"},
		{"windows-1252", "%zz%41\"#<>'`", "%zz%41%22%23%3C%3E%27`"},
		{"windows-1252", "\x00\x1f\x7f", "%00%1F%7F"},
		{"euc-kr", "†|", "%A2%D3|"},
		{"big5", "†", "%26%238224%3B"},
		// Bytes that are not UTF-8 stay.
		{"windows-1252", "ö\xffö", "%F6%FF%F6"},
		{"utf-8", "\xff", "%FF"},
		{"big5", "\xe4\xb8", "%E4%B8"},
		// ES 4.3: the output encoding of UTF-16 and replacement is UTF-8.
		{"utf-16be", "ö", "%C3%B6"},
		{"utf-16le", "ö", "%C3%B6"},
		{"replacement", "ö", "%C3%B6"},
		// ES 5: C1 controls of the single-byte encodings.
		{"windows-1252", "\u0080\u0081", "%26%23128%3B%81"},
		{"iso-8859-2", "\u0080", "%80"},
		{"iso-8859-8-i", "\u0080\u05d0\u00bf", "%80%E0%26%23191%3B"},
		{"windows-874", "\u0081\u0085", "%81%26%23133%3B"},
		{"ibm866", "\u0080", "%26%23128%3B"},
		{"x-user-defined", "\uF780\u0080", "%80%26%23128%3B"},
		// ES 5, index Big5 pointer: not the Hong Kong extensions, and the last pointer of six code points.
		{"big5", "À", "%26%23192%3B"},
		{"big5", "\u2550\u5341\u4e00", "%F9%F9%A4Q%A4@"},
		// ES 10.2.2, GBK and gb18030.
		{"gbk", "€\uE5E5\u4e02\U0001F308", "%80%26%2358853%3B%81@%26%23127752%3B"},
		{"gb18030", "€\uE5E5\U00010000", "%A2%E3%26%2358853%3B%900%810"},
		{"gb18030", "\uE81E\uE826\uE832\uE864\uE78D\uE796", "%FEY%FEa%FEm%FE%A0%A6%D9%A6%F3"},
		{"gb18030", "\uE7C7\u1E3F", "%815%F47%A8%BC"},
		{"gbk", "\uE7C7\u1E3F", "%26%2359335%3B%A8%BC"},
		// ES 12.1.2, EUC-JP.
		{"euc-jp", "¥‾−－\uFF61あ", `\~%A1%DD%A1%DD%8E%A1%A4%A2`},
		{"euc-jp", "丂", "%26%2319970%3B"}, // in JIS X 0212 only
		// ES 12.2.2, ISO-2022-JP.
		{"iso-2022-jp", "", ""},
		{"iso-2022-jp", "a", "a"},
		{"iso-2022-jp", "あ", `%1B$B$%22%1B(B`},
		{"iso-2022-jp", "ああ", `%1B$B$%22$%22%1B(B`},
		{"iso-2022-jp", "aあb", `a%1B$B$%22%1B(Bb`},
		{"iso-2022-jp", "¥a\\~‾", `%1B(J\a%1B(B\~%1B(J~%1B(B`}, // "a" is in the state Roman
		{"iso-2022-jp", "¥あ‾", `%1B(J\%1B$B$%22%1B(J~%1B(B`},
		{"iso-2022-jp", "¥☃‾", `%1B(J\%26%239731%3B~%1B(B`}, // an error leaves the state Roman
		{"iso-2022-jp", "あ☃あ", `%1B$B$%22%1B(B%26%239731%3B%1B$B$%22%1B(B`},
		{"iso-2022-jp", "あ\x0eあ", `%1B$B$%22%1B(B%26%2365533%3B%1B$B$%22%1B(B`},
		{"iso-2022-jp", "¥\x0f\x1b", `%1B(J\%26%2365533%3B%26%2365533%3B%1B(B`},
		{"iso-2022-jp", "−", `%1B$B!]%1B(B`},
		{"iso-2022-jp", "ｱﾞ\uFF61", `%1B$B%%22!+!%23%1B(B`},
		// ES 12.3.2, Shift_JIS.
		{"shift_jis", "¥‾−\u0080ｱ", `\~%81|%80%B1`},
		{"shift_jis", "\u7e8a\u2170\uffe4", "%FA%5C%FA@%FAU"},
	} {
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
var encoderSums = []struct {
	label string
	count int
	sum   string
}{
	{"big5", 14781, "469b470e5005adeb"}, {"euc-jp", 7520, "2c8649783b0baa72"},
	{"euc-kr", 17176, "b8c65954671807e2"}, {"gb18030", 129023, "30463518d97e98a1"},
	{"gbk", 24085, "4ad387223f32df07"}, {"ibm866", 256, "7af2652ff6e9819f"},
	{"iso-2022-jp", 7520, "52bca535978baf88"}, {"iso-8859-10", 256, "c34e39664e3be81c"},
	{"iso-8859-13", 256, "eeda11738ba8126b"}, {"iso-8859-14", 256, "492cf9cbf7efb756"},
	{"iso-8859-15", 256, "e9550f74e56158f2"}, {"iso-8859-16", 256, "5f9b0240c8323988"},
	{"iso-8859-2", 256, "ba5e4cf1c2eb14a2"}, {"iso-8859-3", 249, "8116ebd1e0a42257"},
	{"iso-8859-4", 256, "4aefc93c0fe83bf4"}, {"iso-8859-5", 256, "533703f0de372f7a"},
	{"iso-8859-6", 211, "0f5e216229c527ba"}, {"iso-8859-7", 253, "6527cda62f931694"},
	{"iso-8859-8-i", 220, "7fb51f2dffc85aa5"}, {"iso-8859-8", 220, "7fb51f2dffc85aa5"},
	{"koi8-r", 256, "ae8fd8ad6bb704f6"}, {"koi8-u", 256, "ff9d2ce4a8c98c27"},
	{"macintosh", 256, "be7bbbab81323df7"}, {"shift_jis", 7521, "5d11c199cc9b935e"},
	{"windows-1250", 256, "9e3fc2ea41b1c00d"}, {"windows-1251", 256, "32173e426c7b5d58"},
	{"windows-1252", 256, "e95a7d6a943031ab"}, {"windows-1253", 253, "af4c7bb810d6aec7"},
	{"windows-1254", 256, "e2164ac7397a9f42"}, {"windows-1255", 246, "81e834d327b6ccce"},
	{"windows-1256", 256, "6941da62b20012dd"}, {"windows-1257", 254, "10a8124867f36ba2"},
	{"windows-1258", 256, "2ebb32f7b316bc1e"}, {"windows-874", 248, "65eeca76d60dc6b1"},
	{"x-mac-cyrillic", 256, "ee00bf014f00f527"}, {"x-user-defined", 256, "7350d6c6fd227bfb"},
}

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
	for _, c := range []struct{ base, ref, want string }{
		{"", "http://h/ö?ö'#ö", "http://h/%C3%B6?%F6%27#%C3%B6"},
		{"", "https://h/?ö", "https://h/?%F6"},
		{"", "ftp://h/?ö", "ftp://h/?%F6"},
		{"", "file:///?ö", "file:///?%F6"},
		{"", "ws://h/?ö", "ws://h/?%C3%B6"},
		{"", "wss://h/?ö", "wss://h/?%C3%B6"},
		{"", "foo://h/?ö'", "foo://h/?%C3%B6'"},
		{"", "mailto:a?ö", "mailto:a?%C3%B6"},
		{"http://h/a?b", "?ö", "http://h/a?%F6"},
		{"http://h/a?%C3%B6", "#x", "http://h/a?%C3%B6#x"},
		{"ws://h/a", "?ö", "ws://h/a?%C3%B6"},
	} {
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
