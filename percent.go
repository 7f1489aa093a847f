package uri

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A Place is where an encoded text is to stand. It says which bytes can stand there as they are; the others, and they
// alone, are percent-encoded (RFC 3986, sections 2.1 and 2.4). The zero Place is [PlaceUnreserved], which fits wherever
// something can be percent-encoded: that is not in a scheme, an IP-literal or a port. Values without a name are the
// same.
type Place uint8

const (
	PlaceUnreserved     Place = iota // anywhere, even between delimiters of your own: only unreserved stands (2.3)
	PlaceUserinfo                    // a userinfo (3.2.1); for a user's name alone, which a ":" ends, take PlaceRegName
	PlaceRegName                     // a host that is a registered name (3.2.2)
	PlacePath                        // a path: its "/" stand as they are (3.3)
	PlaceSegment                     // a segment of a path: "/" is encoded (3.3)
	PlaceSegmentNoColon              // the first segment of a relative-path reference: "/" and ":" are encoded (4.2)
	PlaceParam                       // a key or value in a segment: "/", ";", "=" and "," are encoded (3.3)
	PlaceQuery                       // a query: its "&", "=" and "+" stand as they are (3.4)
	PlacePair                        // a key or value in a query: "&", ";", "=" and "+" are encoded (3.4)
	PlaceFragment                    // a fragment (3.5)
	numPlaces
)

// places says what can stand in each place as it is: a character class, some bytes more and some fewer.
var places = [numPlaces]struct {
	set        tables.Set
	more, less string
}{
	PlaceUnreserved:     {set: tables.Unreserved},
	PlaceUserinfo:       {set: tables.UserinfoChars},
	PlaceRegName:        {set: tables.RegNameChars},
	PlacePath:           {set: tables.SegmentChars, more: "/"},
	PlaceSegment:        {set: tables.SegmentChars},
	PlaceSegmentNoColon: {set: tables.SegmentNzNcChars},
	PlaceParam:          {set: tables.SegmentChars, less: ";=,"},
	PlaceQuery:          {set: tables.QueryChars},
	PlacePair:           {set: tables.QueryChars, less: "&;=+"},
	PlaceFragment:       {set: tables.FragmentChars},
}

// codings are made when the program starts, in some 20 microseconds.
var codings = func() (all [numPlaces]octet.Coding) {
	for p, place := range places {
		all[p] = octet.NewCoding(func(c byte) bool {
			in := tables.Is(c, place.set) || strings.IndexByte(place.more, c) >= 0
			return in && strings.IndexByte(place.less, c) < 0
		})
	}
	return all
}()

func (p Place) coding() *octet.Coding {
	if p >= numPlaces {
		p = PlaceUnreserved
	}
	return &codings[p]
}

// AppendEncodeText appends text, which is plain data, to dst and returns the extended slice. What cannot stand in the
// place p is percent-encoded, byte by byte and with upper-case hex digits (RFC 3986, section 2.1), and so is every "%":
// [AppendDecode] gives text back, whatever it is. UTF-8 becomes UTF-8 encoded (section 2.5), but that is not checked.
//
// To encode twice is a mistake (section 2.4): what may hold percent-encodings is for [AppendEncodeRaw]. And encoding
// cannot hide that a segment is empty, "." or "..": these stay what they are.
//
// It allocates only if the result has no room in dst.
func AppendEncodeText(dst []byte, p Place, text string) []byte {
	return p.coding().AppendText(dst, text)
}

// EncodeText is [AppendEncodeText] for a string of its own. If nothing is to be encoded, that is text itself, without
// allocation; otherwise it costs one.
func EncodeText(p Place, text string) string {
	return p.coding().Text(text)
}

// AppendEncodeRaw is [AppendEncodeText] for what may hold percent-encodings already, which are kept as they are: raw is
// meant to stand in a URI, and is made fit for that. A "%" without two hex digits after it becomes "%25". What is fit
// for the place p stays as it is, so that encoding again changes nothing.
//
// It is not for data: a text in which a user typed "%41" would be read as "A". It allocates as AppendEncodeText does.
func AppendEncodeRaw(dst []byte, p Place, raw string) []byte {
	return p.coding().AppendRaw(dst, raw)
}

