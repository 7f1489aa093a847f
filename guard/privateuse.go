package guard

import (
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// dangerousSchemes are schemes without a known default port that browsers or systems give a meaning, so that no app can
// claim them for itself. A redirect to one of them can run a script, open a file, start a search or a call, or install
// a program.
var dangerousSchemes = slices.Concat(noOrigins, []string{
	"chrome", "chrome-extension", "devtools", "edge", "moz-extension", "resource", // browsers
	"android-app", "intent", "content", "feed", "its", "jar", "mhtml", "mk", "res", "search", "shell", // systems
	"callto", "cid", "mailto", "mid", "sms", "tel", "urn", // data and messages
})

// dangerousPrefixes begin the schemes that Windows and browsers give their own settings and searches.
var dangerousPrefixes = [...]string{"ms-", "search-", "view-"}

// refusePrivateUse returns the reason why scheme cannot be in [RedirectOptions].Schemes, or "".
func refusePrivateUse(scheme string) (reason string) {
	_, hasPort := uri.DefaultPort(scheme)
	hasPrefix := func(prefix string) bool { return strings.HasPrefix(scheme, prefix) }
	switch {
	case scheme == "" || schemes.Len(scheme) != len(scheme):
		return `not a scheme: for "cursor://host/callback", write "cursor"`
	case octet.HasUpper(scheme):
		return "a scheme in upper case: write it in lower case"
	case strings.Contains(scheme, "."):
		return "a scheme with a dot needs no entry"
	case hasPort, slices.Contains(dangerousSchemes, scheme), slices.ContainsFunc(dangerousPrefixes[:], hasPrefix):
		return "not a private-use scheme: browsers, systems or servers give it a meaning"
	}
	return ""
}
