package whatwg

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"golang.org/x/text/transform"

	"github.com/urispan/uri/internal/octet"
)

// The encoders of golang.org/x/text differ from the Encoding Standard for some code points. The differences were found
// by encoding all code points with both. Section numbers in this file refer to the Encoding Standard.

// A legacy holds the corrections of an encoding.
type legacy struct {
	// runs lists the code points with other codes than in golang.org/x/text, in ascending order.
	runs []run

	// after returns the bytes of r, or none. encoded is the result of golang.org/x/text. The function may change it.
	after func(r rune, encoded []byte) []byte
}

// A run is a range of code points with consecutive codes, or without codes if the first code is 0.
type run struct {
	first, last rune
	code        uint16 // of first
}

// legacies maps the names that golang.org/x/text gives to encodings to their corrections.
var legacies = map[string]legacy{
	"Big5":        {big5Runs, afterBig5},
	"EUC-JP":      {[]run{{yenSign, yenSign, 0x5c}, {overline, overline, 0x7e}, {minusSign, minusSign, 0xa1dd}}, afterEUCJP},
	"GB18030":     {gbRuns, afterGB},
	"GBK":         {gbRuns, afterGB},
	"ISO-8859-6E": {c1Runs, nil},
	"ISO-8859-6I": {c1Runs, nil},
	"ISO-8859-8E": {c1Runs, nil},
	"ISO-8859-8I": {c1Runs, nil},
	"Shift JIS":   {shiftJISRuns, afterShiftJIS},
}

// c1Runs are the C1 controls (section 5).
var c1Runs = []run{{0x80, 0x9f, 0x80}}

// big5Runs lists code points with two codes, where golang.org/x/text chooses the wrong one (section 5, index Big5 pointer).
var big5Runs = []run{
	{0x256d, 0x256d, 0xa27e}, {0x256e, 0x256e, 0xa2a1}, {0x256f, 0x256f, 0xa2a3}, {0x2570, 0x2570, 0xa2a2},
	{0x3003, 0x3003, 0xa1b2}, {0x4edd, 0x4edd, 0xc6df}, {0x5029, 0x5029, 0xadc5}, {0x507d, 0x507d, 0xb0b0},
	{0x5305, 0x5305, 0xa55d}, {0x5344, 0x5344, 0xa2cd}, {0x537f, 0x537f, 0xadeb}, {0x5a77, 0x5a77, 0xb440},
	{0x5e75, 0x5e75, 0xc9db}, {0x5ef4, 0x5ef4, 0xc6cf}, {0x5f58, 0x5f58, 0xd8f4}, {0x6490, 0x6490, 0xbcb5},
	{0x65e0, 0x65e0, 0xc6d3}, {0x6674, 0x6674, 0xb4b8}, {0x675e, 0x675e, 0xa7fb}, {0x6c9c, 0x6c9c, 0xcb58},
	{0x6e1d, 0x6e1d, 0xb4fc}, {0x6e2f, 0x6e2f, 0xb4e4}, {0x716e, 0x716e, 0xb54e}, {0x745c, 0x745c, 0xb7ec},
	{0x74e9, 0x74e9, 0xa260}, {0x7676, 0x7676, 0xc6d5}, {0x7809, 0x7809, 0xcff1},
}

// afterBig5 removes the Hong Kong extensions: their first byte is less than 0xA1 (section 5, index Big5 pointer).
func afterBig5(_ rune, encoded []byte) []byte {
	if len(encoded) == 2 && encoded[0] < 0xa1 {
		return nil
	}
	return encoded
}

const (
	yenSign        = '\u00A5'
	overline       = '\u203E'
	minusSign      = '\u2212'
	fullwidthMinus = '\uFF0D'
)

// afterEUCJP removes the characters of JIS X 0212, which have three bytes (section 12.1.2).
func afterEUCJP(_ rune, encoded []byte) []byte {
	if len(encoded) == 3 {
		return nil
	}
	return encoded
}

// shiftJISRuns lists the code points of the steps 2 to 6 of section 12.3.2.
var shiftJISRuns = []run{
	{0x80, 0x80, 0x80}, {yenSign, yenSign, 0x5c}, {overline, overline, 0x7e}, {minusSign, minusSign, 0x817c},
}

// afterShiftJIS moves the characters of the pointers 8272 to 8835 to their other pointers (section 5, index Shift_JIS
// pointer).
func afterShiftJIS(_ rune, encoded []byte) []byte {
	if len(encoded) != 2 || encoded[0] != 0xed && encoded[0] != 0xee {
		return encoded
	}
	const row, firstHalf = 188, 0x3f // firstHalf is the number of second bytes before 0x7F
	pointer := int(encoded[0]-0xc1)*row + int(encoded[1]) - 0x40
	if encoded[1] > 0x7f {
		pointer--
	}
	switch {
	case pointer < 8634: // ideographs
		pointer += 10744 - 8272
	case pointer < 8645: // small Roman numerals
		pointer += 10716 - 8634
	default: // signs
		pointer += 10737 - 8645
	}
	second := pointer%row + 0x40
	if pointer%row >= firstHalf {
		second++
	}
	return append(encoded[:0], byte(pointer/row+0xc1), byte(second))
}

