package main

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// TestWebSocket opens a WebSocket through the proxy, and sends a line there and back. No other upgrade reaches the
// backend, and none in HTTP/1.0 (RFC 9110, section 7.8).
func TestWebSocket(t *testing.T) {
	t.Parallel()
	got := make(chan string, 1)
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		upgrade := r.Header.Get("Upgrade")
		got <- upgrade
		if upgrade == "" {
			return
		}
		w.Header().Set("Upgrade", upgrade)
		w.Header().Set("Connection", "Upgrade")
		w.WriteHeader(http.StatusSwitchingProtocols)
		conn, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer conn.Close()
		line, _ := buffered.ReadString('\n')
		io.WriteString(conn, "echo "+line)
	}))
	t.Cleanup(backend.Close)
	s := newSite(t, func(c *config) {
		r, err := parseRoute("/ws/=" + backend.URL)
		if err != nil {
			t.Fatal(err)
		}
		c.routes = append(c.routes, r)
	})
	for _, test := range [][3]string{
		{"websocket", "1.1", "websocket"}, {"h2c", "1.1", ""}, {"websocket, h2c", "1.1", ""}, {"websocket", "1.0", ""},
	} {
		upgrade, version, want := test[0], test[1], test[2]
		conn, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(20 * time.Second))
		io.WriteString(conn, "GET /ws/?token=s HTTP/"+version+"\r\nHost: example.com\r\nConnection: Upgrade\r\nUpgrade: "+upgrade+"\r\n\r\n")
		r := bufio.NewReader(conn)
		response, err := http.ReadResponse(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		line := ""
		if response.StatusCode == http.StatusSwitchingProtocols {
			io.WriteString(conn, "hello\n")
			line, _ = r.ReadString('\n')
		}
		conn.Close()
		if saw := <-got; saw != want || (line == "echo hello\n") != (want != "") {
			t.Errorf("%s in HTTP/%s: %d, %q, the backend got %q", upgrade, version, response.StatusCode, line, saw)
		}
	}
	for end := time.Now().Add(10 * time.Second); !strings.Contains(s.log.String(), "status=101"); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("the log has no line of the WebSocket: %s", s.log)
		}
	}
}
