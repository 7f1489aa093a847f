package uri

import (
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/tables"
)

// A Place is a part of a URI where encoded text goes. It determines the bytes that stay. All other bytes are
// percent-encoded (RFC 3986, sections 2.1 and 2.4). The zero Place is [PlaceUnreserved], which fits wherever
// percent-encodings are allowed: everywhere except in a scheme, an IP-literal and a port. Undefined values act as
// PlaceUnreserved.
type Place uint8

const (
	PlaceUnreserved     Place = iota // anywhere, even between delimiters of your own: keeps only unreserved (2.3)
	PlaceUserinfo                    // a userinfo (3.2.1); use PlaceRegName for a user name before a ":"
	PlaceRegName                     // a host that is a registered name (3.2.2)
	PlacePath                        // a path: keeps "/" (3.3)
	PlaceSegment                     // a segment of a path: encodes "/", but not ";"; for data use PlaceParam (3.3)
	PlaceSegmentNoColon              // the first segment of a relative-path reference: encodes "/" and ":" (4.2)
	PlaceParam                       // a key or value in a segment: encodes "/", ";", "=" and "," (3.3)
	PlaceQuery                       // a query: keeps "&", "=" and "+" (3.4)
	PlacePair                        // a key or value in a query: encodes "&", ";", "=" and "+" (3.4)
	PlaceFragment                    // a fragment (3.5)
	PlaceSigV4                       // the path of a request that AWS Signature Version 4 signs: keeps only unreserved and "/"
	numPlaces
)

// places maps each place to the bytes that are not encoded there: a byte set, with some bytes added and some removed.
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
	PlaceSigV4:          {set: tables.Unreserved, more: "/"},
}

// codings are made when the program starts, which takes about 20 microseconds.
var codings = func() (all [numPlaces]octet.Coding) {
	for p, place := range places {
		all[p] = octet.NewCoding(func(c byte) bool {
			in := tables.Is(c, place.set) || strings.IndexByte(place.more, c) >= 0
			return in && strings.IndexByte(place.less, c) < 0
		})
	}
	return all
}()

// textCodings encode plain text. For PlaceQuery and PlacePair they also encode "'", as browsers do in the queries of
// special schemes (URL Standard, section 1.3), so that a browser does not change the result.
var textCodings = func() [numPlaces]octet.Coding {
	all := codings
	all[PlaceQuery]['\''], all[PlacePair]['\''] = false, false
	return all
}()

// textCoding returns the coding of plain text.
func (p Place) textCoding() *octet.Coding { return &textCodings[p.known()] }

// coding returns the coding of text that has percent-encodings.
func (p Place) coding() *octet.Coding { return &codings[p.known()] }

// known returns p, or PlaceUnreserved if p has no name.
func (p Place) known() Place {
	if p >= numPlaces {
		return PlaceUnreserved
	}
	return p
}

// Encode returns text percent-encoded for the place p, like [net/url.PathEscape] with PlaceParam and
// [net/url.QueryEscape] with PlacePair. Text is plain data. A space always becomes "%20". Encode encodes each byte that
// does not fit p, and each "%", with upper-case hex digits (RFC 3986, section 2.1). [Decode] restores text from the
// result, whatever text is. The text should be UTF-8 (section 2.5), but that is not checked.
//
// For PlaceQuery and PlacePair, it also encodes "'", because browsers would otherwise change the URI.
//
// Text that may contain percent-encodings must not be encoded again (section 2.4): use [Place.EncodeRaw]. Encoding does
// not change the segments "", "." and "..". With PlaceSegment, it does not change "..;" either, which some servers read
// as "..": see [URI.Child].
//
// If no byte is encoded, it returns text itself and does not allocate. Otherwise it allocates once.
func (p Place) Encode(text string) string { return p.textCoding().Text(text) }

