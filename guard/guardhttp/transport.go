package guardhttp

import (
	"cmp"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/neturl"
)

var (
	// ErrAmbiguous is the error for a request with a URL that has both Opaque and a host or a path: net/http would
	// connect to one and request the other.
	ErrAmbiguous = errors.New("URL has both Opaque and Host or Path")

	// ErrLocation is the error of a [Transport] for a redirect with a bad target. A target is bad if net/url cannot
	// parse it; if its scheme is http, https, ftp, ws or wss and it has no host; or if it has a password that
	// [uri.URI.Redacted] finds and net/url does not. The error of net/http would show that password. Examples are
	// "http:/user:password@example.com/", "///user:password@example.com/", "http://user%3Apassword@example.com/" and
	// "jdbc:db://user:password@example.com/".
	ErrLocation = errors.New("bad Location field of a redirect")

	// ErrUpgrade is the error for a response 101 (Switching Protocols) that was not requested. A request for another
	// protocol has a Connection field with "upgrade" and an Upgrade field (RFC 9110, section 7.8).
	ErrUpgrade = errors.New("response 101 to a request without Upgrade")
)

// A Transport is an [http.RoundTripper] that sends a request only if its URI passes a policy. [NewTransport] makes one.
// The zero Transport and the nil *Transport refuse all requests, with [guard.RefusedZeroPolicy].
//
// A Transport is safe for concurrent use, and should be reused.
type Transport struct {
	// MaxBody limits the bytes of a response body, after decompression. If the body has more, Read returns
	// ErrBodyTooLong after the first MaxBody bytes. If MaxBody is 0 or less, the body is not limited. MaxBody must not
	// change after the first request.
	//
	// If a request has Connection and Upgrade fields for another protocol, the body of a response 101 (Switching
	// Protocols) is a connection, and has no limit. The body of a response to CONNECT has the limit.
	MaxBody int64

	policy *guard.Policy
	base   http.RoundTripper
}

// NewTransport returns a transport that checks requests by the policy and sends them by the base. Its MaxBody is
// [DefaultMaxBody].
//
//   - If base is an [*http.Transport], such as [http.DefaultTransport], NewTransport clones it. The clone has no proxy,
//     and none of the functions of base that dial. Instead it has a [net.Dialer] that checks each address before it
//     connects, like [DialContext]. If golang.org/x/net/http2 configured base, the clone uses the HTTP/2 of net/http
//     instead, over connections of its own. So it ignores settings of the http2.Transport; [http.Transport].HTTP2 has
//     similar settings.
//   - If base is nil, NewTransport uses an http.Transport with limits for servers that are not trusted.
//   - Any other base is not cloned or changed. It makes its own connections, so it must check their addresses itself,
//     with [DialContext] or [guard.Policy.CheckHostAddr]. To keep the proxy of an http.Transport, pass it in a struct:
//     struct{ http.RoundTripper }{transport}.
//
// For a resolver, a local address or a Control function, use [NewTransportDialer].
func NewTransport(policy *guard.Policy, base http.RoundTripper) *Transport {
	t, isHTTP := base.(*http.Transport)
	if base == nil || isHTTP {
		return NewTransportDialer(policy, t, nil)
	}
	return &Transport{MaxBody: DefaultMaxBody, policy: policy, base: base}
}

// NewTransportDialer returns a transport like [NewTransport] that connects with a copy of dialer: with its Resolver, its
// LocalAddr, its Control and all other fields. The Control or ControlContext of dialer sees only addresses that pass the
// policy. If dialer is nil or has no Timeout, a connection is made within 10 seconds or fails.
func NewTransportDialer(policy *guard.Policy, base *http.Transport, dialer *net.Dialer) *Transport {
	if base == nil {
		base = &http.Transport{
			MaxIdleConns:           100,
			IdleConnTimeout:        90 * time.Second,
			TLSHandshakeTimeout:    10 * time.Second,
			ExpectContinueTimeout:  time.Second,
			MaxResponseHeaderBytes: 256 << 10,
			ForceAttemptHTTP2:      true,
		}
	}
	d := *cmp.Or(dialer, new(net.Dialer))
	d.Timeout = cmp.Or(d.Timeout, 10*time.Second)
	return &Transport{MaxBody: DefaultMaxBody, policy: policy, base: guarded(base, DialContext(policy, &d))}
}

