package main

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// newSiteOf makes a site without a log.
func newSiteOf(c *config) (*site, error) {
	return newDaemon("", slog.New(slog.DiscardHandler)).newSite(c)
}

// writeCertificate writes a certificate for a name, and its key, and returns the pool with it.
func writeCertificate(t *testing.T, dir, name string) *x509.CertPool {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{SerialNumber: big.NewInt(1), DNSNames: []string{name}, NotAfter: time.Now().Add(time.Hour), IsCA: true,
		BasicConstraintsValid: true}
	cert, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{"cert": {Type: "CERTIFICATE", Bytes: cert}, "key": {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(filepath.Join(dir, file), pem.EncodeToMemory(block), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: cert}))
	return pool
}

// addrs waits until the daemon listens, and returns its addresses.
func (s *testSite) addrs(t *testing.T, n int) (addrs []string) {
	t.Helper()
	s.lines(t, "listening", n)
	for text := range strings.Lines(s.log.String()) {
		if _, rest, ok := strings.Cut(text, `"addr":"`); ok {
			addr, _, _ := strings.Cut(rest, `"`)
			addrs = append(addrs, addr)
		}
	}
	return addrs
}

// newDaemonSite returns a daemon that is not running. It serves https://shop.example on a free port, with the certificate in dir.
func newDaemonSite(t *testing.T, dir string) (s *testSite, port string) {
	t.Helper()
	s = &testSite{log: new(syncBuffer)}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	listener.Close() // another process could take the port, but that is unlikely
	_, port, _ = net.SplitHostPort(addr)
	s.daemon = newDaemon(fileIn(t, "proxy.toml", "listen = '"+addr+"'\nredirect = '127.0.0.1:0'\nadmin = '127.0.0.1:0'\n"+
		"trusted-proxies = ['127.0.0.0/8']\n[[tls]]\ncert = '"+dir+"/cert'\nkey = '"+dir+"/key'\n[[mapping]]\n"+
		"public = 'https://shop.example:"+port+"/'\nbackend = '"+s.backend(t, "front")+"'\n"),
		slog.New(slog.NewJSONHandler(s.log, nil)))
	return s, port
}

// newHTTPSClient returns a client that finds shop.example at the address for https, if it has that port, or for http.
func newHTTPSClient(t *testing.T, pool *x509.CertPool, https, http1 string) *http.Client {
	_, port, _ := net.SplitHostPort(https)
	tr := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: pool}, ForceAttemptHTTP2: true,
		DialContext: func(ctx context.Context, network, to string) (net.Conn, error) {
			switch to {
			case "shop.example:" + port:
				to = https
			case "shop.example:80":
				to = http1
			}
			return new(net.Dialer).DialContext(ctx, network, to)
		},
	}
	t.Cleanup(tr.CloseIdleConnections)
	return &http.Client{Transport: tr, Timeout: time.Minute}
}

// read returns the response to a GET request, and its body.
func read(t *testing.T, c *http.Client, url string) (*http.Response, string) {
	t.Helper()
	response, err := c.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	return response, body(response)
}

