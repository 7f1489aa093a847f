package guardhttp

import (
	"context"
	"io"
	"net/http"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/neturl"
)

// NewRequest returns a request for u, like [http.NewRequestWithContext]. Use it for URIs from users, because the
// client's own methods show passwords. If net/url cannot parse the text, the error of http.Client.Get shows all of it.
// For a request of http.NewRequest, the error of http.Client.Do shows the passwords that net/url does not recognize. An
// error of [uri.Parse] or NewRequest shows none, and http.Client.Do replaces the password of a request from NewRequest
// with "***". It still shows user names, paths and queries.
//
// For text that people type, or for links of pages, make u with package whatwg. A host that is not US-ASCII is sent as
// A-labels by a [Transport].
//
// The error is a [guard.Refusal]:
//
//   - [guard.RefusedScheme] if the scheme is neither http nor https;
//   - [guard.RefusedHost] if the host is missing, as in "http:/user:password@example.com/";
//   - [guard.RefusedUserinfo] if the user name has an encoded ":", as in "http://user%3Apassword@example.com/": it
//     would be sent as a password (RFC 7617, section 2);
//
// or the error of http.NewRequestWithContext for ctx and method. NewRequest does not apply a policy: the Transport
// does.
func NewRequest(ctx context.Context, method string, u uri.URI, body io.Reader) (*http.Request, error) {
	name, _ := u.Host()
	user, _ := u.Username()
	switch {
	case !schemes.KindOf(u.Scheme()).IsHTTP():
		return nil, guard.RefusedScheme
	case name == "":
		return nil, guard.RefusedHost
	case strings.Contains(user, ":"):
		return nil, guard.RefusedUserinfo
	}
	r, err := http.NewRequestWithContext(ctx, method, "", body)
	if err != nil {
		return nil, err
	}
	v, _ := neturl.To(u)
	v.Host = strings.TrimSuffix(v.Host, ":") // as http.NewRequestWithContext does
	r.URL, r.Host = v, v.Host
	return r, nil
}
