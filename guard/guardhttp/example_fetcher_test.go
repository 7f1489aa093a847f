package guardhttp_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
	"github.com/urispan/uri/host"
)

// fetch returns the page at an address that a user typed, for a preview. The user can see the text of the error, so it
// must not describe the network of this server. For the operators, log the errors of the client as well.
func fetch(ctx context.Context, client *http.Client, address string) ([]byte, error) {
	u, err := uri.ParseURI(address)
	if err != nil {
		return nil, errors.New("not a URL")
	}
	req, err := guardhttp.NewRequest(ctx, http.MethodGet, u, nil)
	if err != nil {
		return nil, err
	}
	resp, err := client.Do(req)
	var refusal guard.Refusal
	switch {
	case errors.As(err, &refusal):
		return nil, refusal
	case err != nil:
		return nil, errors.New("no answer")
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, errors.New(http.StatusText(resp.StatusCode))
	}
	page, err := io.ReadAll(resp.Body) // the client limits the body
	if errors.Is(err, guardhttp.ErrBodyTooLong) {
		return nil, err
	} else if err != nil {
		return nil, errors.New("no answer")
	}
	return page, nil
}

// A server fetches what its users name. They try to reach its own network, by an address, a name or a redirect.
func Example_fetcher() {
	site := http.NewServeMux()
	site.HandleFunc("/page", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "hello") })
	site.HandleFunc("/big", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, strings.Repeat("a", 11<<20)) })
	site.Handle("/moved", http.RedirectHandler("http://169.254.169.254/latest/meta-data/", http.StatusFound))
	site.Handle("/loop", http.RedirectHandler("/loop", http.StatusFound))
	server := httptest.NewServer(site)
	defer server.Close()

	rules := guard.FetchRules()
	rules.Addresses, rules.Ports = host.ClassLoopback, nil // only for the server of this example: leave it out
	policy, err := guard.NewPolicy(rules)
	if err != nil {
		fmt.Println(err)
		return
	}
	client := guardhttp.NewClient(policy) // one for the whole program
	for _, address := range []string{
		server.URL + "/page", server.URL + "/big", server.URL + "/moved", server.URL + "/loop", server.URL + "/none",
		"http://10.0.0.1/", "http://0x7f.1/", "http://[::ffff:169.254.169.254]/", "http://metadata.google.internal/",
		"http://joe:hunter2@example.com/", "file:///etc/passwd", "http://[",
	} {
		page, err := fetch(context.Background(), client, address)
		fmt.Printf("%s %v\n", page, err)
	}
	// Output:
	// hello <nil>
	//  response body too long
	//  address not allowed
	//  no answer
	//  Not Found
	//  address not allowed
	//  unusual form of an IPv4 address
	//  address not allowed
	//  host not allowed
	//  userinfo not allowed
	//  scheme not allowed
	//  not a URL
}
