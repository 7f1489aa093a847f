package main

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/pem"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/guard"
)

// A moved backend answers every request with a redirect and cookies, and shows the request in X-Saw.
func moved(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("X-Saw", strings.Join([]string{r.RequestURI, r.Host, r.Header.Get("X-Forwarded-Host")}, " "))
	h.Set("Location", r.URL.Query().Get("to"))
	h.Set("Content-Location", "here")
	h.Set("Refresh", "5; url=/v2/later")
	h.Add("Set-Cookie", "a=b; Path=/v2/; HttpOnly")
	h.Add("Set-Cookie", "c=d; Path=/")
	w.WriteHeader(http.StatusFound)
}

// TestBackendWithPath: the path of a backend replaces the prefix, and redirects and cookies come back under it. The
// expected values come from package httpuri.
func TestBackendWithPath(t *testing.T) {
	t.Parallel()
	plain := httptest.NewServer(http.HandlerFunc(moved))
	secure := httptest.NewTLSServer(http.HandlerFunc(moved))
	t.Cleanup(plain.Close)
	t.Cleanup(secure.Close)
	for _, backend := range []*httptest.Server{plain, secure} {
		s := newSite(t, func(c *config) {
			c.roots = x509.NewCertPool()
			if cert := backend.Certificate(); cert != nil {
				c.roots.AddCert(cert)
			}
			c.allow = guard.HazardEncodedSlash | guard.HazardSemicolon
			r, err := parseRoute("/api/=" + backend.URL + "/v2/")
			if err != nil {
				t.Fatal(err)
			}
			c.routes = append(c.routes, r)
		})
		own := strings.TrimPrefix(strings.TrimPrefix(backend.URL, "https://"), "http://")
		for _, test := range []struct{ target, saw, location string }{
			{"/api/x?to=/v2/y%3Fq", "/v2/x?to=/v2/y%3Fq", "http://example.com/api/y?q"},
			{"/api/%2Fx?to=y", "/v2/%2Fx?to=y", "http://example.com/api/y"}, // "%2Fx" is one segment
			{"/api/a/b?to=../c", "/v2/a/b?to=../c", "http://example.com/api/c"},
			{"/api/?to=" + backend.URL + "/v2/z", "/v2/?to=" + backend.URL + "/v2/z", "http://example.com/api/z"},
			{"/api/?to=" + backend.URL + "/other", "/v2/?to=" + backend.URL + "/other", backend.URL + "/other"},
			{"/api/?to=https://login.example/v2/", "/v2/?to=https://login.example/v2/", "https://login.example/v2/"},
			{"/admin/../api/%61?to=.", "/v2/a?to=.", "http://example.com/api/"},
		} {
			response, _ := s.send(t, get(test.target))
			h := response.Header
			if saw := h.Get("X-Saw"); response.StatusCode != 302 || saw != test.saw+" "+own+" example.com" {
				t.Errorf("%s: status %d, the backend saw %q, want %q", test.target, response.StatusCode, saw, test.saw)
			}
			if got := h.Get("Location"); got != test.location {
				t.Errorf("%s: Location %q, want %q", test.target, got, test.location)
			}
			if got, want := h["Set-Cookie"], []string{"a=b; Path=/api/; HttpOnly", "c=d; Path=/"}; !slices.Equal(got, want) {
				t.Errorf("%s: cookies %q, want %q", test.target, got, want)
			}
			if got, want := h.Get("Refresh"), "5; url=http://example.com/api/later"; got != want {
				t.Errorf("%s: Refresh %q, want %q", test.target, got, want)
			}
		}
		if response, _ := s.send(t, get("/api/..;/x")); response.StatusCode != 400 {
			t.Errorf("a path that leaves the prefix by another reading: status %d", response.StatusCode)
		}
	}
}

// TestBackendRedirects: a redirect to the address of a backend without a path leads to the proxy.
func TestBackendRedirects(t *testing.T) {
	t.Parallel()
	backend := httptest.NewServer(http.HandlerFunc(moved))
	t.Cleanup(backend.Close)
	s := newSite(t, func(c *config) {
		r, err := parseRoute("/web/=" + backend.URL)
		if err != nil {
			t.Fatal(err)
		}
		c.routes = append(c.routes, r)
	})
	for to, want := range map[string]string{
		backend.URL + "/web/y": "http://example.com:8080/web/y", "https://login.example/": "https://login.example/",
		backend.URL + "/else": backend.URL + "/else", "/admin/": "/admin/",
	} {
		response, _ := s.send(t, "GET /web/x?to="+to+" HTTP/1.1\r\nHost: example.com:8080\r\n\r\n")
		if got := response.Header.Get("Location"); got != want {
			t.Errorf("Location: %s becomes %q, want %q", to, got, want)
		}
		if saw := response.Header.Get("X-Saw"); saw != "/web/x?to="+to+" example.com:8080 example.com:8080" {
			t.Errorf("the backend saw %q", saw)
		}
	}
}

