package iri_test

import (
	"fmt"
	"io"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

// Assigning to these keeps the compiler from dropping what a caller would use.
var (
	sinkIRI    iri.IRI
	sinkURI    uri.URI
	sinkBase   *iri.Base
	sinkString string
	sinkBool   bool
	sinkBytes  []byte
	sinkValue  slog.Value
	sinkErr    error
	sinkRanges fsm.Ranges
	sinkKey    uri.Key
)

type allocTest struct {
	name string
	want float64
	f    func()
}

const costText = "http://jo:geheim@résumé.example.org:8042/日本/語?name=フェレット#ß"

// allocTests returns the cases. A name begins with a function or method. The name of a case follows "/".
func allocTests() []allocTest {
	return slices.Concat(parseAllocTests(), accessorAllocTests(), textAllocTests(), resolveAllocTests(),
		mapAllocTests(), normalizeAllocTests())
}

func parseAllocTests() []allocTest {
	return []allocTest{
		{"Parse", 0, func() { sinkIRI, sinkErr = iri.Parse(costText) }},
		{"Parse/ascii", 0, func() { sinkIRI, sinkErr = iri.Parse("http://example.com/a?b#c") }},
		{"Parse/invalid", 1, func() { sinkIRI, sinkErr = iri.Parse(costText + "\xff") }},
		{"ParseIRI", 0, func() { sinkIRI, sinkErr = iri.ParseIRI(costText) }},
		{"MustParse", 0, func() { sinkIRI = iri.MustParse(costText) }},
	}
}

func textAllocTests() []allocTest {
	i, text, invalid := iri.MustParse(costText), []byte(costText), []byte(costText+"\xff")
	base, _ := iri.NewBase(i, 0)
	printing := func(name string, cost float64, v any) allocTest {
		return allocTest{name, cost, func() { fmt.Fprintf(io.Discard, "%s", v) }}
	}
	if testing.AllocsPerRun(100, func() { sinkBytes = slices.Grow([]byte(nil), 1000) }) > 1 {
		// with the race detector, the memory of package fmt comes and goes
		printing = func(name string, _ float64, _ any) allocTest { return allocTest{name, 0, func() {}} }
	}
	return []allocTest{
		{"IRI.String", 0, func() { sinkString = i.String() }},
		{"IRI.MarshalText", 1, func() { sinkBytes, sinkErr = i.MarshalText() }},
		{"IRI.UnmarshalText", 1, func() { sinkErr = sinkIRI.UnmarshalText(text) }},
		{"IRI.UnmarshalText/invalid", 2, func() { sinkErr = sinkIRI.UnmarshalText(invalid) }},
		printing("IRI.Format", 2, i),     // the verb and the text
		printing("Base.Format", 3, base), // and the text is made
	}
}

func resolveAllocTests() []allocTest {
	i, ref, buf := iri.MustParse(costText), iri.MustParse("../ü/./é"), make([]byte, 0, 1024)
	base, _ := iri.NewBase(i, 0)
	return []allocTest{
		{"NewBase", 1, func() { sinkBase, sinkErr = iri.NewBase(i, 0) }},
		{"Base.AppendResolveString", 0, func() {
			sinkBytes, sinkRanges, sinkErr = base.AppendResolveString(buf, "../ü/./é")
		}},
		{"Base.Resolve", 1, func() { sinkIRI, sinkErr = base.Resolve(ref) }},
		{"IRI.Resolve", 1, func() { sinkIRI, sinkErr = i.Resolve(ref) }},
	}
}

func accessorAllocTests() []allocTest {
	i, bare := iri.MustParse(costText), iri.MustParse("//é/")
	return []allocTest{
		{"IRI.Scheme", 0, func() { sinkString = i.Scheme() }},
		{"IRI.Userinfo", 0, func() { sinkString, sinkBool = i.Userinfo() }},
		{"IRI.Host", 0, func() { sinkString, sinkBool = i.Host() }},
		{"IRI.Port", 0, func() { sinkString, sinkBool = i.Port() }},
		{"IRI.Path", 0, func() { sinkString = i.Path() }},
		{"IRI.Query", 0, func() { sinkString, sinkBool = i.Query() }},
		{"IRI.Fragment", 0, func() { sinkString, sinkBool = i.Fragment() }},
		{"IRI.Ranges", 0, func() { sinkRanges = i.Ranges() }},
		{"IRI.Redacted", 0, func() { sinkString = bare.Redacted() }},
		{"IRI.Redacted/hidden", 1, func() { sinkString = i.Redacted() }},
		{"IRI.LogValue", 0, func() { sinkValue = bare.LogValue() }},
	}
}

func mapAllocTests() []allocTest {
	i, ascii, buf := iri.MustParse(costText), iri.MustParse("http://a.example/b?c"), make([]byte, 0, 1024)
	u, u2 := uri.MustParse("//xn--bcher-kva/%e2%80%ae%C3%A9%41%2f%FF?%EE%80%80"), uri.MustParse("//a/b")
	long := iri.MustParse("//é/" + strings.Repeat("é", 100))
	plain, idn := iri.MustParse("http://www.example.com./é"), iri.MustParse("http://www.Bücher.example/é")
	browser, number := iri.MustParse("http://my_host.Bücher.example/é"), iri.MustParse("http://0x7f.1/é")
	return []allocTest{
		{"IRI.URI", 1, func() { sinkURI, sinkErr = i.URI(iri.HostPercent) }},
		{"IRI.URI/browser", 0, func() { sinkURI, sinkErr = ascii.URI(iri.HostBrowser) }},
		{"IRI.AppendURI/browser", 0, func() { sinkBytes, sinkErr = browser.AppendURI(buf, iri.HostBrowser) }},
		{"IRI.AppendURI/number", 0, func() { sinkBytes, sinkErr = number.AppendURI(buf, iri.HostBrowser) }},
		{"IRI.URI/ascii", 0, func() { sinkURI, sinkErr = ascii.URI(iri.HostLookup) }},
		{"IRI.URI/registration", 0, func() { sinkURI, sinkErr = ascii.URI(iri.HostRegistration) }},
		{"IRI.AppendURI/plain", 0, func() { sinkBytes, sinkErr = plain.AppendURI(buf, iri.HostLookup) }},
		{"IRI.AppendURI", 0, func() { sinkBytes, sinkErr = i.AppendURI(buf, iri.HostPercent) }},
		{"IRI.AppendURI/long", 0, func() { sinkBytes, sinkErr = long.AppendURI(buf[:0:1024], iri.HostPercent) }},
		{"IRI.AppendURI/lookup", 0, func() { sinkBytes, sinkErr = idn.AppendURI(buf, iri.HostLookup) }},
		{"FromURI", 1, func() { sinkIRI, sinkErr = iri.FromURI(u, iri.HostPercent) }},
		{"FromURI/itself", 0, func() { sinkIRI, sinkErr = iri.FromURI(u2, iri.HostLookup) }},
		{"AppendFromURI/plain", 0, func() { sinkBytes, sinkErr = iri.AppendFromURI(buf, u2, iri.HostRegistration) }},
		{"AppendFromURI", 0, func() { sinkBytes, sinkErr = iri.AppendFromURI(buf, u, iri.HostPercent) }},
	}
}

func normalizeAllocTests() []allocTest {
	i, j := iri.MustParse("HTTP://É.Example/日/./本/%41%e2"), iri.MustParse("http://É.example/日/本/A%E2")
	buf, n, nfc := make([]byte, 0, 1024), normalizers[0], normalizers[1]
	ascii, text := []byte("HTTP://a/./b"), []byte(i.String())
	return []allocTest{
		{"IRI.Normalized", 0, func() { sinkIRI = j.Normalized() }},
		{"IRI.Normalized/changed", 1, func() { sinkIRI = i.Normalized() }},
		{"IRI.Equal", 0, func() { sinkBool = i.Equal(j) }},
		{"IRI.Key", 0, func() { sinkKey = j.Key() }},
		{"Normalizer.AppendNormalizedBytes", 0, func() {
			sinkBytes, sinkRanges, sinkErr = n.AppendNormalizedBytes(buf, text)
		}},
		{"Normalizer.AppendNormalizedBytes/nfc-ascii", 0, func() {
			sinkBytes, sinkRanges, sinkErr = nfc.AppendNormalizedBytes(buf, ascii)
		}},
		{"Normalizer.Normalized", 0, func() { sinkIRI = n.Normalized(j) }},
		{"Normalizer.Key", 0, func() { sinkKey = n.Key(j) }},
	}
}

func TestAllocs(t *testing.T) {
	var names []string
	for _, test := range allocTests() {
		kit.CheckAllocs(t, test.name, test.want, test.f)
		names = append(names, test.name)
	}
	kit.CheckMethods(t, names, reflect.TypeFor[*iri.IRI](), reflect.TypeFor[*iri.Base](),
		reflect.TypeFor[*iri.Normalizer]())
}

func TestSize(t *testing.T) {
	if size := unsafe.Sizeof(iri.IRI{}); size > 32 {
		t.Errorf("an IRI has %d bytes, want at most 32", size)
	}
}