// guarded returns a clone of t that connects with dial alone, without a proxy.
func guarded(t *http.Transport, dial func(context.Context, string, string) (net.Conn, error)) *http.Transport {
	t = t.Clone()
	t.Proxy = nil
	t.DialContext = dial
	t.DialTLSContext = nil
	t.DialTLS = nil //lint:ignore SA1019 net/http would call it
	if _, ok := t.TLSNextProto["h2"]; ok {
		// The function comes from golang.org/x/net/http2. It uses the connections of the transport that t was cloned
		// from, which may lead to addresses that the policy refuses. Without it, net/http uses its own HTTP/2 and the
		// dialer of t.
		t.TLSNextProto = nil
		t.ForceAttemptHTTP2 = true
		if t.Protocols != nil {
			t.Protocols.SetHTTP2(true) // the function speaks HTTP/2 even if Protocols excludes it
		}
	}
	return t
}

// RoundTrip sends the request if its URI passes the policy, and limits the body of the response. The error is
//
//   - a [guard.Refusal] if the policy refuses the URI or the URI with Request.Host, or a [*guard.AddrError], which wraps
//     one, if it refuses an address;
//   - a [*uri.Error] if Request.URL is not a URI, or a [*idna.Error] if its host is not a name;
//   - [ErrAmbiguous], [ErrLocation] or [ErrUpgrade], or [neturl.ErrNil] if Request.URL is nil;
//   - or the error of the base, or another one if the base returns neither a response nor an error.
//
// A host that is not US-ASCII is looked up and sent as A-labels ([idna.Lookup]). A body that is not sent is closed.
//
// RoundTrip adds to the allocations of the base one for the text of the URI, one more if Request.Host is another host,
// and one for a body that is not [http.NoBody]. A URL that must be changed, such as one with a space in its query,
// costs a copy of the request.
func (t *Transport) RoundTrip(r *http.Request) (*http.Response, error) {
	checked, err := t.checked(r)
	if err != nil {
		if r != nil {
			closeBody(r.Body)
		}
		return nil, err
	}
	resp, err := t.base.RoundTrip(checked)
	if err != nil {
		return nil, err
	}
	switch {
	case resp == nil:
		return nil, errNoResponse
	case hasBadLocation(r.URL, resp):
		closeBody(resp.Body)
		return nil, ErrLocation
	case resp.StatusCode == http.StatusSwitchingProtocols:
		if !requestsUpgrade(r.Header) {
			closeBody(resp.Body)
			return nil, ErrUpgrade
		}
	case t.MaxBody > 0 && resp.Body != nil && resp.Body != http.NoBody:
		resp.Body = &limitedBody{ReadCloser: resp.Body, left: t.MaxBody}
	}
	return resp, nil
}

// errNoResponse is the error for a base that returns neither a response nor an error.
var errNoResponse = errors.New("base returned no response")

// CloseIdleConnections closes the idle connections of the base, if that has such a method. [http.Client] calls it.
func (t *Transport) CloseIdleConnections() {
	if t == nil {
		return
	}
	if c, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		c.CloseIdleConnections()
	}
}

// closeBody closes the body of a request that is not sent, as an http.RoundTripper must, or of a response that is not
// returned. A base other than an http.Transport may leave the body of a response nil, as http.Client allows.
func closeBody(body io.Closer) {
	if body != nil {
		_ = body.Close()
	}
}

// checked returns r, or a copy of it with the URL and the Host to send, if the policy allows them.
func (t *Transport) checked(r *http.Request) (*http.Request, error) {
	switch {
	case t == nil || t.policy == nil:
		return nil, guard.RefusedZeroPolicy
	case r == nil:
		return nil, neturl.ErrNil
	}
	v, err := t.check(r.URL)
	if err != nil {
		return nil, err
	}
	host := v.Host
	if r.Host != "" && r.Host != r.URL.Host {
		other := *r.URL
		other.Host = r.Host
		w, err := t.check(&other)
		if err != nil {
			return nil, err
		}
		host = w.Host
	}
	if v == r.URL && (r.Host == "" || r.Host == host) {
		return r, nil
	}
	sent := r.WithContext(r.Context())
	sent.URL, sent.Host = v, host
	return sent, nil
}