// TestUnknownCertificate: a backend with a certificate from another root gets no request.
func TestUnknownCertificate(t *testing.T) {
	t.Parallel()
	backend := httptest.NewUnstartedServer(http.HandlerFunc(moved))
	backend.Config.ErrorLog = log.New(io.Discard, "", 0)
	backend.StartTLS()
	t.Cleanup(backend.Close)
	file := filepath.Join(t.TempDir(), "ca.pem")
	block := &pem.Block{Type: "CERTIFICATE", Bytes: backend.Certificate().Raw}
	if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, trusted := range []bool{true, false} {
		o, err := parseFlags([]string{"-route=/=" + backend.URL, "-backend-ca=" + file}, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if !trusted {
			o.roots = x509.NewCertPool()
		}
		s := newSite(t, func(c *config) { c.roots, c.routes = o.roots, o.routes })
		response, _ := s.send(t, get("/"))
		if got := response.StatusCode; trusted && got != 302 || !trusted && got != 502 {
			t.Errorf("trusted is %t: status %d", trusted, got)
		}
	}
}

// TestMergeSlashes: with -merge-slashes, "/x//y/z" has the route of "/x/y/z". The target is forwarded unchanged, and the
// log names the ambiguity.
func TestMergeSlashes(t *testing.T) {
	t.Parallel()
	for merge, want := range map[bool]string{false: "front", true: "deep"} {
		back := new(site)
		deep := back.backend(t, "deep")
		s := newSite(t, func(c *config) {
			c.merge, c.allow = merge, guard.HazardDoubleSlash
			r, err := parseRoute("/x/y/=" + deep)
			if err != nil {
				t.Fatal(err)
			}
			c.routes = append(c.routes, r)
		})
		s.send(t, get("/x//y/z"))
		saw := append(s.take(), back.take()...)
		if !slices.Equal(saw, []string{want + " GET /x//y/z example.com"}) {
			t.Errorf("merge is %t: the backends saw %q", merge, saw)
		}
		if !strings.Contains(s.log.String(), `ambiguous="double slash"`) {
			t.Errorf("the log does not name the slashes:\n%s", s.log)
		}
	}
}

// TestLogCuts: the log has at most maxShown bytes of a target that is refused, and escapes them.
func TestLogCuts(t *testing.T) {
	t.Parallel()
	for _, target := range []string{
		"/" + strings.Repeat("a", 9000), "/" + strings.Repeat("a", 2000) + "\xff", "/a;" + strings.Repeat("b", 2000),
		"/\u202e" + strings.Repeat("\xff", 2000), "/?" + strings.Repeat("\xff", 2000),
	} {
		s := newSite(t, nil)
		response, _ := s.send(t, get(target))
		if response.StatusCode < 400 {
			t.Errorf("%.10q: status %d", target, response.StatusCode)
		}
		line := strings.ReplaceAll(s.log.String(), "\u00b5", "") // of the time
		if len(line) > 4*maxShown+400 || strings.ContainsFunc(strings.TrimSpace(line), func(r rune) bool { return r < ' ' || r > '~' }) {
			t.Errorf("%.10q: %d bytes in the log: %q", target, len(line), line)
		}
	}
}

// TestMaxLength: the limit counts the target URI.
func TestMaxLength(t *testing.T) {
	t.Parallel()
	for limit, status := range map[int]int{0: 200, 30: 414, 8000: 200} {
		s := newSite(t, func(c *config) { c.maxLength = limit })
		if response, _ := s.send(t, get("/"+strings.Repeat("a", 30))); response.StatusCode != status {
			t.Errorf("limit %d: status %d, want %d", limit, response.StatusCode, status)
		}
	}
	// A long target needs a larger header.
	s := newSite(t, func(c *config) { c.maxLength = 100_000 })
	if response, _ := s.send(t, get("/"+strings.Repeat("a", 50_000))); response.StatusCode != 200 {
		t.Errorf("50,000 bytes of 100,000: status %d", response.StatusCode)
	}
	var out bytes.Buffer
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if status := command(ctx, []string{"-route=/=http://127.0.0.1:1", fmt.Sprint("-max-length=", maxMaxLength+1)}, &out); status != 2 {
		t.Errorf("status %d: %s", status, &out)
	}
}
