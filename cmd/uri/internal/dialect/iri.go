package dialect

import (
	"bytes"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

// IRI is the dialect of RFC 3987. In its valid references, JSON escapes only U+2028 and U+2029.
var IRI = rfcDialect(fsm.IRIReference, iri.Parse, rfcHints{
	encode: Hint{Text: "percent-encode everything but letters, digits and " + unencoded},
	character: func(encoded string) Hint {
		return Hint{Text: "not even an IRI can have this character here: write " + encoded}
	},
}, Dialect{
	Flag:          "iri",
	International: true,
	Read: func(rec *fsm.Record) {
		if !rec.OK {
			rec.N, rec.OK = fsm.ScanAs(fsm.IRIReference, rec.Bytes, &rec.Ranges)
		}
	},
	AppendJSON: appendIRI,
	Machine:    &Machine{tables.IRI(), iriRuleName},
})

// appendIRI implements AppendJSON.
func appendIRI(dst, s []byte) []byte {
	if bytes.IndexByte(s, "\u2028"[0]) < 0 {
		return appendQuoted(dst, s)
	}
	return escape.AppendJSON(dst, s)
}

// sameRules are the rules that RFC 3987 takes from RFC 3986 unchanged.
const sameRules = " scheme port IP-literal IPvFuture IPv6address h16 ls32 IPv4address dec-octet pct-encoded "

// iriRuleName returns the name in RFC 3987 of a rule of RFC 3986. RFC 3987 adds ucschar to unreserved, and iprivate to
// query. All rules that contain these have the prefix "i".
func iriRuleName(rule string) string {
	switch {
	case rule == "URI":
		return "IRI"
	case strings.Contains(sameRules, " "+rule+" "):
		return rule
	}
	return "i" + rule
}
