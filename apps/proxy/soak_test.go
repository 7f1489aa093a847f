package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/urispan/uri/internal/test/kit"
)

// TestSoak sends all kinds of requests, and connections that break off. URI_SOAK is how long, such as 1h: then it needs
// -timeout 2h. Memory must not grow, and no goroutine is left at the end.
func TestSoak(t *testing.T) {
	kit.Soak(t, func(ctx context.Context) {
		t.Run("traffic", func(t *testing.T) {
			s := newTestSite(t, twoBackends())
			tr := &http.Transport{DialContext: func(ctx context.Context, network, _ string) (net.Conn, error) {
				return new(net.Dialer).DialContext(ctx, network, s.addr)
			}}
			defer tr.CloseIdleConnections()
			var group sync.WaitGroup
			for first := range 4 {
				group.Go(func() {
					for i := first; ctx.Err() == nil; i += 4 {
						s.sendMixed(ctx, &http.Client{Transport: tr, Timeout: time.Minute}, i)
						select {
						case <-ctx.Done():
						case <-time.After(100 * time.Millisecond):
						}
					}
				})
			}
			group.Wait()
		})
	})
}

// sendMixed sends one of several kinds of requests.
func (s *testSite) sendMixed(ctx context.Context, client *http.Client, i int) {
	s.take() // so that the lists do not grow
	s.log.reset()
	raw := func(text string, linger time.Duration) {
		conn, err := net.Dial("tcp", s.addr)
		if err != nil {
			return
		}
		defer conn.Close()
		defer context.AfterFunc(ctx, func() { _ = conn.Close() })()
		_, _ = io.WriteString(conn, text)
		_ = conn.SetReadDeadline(time.Now().Add(linger))
		_, _ = io.Copy(io.Discard, conn)
	}
	const host = " HTTP/1.1\r\nHost: example.com\r\n"
	switch i % 10 {
	case 0:
		raw("GET /"+strings.Repeat("x", 40_000)+host+"\r\n", time.Second)
	case 1:
		raw("GET /slow"+host+"X: ", 8*time.Second) // an incomplete header
	case 2:
		raw("GET /a/../%2e%2e/x%2fy"+host+"Connection: close\r\n\r\n", time.Second)
	case 3:
		raw("POST /admin/x"+host+"Content-Length: 1000\r\n\r\nshort", time.Second)
	case 4:
		raw("GET http://u:p@[::1]:99999/ HTTP/1.1\r\nHost: evil.example\r\n\r\n", time.Second)
	default:
		url := fmt.Sprintf("http://example.com/%d?token=secret&i=%d", i%1000, i)
		method, body := "GET", io.Reader(nil)
		if i%2 == 0 {
			method, body = "POST", strings.NewReader(strings.Repeat("b", i%5000))
		}
		req, err := http.NewRequestWithContext(ctx, method, url, body)
		if err != nil {
			return
		}
		if resp, err := client.Do(req); err == nil {
			_, _ = io.Copy(io.Discard, resp.Body)
			_ = resp.Body.Close()
		}
	}
}
