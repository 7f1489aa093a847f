package main

import (
	"flag"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

var encodeVerb = &engine.Verb{
	Name:     "encode",
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
