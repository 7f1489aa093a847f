package main

import (
	"bytes"
	"slices"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/whatwg"
)

// The verbs share these functions for -web. Those of check are in check.go, those of explain in explain_web.go.

// A webReader is the state of a worker that parses references as browsers do.
type webReader struct {
	url whatwg.URL // of the last valid record
	buf []byte     // memory for the href of url
}

// appendHref appends the href of a reference. Bytes that are not UTF-8 are percent-encoded as they are, since a line of
// another encoding must stay different from the next one: with U+FFFD, "/grün" and "/grön" in Latin-1 have one href.
func appendHref(dst, ref []byte) ([]byte, error) {
	return whatwg.Parser{InvalidUTF8: whatwg.EncodeRaw}.AppendHref(dst, whatwg.URL{}, octet.Text(ref))
}

// setHref is a Step. The result is the href.
var setHref = form(appendHref).step

// appendEditedHref appends the href of a reference with its query edited by rules.
func appendEditedHref(dst, ref []byte, rules *reference.QueryRules) ([]byte, error) {
	start := len(dst)
	dst, err := appendHref(dst, ref)
	if err != nil {
		return dst, err
	}
	u, _ := whatwg.Parse(octet.Text(dst[start:])) // without an allocation: an href is its own href
	edited := appendEdited(dst, u.Href(), u.Ranges(), rules)
	return append(edited[:start], edited[len(dst):]...), nil
}

// appendEdited appends an address, which has the ranges r, with its query edited by rules.
func appendEdited(dst []byte, s string, r fsm.Ranges, rules *reference.QueryRules) []byte {
	if rules.Leave(s, &r) {
		return append(dst, s...)
	}
	n := reference.Normalizer{Query: rules}
	return n.Append(dst, s, &r)
}

// setURL implements the Step of split. The result is the href, and the value is w.
func (w *webReader) setURL(rec *engine.Record) {
	rec.Value = w
	if setHref(rec); rec.OK {
		w.buf = append(w.buf[:0], rec.Result...)
		w.url, _ = whatwg.Parse(octet.Text(w.buf)) // without an allocation: an href is its own href
	}
}

// webGetters are the columns of split after the href, and the members of its object.
var webGetters = []struct {
	key string
	get func(whatwg.URL) string
}{
	{"origin", whatwg.URL.Origin},
	{"protocol", whatwg.URL.Protocol},
	{"username", whatwg.URL.Username},
	{"password", whatwg.URL.Password},
	{"host", whatwg.URL.Host},
	{"hostname", whatwg.URL.Hostname},
	{"port", whatwg.URL.Port},
	{"pathname", whatwg.URL.Pathname},
	{"search", whatwg.URL.Search},
	{"hash", whatwg.URL.Hash},
}

func webSplitColumns() []string {
	columns := []string{"verdict", "href"}
	for _, c := range webGetters {
		columns = append(columns, c.key)
	}
	return columns
}

// webSplitKeys returns the keys of the object that "uri help split formats" describes.
func webSplitKeys() []engine.Key {
	keys := []engine.Key{engine.InputKey, engine.OKKey, engine.ResultKey("href")}
	for _, c := range webGetters {
		keys = append(keys, engine.Key{Name: c.key, Text: func(rec *engine.Record) ([]byte, bool) {
			return octet.Bytes(c.get(rec.Value.(*webReader).url)), true
		}})
	}
	isGetter := func(k engine.Key) bool { return slices.Contains(webSplitColumns(), k.Name) }
	return append(keys, slices.DeleteFunc(addressKeys(readNormal), isGetter)...)
}

func webSplitLine(dst []byte, rec *engine.Record) []byte {
	if dst = engine.ResultLine(dst, rec); !rec.OK {
		return dst
	}
	dst = dst[:len(dst)-len("\n")]
	for _, c := range webGetters {
		dst = rec.Dialect.AppendPart(append(dst, '\t'), octet.Bytes(c.get(rec.Value.(*webReader).url)))
	}
	return append(dst, '\n')
}

// webSplitPicture draws each href, below the reference if that differs.
var webSplitPicture = engine.DrawEach(func(dst []byte, s paint.Screen, rec *engine.Record) []byte {
	if !bytes.Equal(rec.Bytes, rec.Result) {
		dst = engine.AppendGiven(dst, s, rec.Bytes)
	}
	return paint.AppendPicture(dst, s, rec.Result, rec.Dialect.Components(rec.Result))
})