// EncodeRaw is [AppendEncodeRaw] for a string of its own. If nothing is to be encoded, that is raw itself, without
// allocation; otherwise it costs one.
func EncodeRaw(p Place, raw string) string {
	return p.coding().Raw(raw)
}

// Refuse is a set of octets that are not to be decoded, in the form of flags: a percent-encoded one of them is an
// error. As written, without percent-encoding, they are taken as they are. The zero Refuse refuses nothing.
type Refuse uint8

const (
	RefuseSlash     Refuse = 1 << iota // "%2F": decoded, it looks like the end of a segment (RFC 3986, section 3.3)
	RefuseBackslash                    // "%5C": some systems take it for a "/"
	RefuseNUL                          // "%00": it ends a string in C (section 7.3)
	RefuseControls                     // "%00" to "%1F" and "%7F"
	RefuseReserved                     // all that can be a delimiter: gen-delims and sub-delims (section 2.2)

	// RefuseBadUTF8 refuses what is not UTF-8 when it is decoded, be it percent-encoded or not.
	RefuseBadUTF8
)

// refusedBy has for each octet the flags that refuse it.
var refusedBy = func() (t [256]uint8) {
	for i := range t {
		var r Refuse
		if tables.Is(byte(i), tables.Reserved) {
			r |= RefuseReserved
		}
		if i < ' ' || i == 0x7f {
			r |= RefuseControls
		}
		switch i {
		case '/':
			r |= RefuseSlash
		case '\\':
			r |= RefuseBackslash
		case 0:
			r |= RefuseNUL
		}
		t[i] = uint8(r)
	}
	return t
}()

// check returns the number of percent-encodings in raw, or why raw cannot be decoded and where.
func (r Refuse) check(raw string) (count, offset int, reason Reason) {
	refusal := octet.Refusal{By: &refusedBy, Flags: uint8(r &^ RefuseBadUTF8), UTF8: r&RefuseBadUTF8 != 0}
	count, offset, f := octet.CheckDecode(raw, refusal)
	return count, offset, decodeReasons[f]
}

var decodeReasons = [...]Reason{
	octet.NoFault:    0,
	octet.BadPercent: ReasonBadPercent,
	octet.Refused:    ReasonRefusedOctet,
	octet.BadUTF8:    ReasonBadUTF8,
}

// AppendDecode appends raw to dst, with each percent-encoding replaced by its octet (RFC 3986, section 2.1), and
// returns the extended slice. All else is taken as it is, "+" too: that it stands for a space is a rule of HTML forms,
// for which see [QuerySyntax]. Split a component at its delimiters first, and decode but once (section 2.4).
//
// If r refuses something, or a "%" is not followed by two hex digits, it returns dst as it was and an [*Error] without
// component. Its Offset is in raw: for [ReasonRefusedOctet] that of the "%"; for [ReasonBadPercent] that of the first
// byte that is no hex digit, or len(raw); for [ReasonBadUTF8] where the first bad sequence begins. The first of the
// errors is told, but bad UTF-8 only if there is no other.
//
// It allocates only if the result has no room in dst, and for the error.
func AppendDecode(dst []byte, raw string, r Refuse) ([]byte, error) {
	count, offset, reason := r.check(raw)
	if reason != 0 {
		return dst, partError(ComponentNone, offset, reason)
	}
	return octet.AppendDecoded(dst, raw, count), nil
}

// Decode is [AppendDecode] for a string of its own. If nothing is to be decoded, that is raw itself, without
// allocation; otherwise it costs one. On error it returns "".
func Decode(raw string, r Refuse) (string, error) {
	text, offset, reason := decode(raw, r)
	if reason != 0 {
		return "", partError(ComponentNone, offset, reason)
	}
	return text, nil
}

// decode is Decode with the error in parts, for callers that know the component and the offset of raw in it.
func decode(raw string, r Refuse) (text string, offset int, reason Reason) {
	count, offset, reason := r.check(raw)
	if reason != 0 {
		return "", offset, reason
	}
	return octet.Decoded(raw, count), 0, 0
}
