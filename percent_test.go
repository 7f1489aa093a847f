package uri_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// A placeTest has the reserved characters that stand for themselves in a place, a reference with "*" for a string that is
// encoded for it, and a function that finds the string there.
type placeTest struct {
	name      string
	place     uri.Place
	reserved  string
	reference string
	get       func(u uri.URI) string
}

const (
	subDelims = "!$&'()*+,;="
	pchars    = subDelims + ":@" // pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
)

// placeTests follow the rules of RFC 3986, Appendix A.
var placeTests = []placeTest{
	{"unreserved", uri.PlaceUnreserved, "", "//h/*/", segment(0)},
	// userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
	{"userinfo", uri.PlaceUserinfo, subDelims + ":", "//*@h:80/", component(uri.URI.Userinfo)},
	// reg-name = *( unreserved / pct-encoded / sub-delims )
	{"reg-name", uri.PlaceRegName, subDelims, "//*:80/", component(uri.URI.Host)},
	// path-abempty = *( "/" segment )
	{"path", uri.PlacePath, pchars + "/", "//h/*", pathAfterSlash},
	// segment = *pchar
	{"segment", uri.PlaceSegment, pchars, "/a/*/b", segment(1)},
	// segment-nz-nc = 1*( unreserved / pct-encoded / sub-delims / "@" )
	{"segment-nz-nc", uri.PlaceSegmentNoColon, subDelims + "@", "*", uri.URI.Path},
	// "the semicolon (";") and equals ("=") reserved characters are often used to delimit parameters and parameter
	// values applicable to that segment. The comma (",") reserved character is often used for similar purposes."
	// (section 3.3)
	{"param", uri.PlaceParam, "!$&'()*+:@", "/a/name;v=*;w,x/b", func(u uri.URI) string { return paramValue(segment(1)(u), "v") }},
	// query = *( pchar / "/" / "?" )
	{"query", uri.PlaceQuery, pchars + "/?", "?*#f", component(uri.URI.Query)},
	// The same without what delimits pairs, or means a space to some.
	{"pair", uri.PlacePair, "!$'()*,:@/?", "?a=b&k=*&c#f", func(u uri.URI) string { return pairValue(u, "k") }},
	// fragment = *( pchar / "/" / "?" )
	{"fragment", uri.PlaceFragment, pchars + "/?", "a#*", component(uri.URI.Fragment)},
	// "URI encode every byte except the unreserved characters", and "/" in the key of an object.
	// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html
	{"sigv4", uri.PlaceSigV4, "/", "//h/*", pathAfterSlash},
	{"no place", 200, "", "//h/*/", segment(0)},
}

func (p placeTest) stands(b byte) bool {
	return isUnreserved(b) || strings.IndexByte(p.reserved, b) >= 0
}

func (p placeTest) put(encoded string) string { return strings.Replace(p.reference, "*", encoded, 1) }

func pathAfterSlash(u uri.URI) string { return u.Path()[1:] }

func component(get func(uri.URI) (string, bool)) func(uri.URI) string {
	return func(u uri.URI) string {
		s, ok := get(u)
		if !ok {
			return "undefined"
		}
		return s
	}
}

func segment(n int) func(uri.URI) string {
	return func(u uri.URI) string {
		segments := slices.Collect(uri.Segments(u.Path()))
		if n >= len(segments) {
			return "no such segment"
		}
		return segments[n]
	}
}

func paramValue(segment, key string) string {
	_, params, _ := strings.Cut(segment, ";")
	for p := range (uri.QuerySyntax{Separators: ";,"}).Pairs(params) {
		if p.Key == key {
			return p.Value
		}
	}
	return "no such parameter"
}

func pairValue(u uri.URI, key string) string {
	query, _ := u.Query()
	for p := range (uri.QuerySyntax{Separators: "&;"}).Pairs(query) {
		if p.Key == key {
			return p.Value
		}
	}
	return "no such pair"
}

