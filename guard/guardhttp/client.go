package guardhttp

import (
	"errors"
	"net/http"
	"time"

	"github.com/urispan/uri/guard"
)

// The limits of [NewClient], besides [DefaultMaxBody].
const (
	DefaultMaxRedirects = 10               // redirects of one request
	DefaultTimeout      = 30 * time.Second // for one request with all its redirects, until its body is read
)

// ErrTooManyRedirects is the error of a client for a redirect beyond the limit.
var ErrTooManyRedirects = errors.New("too many redirects")

// NewClient returns a client that makes only requests, redirects and connections that the policy allows. It has a
// [Transport] of its own, no jar for cookies, and the limits [DefaultMaxBody], [DefaultMaxRedirects] and
// [DefaultTimeout]. Its fields may be changed before the first request. A new value of the field Transport must come
// from [NewTransport] or [NewTransportDialer]. To request the URI of a user, pass the result of [NewRequest] to
// [http.Client.Do], and do not call [http.Client.Get].
//
// The policy may be nil. Then the client refuses all requests, as a nil policy does.
//
// A client is safe for concurrent use, and should be reused: each has its own idle connections.
func NewClient(policy *guard.Policy) *http.Client {
	return &http.Client{
		Transport:     NewTransport(policy, nil),
		CheckRedirect: LimitRedirects(DefaultMaxRedirects),
		Timeout:       DefaultTimeout,
	}
}

// LimitRedirects returns a function for [http.Client].CheckRedirect that follows up to n redirects. For the next one it
// returns [ErrTooManyRedirects]. If n is 0 or less, it follows none.
//
// The function checks the number alone. The [Transport] checks the target of each redirect.
func LimitRedirects(n int) func(*http.Request, []*http.Request) error {
	return func(_ *http.Request, via []*http.Request) error {
		if len(via) > n {
			return ErrTooManyRedirects
		}
		return nil
	}
}