// afterGB corrects U+E7C7, which is only in GB18030, with the code that golang.org/x/text gives to U+1E3F (section 5, index
// gb18030 ranges pointer).
func afterGB(r rune, encoded []byte) []byte {
	if r == 0xe7c7 && len(encoded) == 4 {
		return append(encoded[:0], 0x81, 0x35, 0xf4, 0x37)
	}
	return encoded
}

// gbRuns lists the code points that GB 18030-2022 changed, and the code points of the private use area, without U+E5E5
// (section 10.2.2, steps 3 and 5 to 7).
var gbRuns = []run{
	{0x1e3f, 0x1e3f, 0xa8bc}, {0x9fb4, 0x9fb4, 0xfe59}, {0x9fb5, 0x9fb5, 0xfe61}, {0x9fb6, 0x9fb7, 0xfe66},
	{0x9fb8, 0x9fb8, 0xfe6d}, {0x9fb9, 0x9fb9, 0xfe7e}, {0x9fba, 0x9fba, 0xfe90}, {0x9fbb, 0x9fbb, 0xfea0},
	{0xe000, 0xe05d, 0xaaa1}, {0xe05e, 0xe0bb, 0xaba1}, {0xe0bc, 0xe119, 0xaca1}, {0xe11a, 0xe177, 0xada1},
	{0xe178, 0xe1d5, 0xaea1}, {0xe1d6, 0xe233, 0xafa1}, {0xe234, 0xe291, 0xf8a1}, {0xe292, 0xe2ef, 0xf9a1},
	{0xe2f0, 0xe34d, 0xfaa1}, {0xe34e, 0xe3ab, 0xfba1}, {0xe3ac, 0xe409, 0xfca1}, {0xe40a, 0xe467, 0xfda1},
	{0xe468, 0xe4c5, 0xfea1}, {0xe4c6, 0xe504, 0xa140}, {0xe505, 0xe525, 0xa180}, {0xe526, 0xe564, 0xa240},
	{0xe565, 0xe585, 0xa280}, {0xe586, 0xe5c4, 0xa340}, {0xe5c5, 0xe5e4, 0xa380}, {0xe5e5, 0xe5e5, 0}, {0xe5e6, 0xe624, 0xa440},
	{0xe625, 0xe645, 0xa480}, {0xe646, 0xe684, 0xa540}, {0xe685, 0xe6a5, 0xa580}, {0xe6a6, 0xe6e4, 0xa640},
	{0xe6e5, 0xe705, 0xa680}, {0xe706, 0xe744, 0xa740}, {0xe745, 0xe765, 0xa780}, {0xe766, 0xe76b, 0xa2ab},
	{0xe76d, 0xe76d, 0xa2e4}, {0xe76e, 0xe76f, 0xa2ef}, {0xe770, 0xe771, 0xa2fd}, {0xe772, 0xe77c, 0xa4f4},
	{0xe77d, 0xe784, 0xa5f7}, {0xe785, 0xe78c, 0xa6b9}, {0xe78d, 0xe793, 0xa6d9}, {0xe794, 0xe795, 0xa6ec},
	{0xe796, 0xe796, 0xa6f3}, {0xe797, 0xe79f, 0xa6f6}, {0xe7a0, 0xe7ae, 0xa7c2}, {0xe7af, 0xe7bb, 0xa7f2},
	{0xe7bc, 0xe7c6, 0xa896}, {0xe7c9, 0xe7cc, 0xa8c1}, {0xe7cd, 0xe7e1, 0xa8ea}, {0xe7e2, 0xe7e2, 0xa958},
	{0xe7e3, 0xe7e3, 0xa95b}, {0xe7e4, 0xe7e6, 0xa95d}, {0xe7f4, 0xe800, 0xa997}, {0xe801, 0xe80f, 0xa9f0},
	{0xe810, 0xe814, 0xd7fa}, {0xe816, 0xe818, 0xfe51}, {0xe81e, 0xe81e, 0xfe59}, {0xe826, 0xe826, 0xfe61},
	{0xe82b, 0xe82c, 0xfe66}, {0xe831, 0xe832, 0xfe6c}, {0xe83b, 0xe83b, 0xfe76}, {0xe843, 0xe843, 0xfe7e},
	{0xe854, 0xe855, 0xfe90}, {0xe864, 0xe864, 0xfea0}, {0xfe10, 0xfe10, 0xa6d9}, {0xfe11, 0xfe11, 0xa6db},
	{0xfe12, 0xfe12, 0xa6da}, {0xfe13, 0xfe16, 0xa6dc}, {0xfe17, 0xfe18, 0xa6ec}, {0xfe19, 0xfe19, 0xa6f3},
}

