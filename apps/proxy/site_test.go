package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// A testSite is a proxy and two backends, all on loopback. The backend "admin" serves the paths under /admin/.
type testSite struct {
	*daemon
	addr string // the address of the proxy
	log  *syncBuffer
	mu   sync.Mutex
	seen []string      // "BACKEND METHOD TARGET HOST", as it arrived
	got  *http.Request // the last request
}

type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *syncBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *syncBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func (s *syncBuffer) reset() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.b.Reset()
}

// backend records the bytes of requests, and answers them.
func (s *testSite) backend(t *testing.T, name string) string {
	h := func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		s.mu.Lock()
		s.seen = append(s.seen, strings.Join([]string{name, r.Method, r.RequestURI, r.Host}, " "))
		s.got = r
		s.mu.Unlock()
		w.Header().Set("X-Backend", name)
		fmt.Fprintf(w, "hello %d", len(body))
	}
	b := httptest.NewUnstartedServer(http.HandlerFunc(h))
	b.Config.DisableGeneralOptionsHandler = true
	b.Start()
	t.Cleanup(b.Close)
	return b.URL
}

// take returns the requests that the backends received since the last call.
func (s *testSite) take() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	seen := s.seen
	s.seen = nil
	return seen
}

// fileIn writes a file and returns its name.
func fileIn(t testing.TB, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// newTestSite starts a proxy with a configuration. In it, FRONT and ADMIN stand for the URLs of the backends.
func newTestSite(t *testing.T, text string) *testSite {
	t.Helper()
	s := &testSite{log: new(syncBuffer)}
	text = strings.NewReplacer("FRONT", s.backend(t, "front"), "ADMIN", s.backend(t, "admin")).Replace(text)
	s.daemon = newDaemon(fileIn(t, "proxy.toml", text), slog.New(slog.NewJSONHandler(s.log, nil)))
	c, err := s.load(nil)
	if err != nil {
		t.Fatal(err)
	}
	front := httptest.NewUnstartedServer(nil)
	front.Config = s.newServer(c, s.daemon)
	front.Start()
	t.Cleanup(front.Close)
	s.addr = front.Listener.Addr().String()
	return s
}

// twoBackends is a configuration for several hosts.
func twoBackends() string {
	text := "hide = [\"token\"]\n"
	for _, host := range []string{"example.com", "example.com:8080", "other.example", "[2001:db8::7]", "[2001:db8::7]:8080"} {
		text += "[[mapping]]\npublic = \"//" + host + "/\"\nbackend = \"FRONT\"\nkeep-host = true\n" +
			"[[mapping]]\npublic = \"//" + host + "/admin/\"\nbackend = \"ADMIN/admin/\"\nkeep-host = true\n"
	}
	return text
}

// send writes raw on a connection of its own. It returns everything that comes back until the connection ends, or only
// the first response if the connection is kept open.
func (s *testSite) send(t *testing.T, raw string) (head *http.Response, text string) {
	t.Helper()
	c, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	// The server may answer and close before it has read a long request.
	go io.WriteString(c, raw)
	var all bytes.Buffer
	in := bufio.NewReader(io.TeeReader(c, &all))
	method, _, _ := strings.Cut(raw, " ")
	head, err = http.ReadResponse(in, &http.Request{Method: method})
	if err != nil {
		t.Fatalf("%.60q: no response: %v, after %q", raw, err, all.String())
	}
	body, _ := io.ReadAll(head.Body)
	head.Body = io.NopCloser(bytes.NewReader(body))
	if head.Close {
		io.Copy(io.Discard, in) // does anything follow?
	}
	return head, all.String()
}

func body(r *http.Response) string {
	b, _ := io.ReadAll(r.Body)
	return string(b)
}
