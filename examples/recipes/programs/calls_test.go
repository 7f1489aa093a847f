package programs_test

import (
	"net/http"
	"net/url"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
	"github.com/urispan/uri/httpuri"
)

// newCalls returns calls that programs make often, for the URLs of the corpus that both packages can parse.
func newCalls(tb testing.TB) []twin {
	var uris []uri.URI
	var urls []*url.URL
	for _, line := range readLines(tb, "URI_CORPUS") {
		u, err := uri.Parse(line)
		v, errNetURL := url.Parse(line)
		if err == nil && errNetURL == nil && v.Host != "" {
			uris, urls = append(uris, u), append(urls, v)
		}
	}
	uris, urls = uris[:min(len(uris), 2000)], urls[:min(len(urls), 2000)]
	byURI := func(f func(u uri.URI) int) func() int {
		return func() (n int) {
			for _, u := range uris {
				n += f(u)
			}
			return n
		}
	}
	byNetURL := func(f func(v *url.URL) int) func() int {
		return func() (n int) {
			for _, v := range urls {
				n += f(v)
			}
			return n
		}
	}
	origins, names := map[httpuri.Origin]int{}, map[string]int{}
	return []twin{
		roundTripTwin(tb, urls),
		{"with", byURI(func(u uri.URI) int {
			u, _ = u.WithScheme("https")
			u, _ = u.WithHost("www.example.org")
			u, _ = u.WithQuery("page=7")
			return len(u.String())
		}), byNetURL(func(v *url.URL) int {
			w := *v
			w.Scheme, w.Host, w.RawQuery = "https", "www.example.org", "page=7"
			return len(w.String())
		})},
		{"change", byURI(func(u uri.URI) int {
			u, _ = u.Builder().SetScheme("https").SetHost("www.example.org").SetQuery("page=7").URI()
			return len(u.String())
		}), byNetURL(func(v *url.URL) int {
			w := *v
			w.Scheme, w.Host, w.RawQuery = "https", "www.example.org", "page=7"
			return len(w.String())
		})},
		{"builder", byURI(func(u uri.URI) int {
			u, _ = new(uri.Builder).SetScheme("https").SetHost("www.example.org").SetPath(u.Path()).SetQuery("page=7").URI()
			return len(u.String())
		}), byNetURL(func(v *url.URL) int {
			return len((&url.URL{Scheme: "https", Host: "www.example.org", Path: v.Path, RawPath: v.RawPath, RawQuery: "page=7"}).String())
		})},
		{"origin", byURI(func(u uri.URI) int {
			o, _ := httpuri.OriginOf(u)
			origins[o]++
			return 1
		}), byNetURL(func(v *url.URL) int {
			names[v.Scheme+"://"+v.Host]++
			return 1
		})},
		queryMapTwin(),
	}
}

// queryMapTwin reads a query with three keys into a map.
func queryMapTwin() twin {
	const text = "https://www.example.com/search?q=net%2Furl+query&lang=en&page=7"
	u := uri.MustParse(text)
	v, _ := url.Parse(text)
	return twin{"querymap", func() (n int) {
		for range 1000 {
			n += len(u.QueryMap())
		}
		return n
	}, func() (n int) {
		for range 1000 {
			n += len(v.Query())
		}
		return n
	}}
}

// roundTripTwin checks requests by the safe client's transport, and by hand.
func roundTripTwin(tb testing.TB, urls []*url.URL) twin {
	policy, err := guard.NewPolicy(guard.FetchRules())
	if err != nil {
		tb.Fatal(err)
	}
	var requests []*http.Request
	for _, v := range urls {
		requests = append(requests, &http.Request{Method: "GET", URL: v, Host: v.Host})
	}
	base := answerer{}
	safe := guardhttp.NewTransport(policy, base)
	return twin{"roundtrip", func() (n int) {
		for _, r := range requests {
			_, err := safe.RoundTrip(r)
			n += passed(err)
		}
		return n
	}, func() (n int) {
		for _, r := range requests {
			if err := checkNetURL(r.URL); err != nil {
				continue
			}
			_, err := base.RoundTrip(r)
			n += passed(err)
		}
		return n
	}}
}

// An answerer answers every request.
type answerer struct{}

func (answerer) RoundTrip(*http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Body: http.NoBody}, nil
}
