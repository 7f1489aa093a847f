package uribeam

import (
	"encoding/hex"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"github.com/urispan/uri"
	"github.com/urispan/uri/surt"
	"github.com/urispan/uri/urlkey"
)

func init() {
	register.DoFn1x3[string, string, string, error](&Key{})
}

// Values of Key.By.
const (
	Text           = "text"            // the normal form (RFC 3986, section 6.2): the default, if By is ""
	Fingerprint    = "fingerprint"     // [urlkey.Sum1] in 32 hex digits
	SURT           = "surt"            // [surt.Plain]: sorts by domain, without scheme and userinfo
	SURTAggressive = "surt-aggressive" // [surt.Aggressive]: the key of web archives
	SURTSemantic   = "surt-semantic"   // [surt.Semantic]
)

// keys maps the values of Key.By to functions.
var keys = map[string]func(uri.URI) string{
	"":             textKey,
	Text:           textKey,
	Fingerprint:    fingerprintKey,
	SURT:           surt.Plain.Key,
	SURTAggressive: surt.Aggressive.Key,
	SURTSemantic:   surt.Semantic.Key,
}

func textKey(u uri.URI) string { return u.Normalized().String() }

func fingerprintKey(u uri.URI) string {
	f := urlkey.Sum1(u)
	return hex.EncodeToString(f[:])
}

// Key is a DoFn that takes URI-references and returns KV<string, string>: a key, and the unchanged reference. A
// reference has the same key in every process, and in every version of the library. Equivalent references have equal
// keys.
//
// Use [Text] and [Fingerprint] with [Distinct]. Use the SURT forms to sort, to group, and to look up pages in archives:
// some references that are not equivalent have the same SURT form.
type Key struct {
	By string

	key func(uri.URI) string
}

// Setup returns an error if By is not empty and not one of the constants.
func (k *Key) Setup() error {
	if k.key = keys[k.By]; k.key == nil {
		return fmt.Errorf("uribeam: unknown key %q", k.By)
	}
	return nil
}

// ProcessElement returns the key and text.
func (k *Key) ProcessElement(text string) (key, same string, err error) {
	u, err := parse(text)
	if err != nil {
		return "", "", err
	}
	// The key may share memory with text. The runner copies both.
	return k.key(u), text, nil
}

// parse parses an element of a transform that takes valid lines. The error does not contain the element, which may have
// a password.
func parse(text string) (uri.URI, error) {
	u, err := uri.Parse(text)
	if err != nil {
		return uri.URI{}, fmt.Errorf("uribeam: an element of %d bytes has not passed Check or Normalize: %w",
			len(text), err)
	}
	return u, nil
}
