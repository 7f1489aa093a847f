package dialect

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// readsIRIs names the flag and the command that read IRIs.
const readsIRIs = "-iri, uri to-uri"

// URI is the dialect of RFC 3986. Its valid references need no escapes in lines and in JSON.
var URI = rfcDialect(fsm.URIReference, uri.Parse, rfcHints{
	encode: Hint{
		"percent-encode everything but A-Z, a-z, 0-9 and " + unencoded + ", or read it as an IRI", readsIRIs,
	},
	character: func(encoded string) Hint {
		return Hint{"not ASCII: write " + encoded + ", or read it as an IRI", readsIRIs}
	},
}, Dialect{
	AppendJSON: appendQuoted,
	Machine:    &Machine{tables.URI(), func(rule string) string { return rule }},
})

func appendQuoted(dst, s []byte) []byte { return append(append(append(dst, '"'), s...), '"') }
