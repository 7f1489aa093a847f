package main

import (
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

const encodeUsage = `usage: uri encode [flags] [TEXT ...]

Encode percent-encodes each line: it is data, and a "%" in it, too, is encoded.

  -for PLACE  the part of a URI where the result goes: unreserved (anywhere,
              the default; only letters, digits, "-", ".", "_" and "~" stay),
              path, segment, segment-no-colon (of a relative reference), param
              (in a segment), query, pair (a name or value in a query),
              fragment, userinfo, reg-name (a host) or sigv4 (the path of a
              request to AWS that is signed). More characters stay

Examples:
  $ uri encode 'a b&c=100%'
  a%20b%26c%3D100%25
  $ uri encode -for path '/docs/R&D 1.txt'
  /docs/R&D%201.txt
`

var encodeVerb = &engine.Verb{
	Name:     "encode",
	Summary:  "percent-encode lines",
	Usage:    encodeUsage,
	Details:  decodeFormats,
	Dialects: decodeVerb.Dialects,
	Flags: func(fs *flag.FlagSet) engine.Prepare {
		var place uri.Place
		placeWords.Var(fs, &place, "for")
		return func(*engine.Arguments) (engine.Work, error) {
			return textWork(func(dst []byte, line string) []byte { return append(dst, place.Encode(line)...) }), nil
		}
	},
	Formats: textFormats,
}

// placeWords are the values of -for.
var placeWords = engine.Words[uri.Place]{
	{"unreserved", uri.PlaceUnreserved}, {"path", uri.PlacePath}, {"segment", uri.PlaceSegment},
	{"segment-no-colon", uri.PlaceSegmentNoColon}, {"param", uri.PlaceParam}, {"query", uri.PlaceQuery},
	{"pair", uri.PlacePair}, {"fragment", uri.PlaceFragment}, {"userinfo", uri.PlaceUserinfo},
	{"reg-name", uri.PlaceRegName}, {"sigv4", uri.PlaceSigV4},
}
