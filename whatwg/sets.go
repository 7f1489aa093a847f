package whatwg

import (
	"strings"

	"github.com/urispan/uri/internal/octet"
)

// The percent-encode sets (section 1.3). A Coding percent-encodes the bytes of its set. Every set contains the C0
// control percent-encode set, and with it all bytes outside US-ASCII.
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

// newSet returns the C0 control percent-encode set with the bytes of others added.
func newSet(others string) octet.Coding {
	return octet.NewCoding(func(b byte) bool { return ' ' <= b && b <= '~' && strings.IndexByte(others, b) < 0 })
}