// percentEncoded returns the pct-encoded of an octet, with digits of upper case, as "URI producers and normalizers
// should" write it (RFC 3986, section 2.1).
func percentEncoded(b byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{'%', digits[b/16], digits[b%16]})
}

// referenceEncode encodes byte by byte. If raw, a pct-encoded is kept.
func referenceEncode(stands func(byte) bool, s string, raw bool) string {
	var encoded strings.Builder
	for s != "" {
		n := 1
		switch {
		case raw && len(s) >= 3 && s[0] == '%' && isHexdig(s[1]) && isHexdig(s[2]):
			n = 3
			encoded.WriteString(s[:n])
		case stands(s[0]):
			encoded.WriteByte(s[0])
		default:
			encoded.WriteString(percentEncoded(s[0]))
		}
		s = s[n:]
	}
	return encoded.String()
}

// A decoding is the result of decoding: an error if Reason is not 0.
type decoding struct {
	Text      string
	Offset    int
	Component uri.Component
	Reason    uri.Reason
}

func decodingOf(text string, err error) decoding {
	if e := (*uri.Error)(nil); errors.As(err, &e) {
		return decoding{text, e.Offset, e.Component, e.Reason}
	}
	return decoding{Text: text}
}

// referenceDecode decodes byte by byte, then looks for bad UTF-8.
func referenceDecode(raw string, r uri.RefusedOctets) decoding {
	var octets []byte
	var offsets []int // of each octet
	for n := 0; n < len(raw); n++ {
		octets, offsets = append(octets, raw[n]), append(offsets, n)
		if raw[n] != '%' {
			continue
		}
		for i := range 2 {
			if n+1+i >= len(raw) || !isHexdig(raw[n+1+i]) {
				return decoding{Offset: n + 1 + i, Reason: uri.ReasonBadPercent}
			}
		}
		octet, _ := strconv.ParseUint(raw[n+1:n+3], 16, 8)
		if isRefused(byte(octet), r) {
			return decoding{Offset: n, Reason: uri.ReasonRefusedOctet}
		}
		octets[len(octets)-1] = byte(octet)
		n += 2
	}
	for n := 0; r&uri.RefuseBadUTF8 != 0 && n < len(octets); {
		char, size := utf8.DecodeRune(octets[n:])
		if char == utf8.RuneError && size == 1 {
			return decoding{Offset: offsets[n], Reason: uri.ReasonBadUTF8}
		}
		n += size
	}
	return decoding{Text: string(octets)}
}

func isRefused(octet byte, r uri.RefusedOctets) bool {
	isGenDelim := strings.IndexByte(":/?#[]@", octet) >= 0
	return r&uri.RefuseSlash != 0 && octet == '/' ||
		r&uri.RefuseBackslash != 0 && octet == '\\' ||
		r&uri.RefuseNUL != 0 && octet == 0 ||
		r&uri.RefuseControls != 0 && (octet <= 0x1f || octet == 0x7f) ||
		r&uri.RefuseReserved != 0 && (isGenDelim || isSubDelim(octet))
}

const refuseAll = uri.RefuseSlash | uri.RefuseBackslash | uri.RefuseNUL | uri.RefuseControls | uri.RefuseReserved |
	uri.RefuseBadUTF8

func TestEncodeExamples(t *testing.T) {
	placesByName := map[string]any{}
	for _, test := range placeTests {
		placesByName[test.name] = test.place
	}
	for _, test := range kit.Cases[struct {
		source     string
		place      uri.Place
		text, want string
	}]("percent.txt", "TestEncodeExamples", placesByName) {
		if got := test.place.Encode(test.text); got != test.want {
			t.Errorf("section %s: Encode(%d, %q) = %q, want %q", test.source, test.place, test.text, got, test.want)
		}
	}
}