// EncodeRaw returns raw with percent-encodings in place of the bytes that are not allowed in the place p. raw is text
// for a URI: its percent-encodings stay. A "%" without two hex digits after it becomes "%25". Encoding the result again
// does not change it. If no byte needs encoding, it returns raw itself and does not allocate. Otherwise it allocates
// once.
//
// Do not use it for data: "%41", typed by a user, would be read as "A".
func (p Place) EncodeRaw(raw string) string { return p.coding().Raw(raw) }

// RefusedOctets is a set of octets that must not be decoded. It is an error if one of them is percent-encoded. Octets
// that are not percent-encoded are accepted. Flags are combined with "|". The zero RefusedOctets refuses nothing.
type RefusedOctets uint8

const (
	RefuseSlash     RefusedOctets = 1 << iota // "%2F": decoded, it looks like the end of a segment (RFC 3986, section 3.3)
	RefuseBackslash                           // "%5C": some systems read it as "/"
	RefuseNUL                                 // "%00": it ends a string in C (section 7.3)
	RefuseControls                            // "%00" to "%1F" and "%7F"
	RefuseReserved                            // all octets that can be delimiters: gen-delims and sub-delims (section 2.2)

	// RefuseBadUTF8 refuses text that is not UTF-8 after decoding, percent-encoded or not.
	RefuseBadUTF8
)

// refusedBy maps each octet to the flags that refuse it.
var refusedBy = func() (t [256]uint8) {
	for i := range t {
		var r RefusedOctets
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

// check returns the offset and the reason if raw cannot be decoded.
func (r RefusedOctets) check(raw string) (offset int, reason Reason) {
	refusal := octet.Refusal{By: &refusedBy, Flags: uint8(r &^ RefuseBadUTF8), UTF8: r&RefuseBadUTF8 != 0}
	offset, f := octet.CheckDecode(raw, refusal)
	return offset, decodeReasons[f]
}

// decodeReasons maps the faults of package octet to reasons.
var decodeReasons = [...]Reason{
	octet.NoFault:    0,
	octet.BadPercent: ReasonBadPercent,
	octet.Refused:    ReasonRefusedOctet,
	octet.BadUTF8:    ReasonBadUTF8,
}

// Decode returns raw with each percent-encoding replaced with its octet (RFC 3986, section 2.1), like
// [net/url.PathUnescape]. It keeps all other bytes, including "+", which means a space only in HTML forms: see
// [QuerySyntax]. Split a component at its delimiters before you decode its parts, and decode only once (section 2.4).
//
// On error it returns "" and an [*Error] without a component. The Offset of the Error is an index of raw:
//   - With [ReasonRefusedOctet], r refuses an octet. Offset is the index of the "%".
//   - With [ReasonBadPercent], two hex digits do not follow a "%". Offset is the index of the first byte that is not a
//     hex digit, or len(raw).
//   - With [ReasonBadUTF8], r refuses text that is not UTF-8. Offset is the index of the first bad sequence.
//
// The error is the first one in raw, but bad UTF-8 is reported only if there is no other error.
//
// If raw has no percent-encoding, it returns raw itself and does not allocate. Otherwise it allocates once.
func Decode(raw string, r RefusedOctets) (string, error) {
	text, offset, reason := decode(raw, r)
	if reason != 0 {
		return "", partError(ComponentNone, offset, reason)
	}
	return text, nil
}

// decode implements Decode. It returns the parts of the error, because some callers add a component, and the offset of
// raw in that component.
func decode(raw string, r RefusedOctets) (text string, offset int, reason Reason) {
	text = raw
	if strings.IndexByte(raw, '%') >= 0 {
		offset, reason := (r &^ RefuseBadUTF8).check(raw)
		if reason != 0 {
			return "", offset, reason
		}
		text = octet.Decoded(raw)
	}
	if r&RefuseBadUTF8 != 0 && !utf8.ValidString(text) {
		offset, reason = r.check(raw)
		return "", offset, reason
	}
	return text, 0, 0
}