// An iso2022JP is the ISO-2022-JP encoder (section 12.2.2). It uses the encoder of golang.org/x/text only for index
// jis0208.
type iso2022JP struct {
	jis   *transformer
	state jisState
}

// A jisState is a state of the ISO-2022-JP encoder.
type jisState uint8

const (
	jisASCII jisState = iota
	jisRoman
	jis0208
)

// escapes lists the bytes after ESC that begin each state.
var escapes = [...]string{jisASCII: "(B", jisRoman: "(J", jis0208: "$B"}

// enter changes to state. It appends the escape sequence of state unless state is the current one.
func (e *iso2022JP) enter(dst []byte, state jisState, set *octet.Coding) []byte {
	if e.state == state {
		return dst
	}
	e.state = state
	return set.AppendText(set.AppendByte(dst, esc), escapes[state])
}

const (
	shiftOut = 0x0e
	shiftIn  = 0x0f
	esc      = 0x1b
)

func (e *iso2022JP) appendRune(dst []byte, r rune, set *octet.Coding) ([]byte, rune) {
	switch {
	case r == shiftOut || r == shiftIn || r == esc:
		if e.state == jis0208 {
			dst = e.enter(dst, jisASCII, set)
		}
		return dst, '\uFFFD'
	case r < 0x80:
		if e.state != jisRoman || r == '\\' || r == '~' {
			dst = e.enter(dst, jisASCII, set)
		}
		return set.AppendByte(dst, byte(r)), noRune
	case r == yenSign:
		return set.AppendByte(e.enter(dst, jisRoman, set), '\\'), noRune
	case r == overline:
		return set.AppendByte(e.enter(dst, jisRoman, set), '~'), noRune
	}
	first, second, ok := e.code(r)
	if !ok {
		if e.state == jis0208 {
			dst = e.enter(dst, jisASCII, set)
		}
		return dst, r
	}
	dst = e.enter(dst, jis0208, set)
	return set.AppendByte(set.AppendByte(dst, first), second), noRune
}

// code returns the two bytes of r in index jis0208.
func (e *iso2022JP) code(r rune) (first, second byte, ok bool) {
	switch {
	case r == minusSign:
		r = fullwidthMinus
	case 0xff61 <= r && r <= 0xff9f:
		r = katakana[r-0xff61]
	}
	encoded := e.jis.encode(r) // "\x1b$B", the two bytes, and "\x1b(B"
	if len(encoded) < 5 {
		return 0, 0, false
	}
	return encoded[3], encoded[4], true
}

// katakana is index ISO-2022-JP katakana: the wide forms of U+FF61 to U+FF9F.
var katakana = []rune("。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソ" +
	"タチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜")

const noRune rune = -1

// A transformer is an encoder of golang.org/x/text with corrections.
type transformer struct {
	transform.Transformer
	legacy
	char  [utf8.UTFMax]byte
	bytes [16]byte
}

func (e *transformer) appendRune(dst []byte, r rune, set *octet.Coding) ([]byte, rune) {
	bytes := e.encode(r)
	for _, b := range bytes {
		dst = set.AppendByte(dst, b)
	}
	if len(bytes) == 0 {
		return dst, r
	}
	return dst, noRune
}

// encode returns the bytes of r, which the next call overwrites, or none if r is not in the encoding.
func (e *transformer) encode(r rune) []byte {
	n, found := slices.BinarySearchFunc(e.runs, r, func(x run, r rune) int { return cmp.Compare(x.last, r) })
	if found || n < len(e.runs) && e.runs[n].first <= r {
		return e.runs[n].appendCode(e.bytes[:0], r)
	}
	e.Reset()
	n, _, err := e.Transform(e.bytes[:], utf8.AppendRune(e.char[:0], r), true)
	if err != nil || n > 1 && string(e.bytes[:2]) == "&#" { // see encoding.HTMLEscapeUnsupported
		n = 0
	}
	if e.after != nil {
		return e.after(r, e.bytes[:n])
	}
	return e.bytes[:n]
}

// appendCode appends the code of r, which has one or two bytes or none.
func (x run) appendCode(dst []byte, r rune) []byte {
	code := x.code + uint16(r-x.first)
	switch {
	case x.code == 0:
		return dst
	case code > 0xff:
		dst = append(dst, byte(code>>8))
	}
	return append(dst, byte(code))
}