// TestDecodeExamples is about UTF-8, and about which of several errors is returned.
func TestDecodeExamples(t *testing.T) {
	bad := func(offset int, reason uri.Reason) decoding { return decoding{Offset: offset, Reason: reason} }
	for _, test := range []struct {
		raw  string
		r    uri.RefusedOctets
		want decoding
	}{
		{"a%C3", uri.RefuseBadUTF8, bad(1, uri.ReasonBadUTF8)},
		{"a\u00c0%C3%28", uri.RefuseBadUTF8, bad(3, uri.ReasonBadUTF8)},
		{"%20%F0%9F%98%80%ED%A0%80", uri.RefuseBadUTF8, bad(15, uri.ReasonBadUTF8)}, // a surrogate
		{"%C0%AF", uri.RefuseBadUTF8, bad(0, uri.ReasonBadUTF8)},                    // an overlong "/"
		{"\xff", uri.RefuseBadUTF8, bad(0, uri.ReasonBadUTF8)},
		{"%EF%BF%BD", uri.RefuseBadUTF8, decoding{Text: "\ufffd"}}, // what bad UTF-8 is replaced with is good

		// The first error, but bad UTF-8 last.
		{"%2F%", refuseAll, bad(0, uri.ReasonRefusedOctet)},
		{"%4z%2F", refuseAll, bad(2, uri.ReasonBadPercent)},
		{"%ff%2F", refuseAll, bad(3, uri.ReasonRefusedOctet)},
		{"%ff%", refuseAll, bad(4, uri.ReasonBadPercent)},
	} {
		checkDecode(t, test.raw, test.r, test.want)
	}
}

// checkDecode compares the result of Decode with want.
func checkDecode(t *testing.T, raw string, r uri.RefusedOctets, want decoding) {
	t.Helper()
	if got := decodingOf(uri.Decode(raw, r)); got != want {
		t.Errorf("Decode(%.200q, %06b) (-want +got):\n%s", raw, r, cmp.Diff(want, got))
	}
}

// TestEncodeBytes encodes each byte for each place, alone and where blocks are read.
func TestEncodeBytes(t *testing.T) {
	for _, test := range placeTests {
		for b := range 256 {
			for _, around := range []string{"", "0123456789abcdef"} {
				s := around + string([]byte{byte(b)}) + around
				checkEncode(t, test.place, test.stands, s)
			}
		}
	}
}

// checkEncode compares the encoding functions with the reference, and decodes their results.
func checkEncode(t *testing.T, p uri.Place, stands func(byte) bool, s string) {
	t.Helper()
	standsInText := func(b byte) bool { return stands(b) && (b != '\'' || p != uri.PlaceQuery && p != uri.PlacePair) }
	text, raw := referenceEncode(standsInText, s, false), referenceEncode(stands, s, true)
	for _, test := range []struct{ name, got, want string }{
		{"Encode", p.Encode(s), text},
		{"EncodeRaw", p.EncodeRaw(s), raw},
		{"EncodeRaw of Encode", p.EncodeRaw(text), text},
		{"EncodeRaw of EncodeRaw", p.EncodeRaw(raw), raw},
	} {
		if test.got != test.want {
			t.Errorf("%s(%d, %.200q) (-want +got):\n%s", test.name, p, s, cmp.Diff(test.want, test.got))
		}
	}
	checkDecode(t, text, 0, decoding{Text: s})
}

// percentLengths are the lengths where another branch begins: blocks, their lookahead, short results, pieces.
var percentLengths = []int{
	0, 1, 2, 3, 7, 8, 9, 10, 11, 16, 17, 21, 22, 63, 64, 65, 255, 256, 257, 300, 511, 512, 513, 767, 768, 769, 2000,
}

// percentTexts returns strings of bytes of several kinds in all mixtures.
func percentTexts(t testing.TB) (texts []string) {
	random := kit.Random(t)
	for _, alphabet := range []string{
		"a", "%", " ", "%4", "%41", "a %41", "abcdefghijklmnopqrs ", "%4g:/", "\u30a2", "aaaaaaaaaaaa%41",
	} {
		for _, length := range percentLengths {
			b := make([]byte, length)
			for i := range b {
				b[i] = alphabet[random.IntN(len(alphabet))]
			}
			texts = append(texts, string(b), strings.Repeat(alphabet, length)[:length])
		}
	}
	for _, length := range percentLengths {
		b := make([]byte, length)
		for i := range b {
			b[i] = byte(random.Uint32())
		}
		texts = append(texts, string(b))
	}
	return texts
}

