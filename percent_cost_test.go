package uri

import (
	"strings"
)

var (
	percentSinkPair  Pair
	percentSinkCount int
)

// percentAllocTests are those of percent.go, path.go and query.go.
func percentAllocTests() []allocTest {
	const (
		refuse = RefuseSlash | RefuseNUL | RefuseBadUTF8
		path   = "/over/there/name;v=1.1"
		coded  = "/caf%C3%A9/x"
		query  = "q=caf%C3%A9&b=2+x&a=1&a=3&c"
	)
	u, text := MustParse("//h/over/there?a=b&c"), "caf\u00e9 au lait"
	encoded, long := EncodeText(PlaceSegment, text), strings.Repeat(text, 100)
	encodedLong, buf := EncodeText(PlaceSegment, long), make([]byte, 0, 5000)
	raw := encodedLong + " "
	form, many := QuerySyntax{Separators: "&;", Plus: true, Refuse: refuse}, strings.Repeat("b&a&", 20)
	grow := costOfGrowing()
	return []allocTest{
		{"AppendEncodeText", 0, func() { sinkBytes = AppendEncodeText(buf, PlaceSegment, long) }},
		{"AppendEncodeText/no room", grow, func() { sinkBytes = AppendEncodeText(nil, PlaceSegment, long) }},
		{"EncodeText", 1, func() { sinkString = EncodeText(PlaceSegment, text) }},
		{"EncodeText/long", 1, func() { sinkString = EncodeText(PlaceSegment, long) }},
		{"EncodeText/clean", 0, func() { sinkString = EncodeText(PlacePath, path) }},
		{"AppendEncodeRaw", 0, func() { sinkBytes = AppendEncodeRaw(buf, PlaceSegment, long) }},
		{"AppendEncodeRaw/no room", grow, func() { sinkBytes = AppendEncodeRaw(nil, PlaceSegment, raw) }},
		{"EncodeRaw", 1, func() { sinkString = EncodeRaw(PlaceSegment, text) }},
		{"EncodeRaw/long", 1, func() { sinkString = EncodeRaw(PlaceSegment, long) }},
		{"EncodeRaw/clean", 0, func() { sinkString = EncodeRaw(PlaceSegment, encodedLong) }},
		{"AppendDecode", 0, func() { sinkBytes, sinkErr = AppendDecode(buf, encodedLong, refuse) }},
		{"AppendDecode/no room", grow, func() { sinkBytes, sinkErr = AppendDecode(nil, encodedLong, refuse) }},
		{"AppendDecode/refused", 1, func() { sinkBytes, sinkErr = AppendDecode(buf, "%2F", refuse) }},
		{"Decode", 1, func() { sinkString, sinkErr = Decode(encoded, refuse) }},
		{"Decode/long", 1, func() { sinkString, sinkErr = Decode(encodedLong, refuse) }},
		{"Decode/refused", 1, func() { sinkString, sinkErr = Decode("a%2F", refuse) }},
		{"Decode/clean", 0, func() { sinkString, sinkErr = Decode(path, refuse) }},

		{"Segments", 0, func() {
			for s := range Segments(path) {
				sinkString = s
			}
		}},
		{"URI.Segments", 0, func() {
			for s := range u.Segments() {
				sinkString = s
			}
		}},
		{"DecodedSegments", 1, func() {
			for s, err := range DecodedSegments(coded, refuse, 10) {
				sinkString, sinkErr = s, err
			}
		}},
		{"DecodedSegments/clean", 0, func() {
			for s, err := range DecodedSegments(path, refuse, 10) {
				sinkString, sinkErr = s, err
			}
		}},
		{"SegmentName", 0, func() { sinkString = SegmentName(path, "") }},
		{"SegmentParams", 0, func() {
			for p := range SegmentParams(path, ";,") {
				percentSinkPair = p
			}
		}},

		{"URI.Pairs", 0, func() {
			for p := range u.Pairs() {
				percentSinkPair = p
			}
		}},
		{"QuerySyntax.Pairs", 0, func() {
			for p := range form.Pairs(query) {
				percentSinkPair = p
			}
		}},
		{"QuerySyntax.DecodedPairs", 2, func() { // "café" and "2 x"
			for p, err := range form.DecodedPairs(query) {
				percentSinkPair, sinkErr = p, err
			}
		}},
		{"QuerySyntax.Get", 0, func() { sinkString, sinkBool, sinkErr = form.Get(query, "a") }},
		{"QuerySyntax.Get/none", 0, func() { sinkString, sinkBool, sinkErr = form.Get(query, "d") }},
		{"QuerySyntax.AppendPairs", 0, func() { sinkBytes = form.AppendPairs(buf, Pair{text, text, true}, Pair{}) }},
		{"QuerySyntax.AppendAdd", 0, func() { sinkBytes = form.AppendAdd(buf, query, text, text) }},
		{"QuerySyntax.AppendSet", 0, func() { sinkBytes = form.AppendSet(buf, query, "a", text) }},
		{"QuerySyntax.AppendDelete", 0, func() { sinkBytes = form.AppendDelete(buf, query, "a") }},
		{"QuerySyntax.AppendDeleteFunc", 0, func() {
			percentSinkCount = 0
			sinkBytes = form.AppendDeleteFunc(buf, query, func(p Pair) bool { percentSinkCount++; return p.HasValue })
		}},
		{"QuerySyntax.AppendSort", 0, func() { sinkBytes = form.AppendSort(buf, query) }},
		{"QuerySyntax.AppendSort/many", 1, func() { sinkBytes = form.AppendSort(buf, many) }},
	}
}
