package main

import (
	"flag"
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
)

// The verbs decode and encode answer lines of any bytes.

var decodeVerb = textVerb("decode", func(*flag.FlagSet) appender { return appendDecoded })

var encodeVerb = textVerb("encode", func(fs *flag.FlagSet) appender {
	var place uri.Place
	placeWords.Var(fs, &place, "for")
	return func(dst []byte, line string, _ byte) []byte { return append(dst, place.Encode(line)...) }
})

// placeWords are the values of -for.
var placeWords = engine.Words[uri.Place]{
	{"unreserved", uri.PlaceUnreserved}, {"path", uri.PlacePath}, {"segment", uri.PlaceSegment},
	{"segment-no-colon", uri.PlaceSegmentNoColon}, {"param", uri.PlaceParam}, {"query", uri.PlaceQuery},
	{"pair", uri.PlacePair}, {"fragment", uri.PlaceFragment}, {"userinfo", uri.PlaceUserinfo},
	{"reg-name", uri.PlaceRegName}, {"sigv4", uri.PlaceSigV4},
}

// An appender appends the result for a line, which has the byte end after it. It is called after the flags are parsed.
type appender func(dst []byte, line string, end byte) []byte

// textVerb returns a verb that answers lines of any bytes. The function define defines its flags.
func textVerb(name string, define func(fs *flag.FlagSet) appender) *engine.Verb {
	flags := func(fs *flag.FlagSet) engine.Prepare {
		appendResult := define(fs)
		return func(args *engine.Arguments) (engine.Work, error) {
			f := form(func(dst, line []byte) ([]byte, error) {
				return appendResult(slices.Grow(dst, len(line)), octet.Text(line), args.End()), nil
			})
			return engine.Work{NewStep: func() engine.Step { return f.step }}, nil
		}
	}
	formats := engine.OutputFormats
	formats.Picture = nil
	return &engine.Verb{Name: name, Dialects: []*dialect.Dialect{dialect.Text}, Flags: flags, Formats: formats}
}

// appendDecoded appends line, percent-decoded except for the encodings of the byte that ends lines.
func appendDecoded(dst []byte, line string, end byte) []byte {
	begin := 0
	for i := octet.NextPercent(line, 0); i < len(line); i = octet.NextPercent(line, i+1) {
		if octet.IsEncoded(line[i:]) && octet.At(line, i) == end {
			dst = append(octet.AppendLenient(dst, line[begin:i]), line[i:i+3]...)
			begin = i + 3
		}
	}
	return octet.AppendLenient(dst, line[begin:])
}
