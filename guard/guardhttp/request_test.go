package guardhttp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/guard/guardhttp"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

// TestNewRequest compares with http.NewRequestWithContext.
func TestNewRequest(t *testing.T) {
	type key struct{}
	ctx := context.WithValue(context.Background(), key{}, "value")
	for _, text := range []string{
		"http://www.example.com", "https://www.example.com:8443/a%2Fb?c=d#e", "HTTP://u:p@Example.com:/", "http://[::1]:/",
		"http://[::1]:80/a/../b", "http://example.com//a", "http://example.com/?",
	} {
		want, err := http.NewRequestWithContext(ctx, "POST", text, strings.NewReader("body"))
		if err != nil {
			t.Fatal(err)
		}
		r, err := guardhttp.NewRequest(ctx, "POST", uri.MustParse(text), strings.NewReader("body"))
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if r.URL.String() != want.URL.String() || r.Host != want.Host || r.Method != want.Method ||
			r.ContentLength != want.ContentLength || r.Context().Value(key{}) != "value" {
			t.Errorf("%s: %v %v of %s, want %v %v of %s", text, r.Method, r.URL, r.Host, want.Method, want.URL, want.Host)
		}
		body, err := r.GetBody()
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(body); string(got) != "body" || err != nil {
			t.Errorf("%s: body %q, %v", text, got, err)
		}
	}
	r, err := guardhttp.NewRequest(ctx, "", uri.MustParse("http://b%C3%BCcher.example/"), nil)
	if err != nil || r.Host != "bücher.example" {
		t.Errorf("%v, %v", r, err)
	}
}

func TestNewRequestErrors(t *testing.T) {
	for text, want := range kit.Pairs[string, error]("request.txt", "TestNewRequestErrors", errorWords()) {
		r, err := guardhttp.NewRequest(context.Background(), "GET", uri.MustParse(text), nil)
		if err != want || (r == nil) != (err != nil) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	u := uri.MustParse("http://example.com/")
	if r, err := guardhttp.NewRequest(context.Background(), "A B", u, nil); err == nil {
		t.Errorf("method: %v", r)
	}
	var noContext context.Context
	if r, err := guardhttp.NewRequest(noContext, "GET", u, nil); err == nil {
		t.Errorf("no context: %v", r)
	}
}

// TestNewRequestSecrets fetches addresses that contain a password, as the documentation of the package does. No error
// may show it.
func TestNewRequestSecrets(t *testing.T) {
	s := newSite(t)
	s.Close() // no connection succeeds
	fetch := guardhttp.NewClient(newPolicy(t, guard.FetchRules()))
	open := guardhttp.NewClient(newPolicy(t, guard.Rules{
		Userinfo: true, NoHost: true, Dotless: true, Addresses: host.ClassLoopback,
	}))
	shown := 0
	for _, text := range kit.Cases[string]("request.txt", "TestNewRequestSecrets") {
		text = s.fill(text)
		for _, client := range []*http.Client{fetch, open} {
			err := fetchText(client, text)
			if err == nil || strings.Contains(err.Error(), secret) {
				t.Errorf("the error for %q is %v", text, err)
			}
		}
		if _, err := fetch.Get(text); err != nil && strings.Contains(err.Error(), secret) {
			shown++
		}
	}
	if shown == 0 {
		t.Error("Get shows no password: is NewRequest still needed?")
	}
	if err := fetchText(fetch, "http://127.0.0.1/"); !errors.Is(err, guard.RefusedAddress) {
		t.Error(err)
	}
}

func fetchText(client *http.Client, text string) error {
	u, err := uri.ParseURI(text)
	if err != nil {
		return err
	}
	r, err := guardhttp.NewRequest(context.Background(), http.MethodGet, u, nil)
	if err != nil {
		return err
	}
	resp, err := client.Do(r)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}