// check returns the URL to send for v: v itself, or one with the same components, encoded as in a URI. Its query is
// encoded as browsers encode it.
func (t *Transport) check(v *url.URL) (*url.URL, error) {
	u, changes, err := neturl.From(v)
	if err != nil {
		return nil, err
	}
	if changes&neturl.ChangeFieldsDropped != 0 {
		return nil, ErrAmbiguous
	}
	u, isEncoded, err := withALabels(u)
	if err == nil {
		err = t.policy.Check(u)
	}
	if err != nil {
		return nil, err
	}
	query := v.RawQuery
	if changes&neturl.ChangeQueryEncoded != 0 {
		query = queryCoding.Text(query)
	}
	if !isEncoded && changes&^neturl.ChangeQueryEncoded == 0 && query == v.RawQuery {
		return v, nil
	}
	v, _ = neturl.To(u) // the host has no percent-encodings, so it does not change
	v.RawQuery = query
	return v, nil
}

// queryCoding encodes the bytes that browsers encode in a query (URL Standard, query percent-encode set). It keeps a
// "%" that does not begin a percent-encoding, and "[" and "|". A server reads these as it reads "%25", "%5B" and "%7C".
var queryCoding = octet.NewCoding(func(c byte) bool { return '!' <= c && c <= '~' && strings.IndexByte("\"#<>", c) < 0 })

// withALabels returns u with A-labels as its host if that has percent-encodings, and reports whether it has some.
func withALabels(u uri.URI) (v uri.URI, isEncoded bool, err error) {
	name, _ := u.Host()
	if !strings.Contains(name, "%") {
		return u, false, nil
	}
	text, _ := uri.Decode(name, 0) // cannot fail: the name is from a URI
	ascii, err := idna.Lookup.AppendASCII(nil, text)
	if err == nil {
		v, err = u.WithHost(string(ascii))
	}
	return v, true, err
}

// requestsUpgrade reports whether a request with the header h requests another protocol.
func requestsUpgrade(h http.Header) bool {
	options := strings.Split(strings.Join(h.Values("Connection"), ","), ",")
	return h.Get("Upgrade") != "" && slices.ContainsFunc(options, func(option string) bool {
		return strings.EqualFold(strings.Trim(option, " \t"), "upgrade")
	})
}

// hasBadLocation reports whether resp is a redirect that an http.Client cannot follow, or one that makes it show a
// password. That is so if net/url cannot parse its Location field, or if the target lacks the host that its scheme
// requires or has a password that net/url does not find.
func hasBadLocation(from *url.URL, resp *http.Response) bool {
	switch resp.StatusCode {
	case 301, 302, 303, 307, 308:
		location := resp.Header.Get("Location")
		ref, err := url.Parse(location)
		if err != nil {
			return true
		}
		target := from.ResolveReference(ref)
		return target.Host == "" && schemes.KindOf(target.Scheme).NeedsHost() || hidesPassword(ref, location)
	}
	return false
}

// hidesPassword reports whether location has a password that net/url, which has parsed it as ref, does not find. It
// looks for the passwords that [uri.URI.Redacted] finds, and reads "\" as a slash, as browsers do.
func hidesPassword(ref *url.URL, location string) bool {
	if _, ok := ref.User.Password(); ok || ref.User.Username() != "" {
		return strings.Contains(ref.User.Username(), ":")
	}
	location = location[:octet.Next(location, 0, "?#")]
	if !strings.Contains(location, "@") {
		return false
	}
	u, err := uri.Parse(uri.PlacePath.EncodeRaw(strings.ReplaceAll(location, `\`, "/")))
	return err != nil || u.Redacted() != u.String()
}
