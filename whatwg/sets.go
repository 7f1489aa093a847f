package whatwg

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// The percent-encode sets (section 1.3). Each Coding encodes the bytes of its set, and all of them encode every byte
// outside US-ASCII. The set of a line contains the set of the line before it, or the one that is named.
var (
	c0ControlSet    = newSet("")                       // C0 control percent-encode set
	fragmentSet     = newSet(" \"<>`")                 // fragment percent-encode set
	querySet        = newSet(queryBytes)               // query percent-encode set
	specialQuerySet = newSet(queryBytes + "'")         // special-query percent-encode set
	pathSet         = newSet(pathBytes)                // path percent-encode set
	userinfoSet     = newSet(pathBytes + "/:;=@[\\]|") // userinfo percent-encode set
)

const (
	queryBytes = " \"#<>"
	pathBytes  = queryBytes + "?^`{}"
)

// newSet returns the set of the C0 controls, all code points greater than U+007E, and the bytes in others.
func newSet(others string) octet.Coding {
	return octet.NewCoding(func(b byte) bool { return ' ' <= b && b <= '~' && strings.IndexByte(others, b) < 0 })
}
