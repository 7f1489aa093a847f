package uri_test

import (
	"errors"
	"log/slog"
	"net/url"
	"os"
	"regexp"

	"github.com/urispan/uri"
)

// secrets hides the parts of a URL that a log must not show. Passwords are always hidden.
var secrets = uri.Redactor{User: true, QueryKeys: []string{"token", "code", "api_key"}, Fragment: true}

// addresses matches the URLs in a string. A URL ends at a space or at one of the delimiters of RFC 3986, appendix C.
var addresses = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*://[^\s"<>]*`)

// redact is a ReplaceAttr function of package slog. It hides the secrets of all URLs in messages, strings and errors,
// also in groups. If a string has a URL that is not valid, redact hides all of it, because it cannot know where that
// URL ends. A value of another type, such as a struct, is written as text, because it may contain a URL.
func redact(_ []string, a slog.Attr) slog.Attr {
	kind := a.Value.Kind()
	if kind != slog.KindString && kind != slog.KindAny || a.Key == slog.SourceKey {
		return a
	}
	var bad error
	text := addresses.ReplaceAllStringFunc(a.Value.String(), func(address string) string {
		u, err := uri.Parse(address)
		if err != nil {
			bad = err
		}
		return secrets.Redacted(u)
	})
	if bad != nil {
		text = "hidden: " + bad.Error()
	}
	return slog.String(a.Key, text)
}

// A handler of package slog hides the secrets of URLs, whatever type the URLs have.
func Example_slogHandler() {
	log := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			if len(groups) == 0 && a.Key == slog.TimeKey {
				return slog.Attr{} // only because this example needs the same output each time
			}
			return redact(groups, a)
		},
	}))
	const address = "https://joe:hunter2@example.com/cb?id=7&Token=s3cret#access"
	parsed, _ := url.Parse(address)

	log.Info("got "+address+" from the user", "bytes", 5)
	log.Info("URI", "target", uri.MustParse(address))
	log.Info("URL", slog.Group("request", "target", parsed))
	log.With("target", address).Info("string")
	log.Info("struct", "job", struct{ Target uri.URI }{uri.MustParse(address)})
	log.Error("error", "err", &url.Error{Op: "Get", URL: address, Err: errors.New("timeout")})
	log.Info("bad", "target", "https://joe:hunter2%@example.com/")
	// Output:
	// {"level":"INFO","msg":"got https://xxxxx@example.com/cb?id=7&Token=xxxxx#xxxxx from the user","bytes":5}
	// {"level":"INFO","msg":"URI","target":"https://xxxxx@example.com/cb?id=7&Token=xxxxx#xxxxx"}
	// {"level":"INFO","msg":"URL","request":{"target":"https://xxxxx@example.com/cb?id=7&Token=xxxxx#xxxxx"}}
	// {"level":"INFO","msg":"string","target":"https://xxxxx@example.com/cb?id=7&Token=xxxxx#xxxxx"}
	// {"level":"INFO","msg":"struct","job":"hidden: illegal character \"}\" in fragment at byte 57"}
	// {"level":"ERROR","msg":"error","err":"Get \"https://xxxxx@example.com/cb?id=7&Token=xxxxx#xxxxx\": timeout"}
	// {"level":"INFO","msg":"bad","target":"hidden: bad percent-encoding in userinfo at byte 20: expected a hex digit"}
}
