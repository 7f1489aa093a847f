package httpuri_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
)

const maxRedirects = 10

// follow requests u and follows the redirects. It returns all URIs that it requested, and an error if the redirects
// loop, are too many, lead from https to http, or lead to a URI that no http client should request. It uses a transport
// and not a client, because an [http.Client] refuses or repairs some locations before its CheckRedirect can see them.
func follow(ctx context.Context, transport http.RoundTripper, u uri.URI) (chain []uri.URI, err error) {
	seen := map[uri.Key]bool{}
	for {
		if err := httpuri.Check(u); err != nil {
			return chain, err
		}
		page := u.WithoutFragment()
		if seen[page.Key()] {
			return chain, errors.New("loop")
		} else if seen[page.Key()] = true; len(chain) > maxRedirects {
			return chain, errors.New("too many redirects")
		}
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, page.String(), nil)
		if err != nil {
			return chain, err
		}
		response, err := transport.RoundTrip(request)
		if err != nil {
			return chain, err
		}
		response.Body.Close()
		chain = append(chain, u)
		switch response.StatusCode {
		default:
			return chain, nil
		case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
			http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		}
		locations := response.Header.Values("Location")
		if len(locations) != 1 {
			return chain, fmt.Errorf("%d locations", len(locations))
		}
		next, err := httpuri.Redirect(u, locations[0])
		if err != nil {
			return chain, err
		}
		if strings.EqualFold(u.Scheme(), "https") && !strings.EqualFold(next.Scheme(), "https") {
			return chain, errors.New("from https to " + next.Scheme())
		}
		u = next
	}
}

// A web is a transport for this example. It maps each page to the locations that it redirects to.
type web map[string][]string

func (w web) RoundTrip(r *http.Request) (*http.Response, error) {
	response := &http.Response{StatusCode: http.StatusOK, Header: http.Header{}, Body: http.NoBody}
	if locations, ok := w[r.URL.String()]; ok {
		response.StatusCode, response.Header["Location"] = http.StatusFound, locations
	}
	return response, nil
}

// A program checks where redirects lead. If users name the URIs, use a guardhttp.Transport, so that no redirect leads
// to the network of the program.
func Example_redirects() {
	transport := web{
		"http://example.com/":         {"https://example.com"},
		"https://example.com":         {"//www.example.com/a?b"},
		"https://example.com/loop":    {"../x/../%6Coop#again"},
		"https://example.com/down":    {"HTTP://example.com/"},
		"https://example.com/script":  {"javascript:alert(1)"},
		"https://example.com/user":    {"https://example.com@example.net/"},
		"https://example.com/space":   {"/a b"},
		"https://example.com/two":     {"/a", "/b"},
		"https://example.com/nowhere": {},
	}
	for _, s := range []string{
		"http://example.com/#top", "https://example.com/loop", "https://example.com/down", "https://example.com/script",
		"https://example.com/user", "https://example.com/space", "https://example.com/two", "https://example.com/nowhere",
	} {
		chain, err := follow(context.Background(), transport, uri.MustParse(s))
		fmt.Println(chain, err)
	}
	// Output:
	// [http://example.com/#top https://example.com#top https://www.example.com/a?b#top] <nil>
	// [https://example.com/loop] loop
	// [https://example.com/down] from https to HTTP
	// [https://example.com/script] from https to javascript
	// [https://example.com/user] URI: unwanted userinfo
	// [https://example.com/space] illegal space in path at byte 2
	// [https://example.com/two] 2 locations
	// [https://example.com/nowhere] 0 locations
}