func TestEncodeTexts(t *testing.T) {
	for _, s := range percentTexts(t) {
		for _, test := range placeTests {
			checkEncode(t, test.place, test.stands, s)
		}
	}
}

func TestDecodeTexts(t *testing.T) {
	for _, s := range percentTexts(t) {
		raw := referenceEncode(isUnreserved, s, true)
		for _, r := range []uri.RefusedOctets{0, uri.RefuseSlash, uri.RefuseBadUTF8, refuseAll} {
			checkDecode(t, s, r, referenceDecode(s, r))
			checkDecode(t, raw, r, referenceDecode(raw, r))
			checkDecode(t, raw+"%", r, referenceDecode(raw+"%", r))
		}
	}
}

// TestDecodeOctets decodes each octet with each flag.
func TestDecodeOctets(t *testing.T) {
	for b := range 256 {
		encoded := percentEncoded(byte(b))
		for _, raw := range []string{encoded, "0123456789" + strings.ToLower(encoded) + "0123456789"} {
			for r := uri.RefusedOctets(1); r <= refuseAll; r <<= 1 {
				checkDecode(t, raw, r, referenceDecode(raw, r))
			}
		}
	}
}

// TestEncodedParses puts encoded strings in their places and reads them back.
func TestEncodedParses(t *testing.T) {
	for _, s := range percentTexts(t) {
		for _, test := range placeTests {
			for _, encoded := range []string{test.place.Encode(s), test.place.EncodeRaw(s)} {
				text := test.put(encoded)
				u, err := uri.Parse(text)
				if err != nil {
					t.Errorf("%s: Parse(%.200q): %v", test.name, text, err)
				} else if got := test.get(u); got != encoded {
					t.Errorf("%s: in %.200q stands %.200q, want %.200q", test.name, text, got, encoded)
				}
			}
		}
	}
}

// FuzzPercent compares encoding and decoding with the reference, for every Place and all RefusedOctets.
func FuzzPercent(f *testing.F) {
	add := func(s string) {
		f.Add(s, uint8(0), uint8(len(s)))
		f.Add(s, uint8(refuseAll), uint8(len(s)))
	}
	addSeeds(f, add)
	for s := range kit.Seeds(percentTexts(f)) {
		if len(s) < 100 {
			add(s)
		}
	}
	f.Fuzz(func(t *testing.T, s string, r, place uint8) {
		checkDecode(t, s, uri.RefusedOctets(r), referenceDecode(s, uri.RefusedOctets(r)))
		test := placeTests[int(place)%len(placeTests)]
		checkEncode(t, test.place, test.stands, s)
	})
}

func ExamplePlace_Encode() {
	title := "50% off: caf\u00e9/bar"
	fmt.Println("/articles/" + uri.PlaceParam.Encode(title))
	fmt.Println("/articles?title=" + uri.PlacePair.Encode(title))
	// Output:
	// /articles/50%25%20off:%20caf%C3%A9%2Fbar
	// /articles?title=50%25%20off:%20caf%C3%A9/bar
}

// What people paste as a URI may be encoded in part.
func ExamplePlace_EncodeRaw() {
	fmt.Println(uri.PlacePath.EncodeRaw("/caf%C3%A9 au lait/100%"))
	// Output: /caf%C3%A9%20au%20lait/100%25
}

func ExampleDecode() {
	fmt.Println(uri.Decode("caf%C3%A9", uri.RefuseSlash|uri.RefuseBadUTF8))
	fmt.Println(uri.Decode("..%2Fetc", uri.RefuseSlash|uri.RefuseBadUTF8))
	// Output:
	// café <nil>
	//  refused octet at byte 2
}