// TestDaemon runs the whole program: TLS and HTTP/2, the redirect from http, health and metrics, certificates that change,
// and the stop.
func TestDaemon(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	pool := writeCertificate(t, dir, "shop.example")
	s, port := newDaemonSite(t, dir)
	c, err := s.load(nil)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.run(ctx, c) }()
	addrs := s.addrs(t, 3)
	first := newHTTPSClient(t, pool, addrs[0], addrs[1])
	response, text := read(t, first, "http://shop.example/a?b[]=|") // follows the redirect
	if saw := s.take(); response.Proto != "HTTP/2.0" || text != "hello 0" || len(saw) != 1 || !strings.HasPrefix(saw[0], "front GET /a?b%5B%5D=%7C ") {
		t.Errorf("%s %q, the backend saw %q", response.Proto, text, saw)
	}
	if got := response.Request.URL.String(); got != "https://shop.example:"+port+"/a?b%5B%5D=%7C" || response.Request.Response.StatusCode != 308 {
		t.Errorf("redirected to %s by %d", got, response.Request.Response.StatusCode)
	}
	s.addr = addrs[1]
	for raw, status := range map[string]int{host("evil.example"): 421, "GET /../x HTTP/1.1\r\nHost: shop.example\r\n\r\n": 400,
		"POST /x HTTP/1.1\r\nHost: shop.example:8080\r\nContent-Length: 0\r\n\r\n": 308} {
		raw = strings.Replace(raw, "\r\n\r\n", "\r\nX-Forwarded-Proto: http\r\n\r\n", 1)
		if response, _ := s.send(t, raw); response.StatusCode != status ||
			status == 308 && response.Header.Get("Location") != "https://shop.example:"+port+"/x" {
			t.Errorf("%q: %d", raw, response.StatusCode)
		}
	}
	if _, text := read(t, first, "http://"+addrs[2]+"/metrics"); !strings.Contains(text, `proxy_requests_total{mapping="https://shop.example:`+port+`/",status="200"} 1`) {
		t.Errorf("metrics: %s", text)
	}
	if _, text := read(t, first, "http://"+addrs[2]+"/healthz"); text != "ok\n" {
		t.Errorf("health: %q", text)
	}

	checkStandardLog(t, s)

	pool = writeCertificate(t, dir, "shop.example")
	s.lines(t, "certificates loaded", 1)
	read(t, newHTTPSClient(t, pool, addrs[0], addrs[1]), "https://shop.example:"+port+"/") // fails with the old certificate
	if err := os.WriteFile(dir+"/key", nil, 0o666); err != nil {
		t.Fatal(err)
	}
	s.lines(t, "certificates not loaded, the old stays", 1)
	read(t, newHTTPSClient(t, pool, addrs[0], addrs[1]), "https://shop.example:"+port+"/")
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}

// checkStandardLog checks the message of a transport about a backend that responds twice: it is a line of JSON, without
// bytes of the response.
func checkStandardLog(t *testing.T, s *testSite) {
	t.Helper()
	t.Cleanup(func() {
		log.SetFlags(log.LstdFlags)
		log.SetOutput(os.Stderr)
	})
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		io.WriteString(c, strings.Repeat("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nSet-Cookie: secret\r\n\r\n", 2))
	}))
	defer backend.Close()
	read(t, backend.Client(), backend.URL)
	s.lines(t, "Unsolicited response received on idle HTTP channel", 1)
	if strings.Contains(s.log.String(), "secret") {
		t.Error(s.log)
	}
}

// TestStop: requests that have begun end, and those that take too long are aborted.
func TestStop(t *testing.T) {
	t.Parallel()
	for _, limit := range []time.Duration{time.Minute, time.Millisecond} {
		arrived, leave := make(chan bool), make(chan bool)
		slow := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			close(arrived)
			select {
			case <-leave:
				io.WriteString(w, "done")
			case <-r.Context().Done():
			}
		}))
		slow.Start()
		answered := make(chan string, 1)
		go func() {
			response, err := http.Get(slow.URL)
			if err != nil {
				answered <- "aborted"
				return
			}
			defer response.Body.Close()
			answered <- body(response)
		}()
		<-arrived
		ended := make(chan error, 1)
		go func() { ended <- shutdown(context.Background(), []*http.Server{slow.Config}, limit) }()
		want, wantErr := "aborted", "requests that took longer than 1ms were aborted"
		if limit == time.Minute {
			want, wantErr = "done", ""
			select {
			case err := <-ended:
				t.Fatalf("the server ended before the request: %v", err)
			case <-time.After(20 * time.Millisecond):
			}
			close(leave)
		}
		err := <-ended
		if got := <-answered; got != want || (err == nil) != (wantErr == "") || err != nil && !strings.Contains(err.Error(), wantErr) {
			t.Errorf("%v: %q, %v", limit, got, err)
		}
		slow.Close()
	}
}
