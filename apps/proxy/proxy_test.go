package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil"
)

// A logLine is a line of the log.
type logLine struct {
	Msg, ID, Client, Protocol, Method, Target, Mapping, Error, Hazards string
	Status                                                             int
	Seconds                                                            *float64
}

// lines returns the lines of the log with a message, when there are n of them.
func (s *testSite) lines(t *testing.T, msg string, n int) (lines []logLine) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		lines = nil
		for text := range strings.Lines(s.log.String()) {
			var line logLine
			if err := json.Unmarshal([]byte(text), &line); err != nil {
				t.Fatalf("%q: %v", text, err)
			}
			if line.Msg == msg {
				lines = append(lines, line)
			}
		}
		if len(lines) >= n {
			return lines
		}
	}
	t.Fatalf("the log has not %d lines %q:\n%s", n, msg, s.log)
	return nil
}

// TestPatterns: patterns choose the backend before mappings do, and set fields with their groups. These fields never come
// from the client, and Connection does not remove them.
func TestPatterns(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, `
[[mapping]]
public = "//example.com/"
backend = "FRONT"
[[mapping]]
match = 'http://*.example/v:version(\d+)/:rest+'
backend = "ADMIN"
keep-host = true
set = {x-api = "v{pathname.version}", X-Host-Name = "{hostname.0}", X-None = "{pathname.none}"}
[[mapping]]
match = "http://example.com/api{/:id}?"
backend = "ADMIN"
keep-host = true
set = {X-Id = "{pathname.id}"}
[[mapping]]
match = "http://example.com/@a/*"
backend = "ADMIN"
`)
	for _, test := range []struct {
		host, target, want string
		status             int
		fields             map[string]string
	}{
		{"other.example", "/v12/a/b?c", "admin GET /v12/a/b?c other.example", 200, map[string]string{"X-Api": "v12", "X-Host-Name": "other"}},
		{"OTHER.example:80", "/v%31/%61", "admin GET /v%31/%61 OTHER.example:80", 200, map[string]string{"X-Api": "v1", "X-Host-Name": "other"}},
		{"example.com", "/api/7", "admin GET /api/7 example.com", 200, map[string]string{"X-Id": "7"}},
		{"example.com", "/api/7;a", "", 400, nil},
		{"example.com", "/api/caf%C3%A9", "admin GET /api/caf%C3%A9 example.com", 200, map[string]string{"X-Id": "caf%C3%A9"}},
		{"example.com", "/@a/b", "admin GET /@a/b FRONT", 200, nil},
		{"example.com", "/%40a/b", "", 400, nil}, // decoded, it is "/@a/b"
		{"example.com", "/%21a/b", "front GET /%21a/b FRONT", 200, nil},
		{"example.com", "/api", "admin GET /api example.com", 200, nil},
		{"example.com", "/v12/a/b", "front GET /v12/a/b FRONT", 200, nil},
		{"example.com", "/v12/a;b", "", 400, nil},
		{"other.example", "/v/a", "", 421, nil},
		{"other.example", "/v1/a%2fb", "", 400, nil},
		{"other.example", "/v1/a/../b", "", 400, nil},
		{"other.example", "/x/../v1/a", "", 400, nil},
	} {
		response, _ := s.send(t, "GET "+test.target+" HTTP/1.1\r\nHost: "+test.host+"\r\n"+
			"X-Api: evil\r\nX-Host-Name: evil\r\nX-None: evil\r\nX-Id: evil\r\nX-Mine: 1\r\nConnection: X-Api, X-Host-Name, X-Id\r\n\r\n")
		got := strings.Join(s.take(), "|")
		if s.got != nil {
			got = strings.Replace(got, " 127.0.0.1:", " FRONT", 1)
		}
		if !strings.HasPrefix(got, test.want) || test.want == "" && got != "" || response.StatusCode != test.status {
			t.Errorf("%s%s: status %d, the backends saw %q, want %q", test.host, test.target, response.StatusCode, got, test.want)
			continue
		}
		for _, name := range []string{"X-Api", "X-Host-Name", "X-None", "X-Id"} {
			if got := s.got.Header.Get(name); test.want != "" && (got != test.fields[name] || s.got.Header.Get("X-Mine") != "1") {
				t.Errorf("%s%s: %s is %q", test.host, test.target, name, got)
			}
		}
	}
	if lines := s.lines(t, "request", 15); lines[0].Mapping != `http://*.example/v:version(\d+)/:rest+` || lines[7].Mapping != "//example.com/" {
		t.Errorf("%+v", lines)
	}
}

// TestLog: each request that a handler gets has a line, without secrets.
func TestLog(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, twoBackends())
	for _, test := range []struct {
		raw, method, target, err string
		status                   int
	}{
		{get("/a?token=SECRET&b=c"), "GET", "http://example.com/a?token=xxxxx&b=c", "", 200},
		{get("/a?%74OKEN=SECRET"), "GET", "http://example.com/a?%74OKEN=xxxxx", "", 200},
		{get("/a?access_token=SECRET|"), "GET", "http://example.com/a?access_token=xxxxx", "", 200},
		{get("http://u:SECRET@example.com/"), "GET", "xxxxx@example.com/", "request-target: unwanted userinfo", 400},
		{get("/a#SECRET"), "GET", "/a#xxxxx", "request-target: illegal byte in path at byte 2", 400},
		{get("/a?token=SECRET%00"), "GET", "http://example.com/a?token=xxxxx", "URI has a hazard that is not allowed", 400},
		{"SECRET / HTTP/1.1\r\nHost: example.com\r\n\r\n", "other", "http://example.com/", "", 200},
		{"GET / HTTP/1.1\r\nHost: SECRET:SECRET\r\n\r\n", "GET", "/", "Host: bad port at byte 7", 400},
		{get("/a%2Fb"), "GET", "http://example.com/a%2Fb", "URI has a hazard that is not allowed", 400},
		{"TRACE / HTTP/1.1\r\nHost: example.com\r\n\r\n", "TRACE", "http://example.com/", "TRACE is not served", 501},
		{"CONNECT SECRET@h:80 HTTP/1.1\r\nHost: h\r\n\r\n", "CONNECT", "xxxxx@h:80", "request-target: form not served here", 501},
	} {
		before := len(s.log.String())
		s.send(t, test.raw)
		var line logLine
		s.lines(t, "request", 1+strings.Count(s.log.String()[:before], "\n"))
		text := s.log.String()[before:]
		if err := json.Unmarshal([]byte(text), &line); err != nil {
			t.Fatalf("%q: %v", text, err)
		}
		if line.Method != test.method || line.Target != test.target || !strings.HasPrefix(line.Error, test.err) || line.Status != test.status ||
			(line.Error == "") != (test.err == "") || line.Seconds == nil || line.ID == "" || line.Client == "" || line.Protocol != "HTTP/1.1" {
			t.Errorf("%q: %s", test.raw, text)
		}
	}
	if text := s.log.String(); strings.Contains(text, "SECRET") || !strings.Contains(text, `"hazards":"encoded slash"`) {
		t.Errorf("a secret is logged, or no hazard is:\n%s", text)
	}
	// The host of a client is not a label.
	s.send(t, host("evil.example"))
	s.lines(t, "request", 12)
	families, err := s.metrics.registry.Gather()
	if err != nil || strings.Contains(fmt.Sprint(families), "evil") || testutil.ToFloat64(s.metrics.requests.WithLabelValues("", "421")) != 1 ||
		testutil.ToFloat64(s.metrics.requests.WithLabelValues("//example.com/", "200")) != 4 || testutil.ToFloat64(s.metrics.inFlight) != 0 {
		t.Errorf("%v, %v", families, err)
	}
}

// TestLimits checks the answers of the proxy if a client or a backend is slow, broken or exceeds a limit.
func TestLimits(t *testing.T) {
	t.Parallel()
	closed, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	leave := make(chan bool)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		if r.URL.Path == "/slow" {
			<-leave
		}
		if r.URL.Path == "/broken" {
			w.Header().Set("Content-Length", "200000")
			w.Write(make([]byte, 100_000))
			panic(http.ErrAbortHandler)
		}
	}))
	t.Cleanup(slow.Close)
	t.Cleanup(func() { close(leave) })
	s := newTestSite(t, "[timeouts]\npause = '300ms'\nresponse = '1s'\n[limits]\nbody = 4\nrequests = 1\n"+
		"[[mapping]]\npublic = '/gone/'\nbackend = 'http://"+closed.Addr().String()+"'\n[[mapping]]\npublic = '/'\nbackend = '"+slow.URL+"'\n")
	const post = "POST /x HTTP/1.1\r\nHost: h\r\n"
	for _, test := range []struct {
		raw    string
		status int
		err    string
	}{
		{post + "Content-Length: 4\r\n\r\nabcd", 200, ""},
		{post + "Content-Length: 5\r\n\r\nabcde", 413, "body is too long"},
		{post + "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n", 413, "body is too long"},
		{post + "Content-Length: 4\r\n\r\nabc", 408, "body did not arrive in time"},
		{post + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n", 400, "body is broken off or not valid"},
		{"GET /gone/ HTTP/1.1\r\nHost: h\r\n\r\n", 502, "backend gave no response"},
		{"GET /slow HTTP/1.1\r\nHost: h\r\n\r\n", 504, "backend gave no response in time"},
		{"GET /broken HTTP/1.1\r\nHost: h\r\n\r\n", 200, "response was broken off"},
	} {
		response, _ := s.send(t, test.raw)
		lines := s.lines(t, "request", 1)
		line := lines[len(lines)-1]
		if response.StatusCode != test.status || line.Status != test.status || line.Error != test.err {
			t.Errorf("%q: %d, %+v", test.raw, response.StatusCode, line)
		}
		failed := strings.Contains(s.log.String(), `"backend failed","id":"`+line.ID)
		if failed != (test.status == 502 || test.status == 504 || strings.Contains(test.raw, "/broken")) {
			t.Errorf("%q: a line \"backend failed\" with the same id: %v", test.raw, failed)
		}
		s.log.reset()
	}
	s.daemon.site.Load().requests <- struct{}{}
	if response, _ := s.send(t, "GET / HTTP/1.1\r\nHost: h\r\n\r\n"); response.StatusCode != 503 {
		t.Errorf("too many requests: %d", response.StatusCode)
	}
}

// TestPause: the time that a client has to write or to read does not limit the time of a backend, also over HTTP/2.
// Bytes that a backend flushes arrive immediately.
func TestPause(t *testing.T) {
	t.Parallel()
	const pause = 500 * time.Millisecond
	arrived := make(chan bool)
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		time.Sleep(pause)
		io.Copy(io.Discard, r.Body)
		time.Sleep(pause)
		io.WriteString(w, "a")
		http.NewResponseController(w).Flush()
		<-arrived
		time.Sleep(pause)
		io.WriteString(w, "b")
	}))
	t.Cleanup(backend.Close)
	s := newTestSite(t, "[timeouts]\npause = '400ms'\n[[mapping]]\npublic = '/'\nbackend = '"+backend.URL+"'\n")
	for _, version := range []int{1, 2} {
		front := httptest.NewUnstartedServer(s.daemon)
		front.EnableHTTP2 = version == 2
		front.StartTLS()
		response, err := front.Client().Post(front.URL, "", bytes.NewReader(make([]byte, 20_000_000)))
		if err != nil {
			t.Fatal(err)
		}
		var first [1]byte
		io.ReadFull(response.Body, first[:])
		arrived <- true
		if got := string(first[:]) + body(response); got != "ab" || response.ProtoMajor != version {
			t.Errorf("%s %q", response.Proto, got)
		}
		response.Body.Close()
		front.Close()
	}
}

// TestStalledClient: a client that does not read is disconnected.
func TestStalledClient(t *testing.T) {
	t.Parallel()
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Write(make([]byte, 100_000_000))
	}))
	t.Cleanup(backend.Close)
	s := newTestSite(t, "[timeouts]\npause = '20ms'\n[[mapping]]\npublic = '/'\nbackend = '"+backend.URL+"'\n")
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	io.WriteString(conn, get("/"))
	if lines := s.lines(t, "request", 1); lines[0].Status != 200 || lines[0].Error != "response was broken off" {
		t.Errorf("%+v", lines)
	}
}

// TestWebSocket checks that a WebSocket works, and is logged when it ends.
func TestWebSocket(t *testing.T) {
	t.Parallel()
	backend := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Upgrade", "websocket")
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
	s := newTestSite(t, "[timeouts]\npause = '10ms'\n[[mapping]]\npublic = '/ws/'\nbackend = '"+backend.URL+"/'\n")
	conn, err := net.Dial("tcp", s.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	conn.SetDeadline(time.Now().Add(20 * time.Second))
	io.WriteString(conn, "GET /ws/?token=s HTTP/1.1\r\nHost: h\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n")
	r := bufio.NewReader(conn)
	if response, err := http.ReadResponse(r, nil); err != nil || response.StatusCode != 101 {
		t.Fatal(response, err)
	}
	time.Sleep(30 * time.Millisecond) // longer than a pause of a request
	io.WriteString(conn, "hello\n")
	if line, err := r.ReadString('\n'); line != "echo hello\n" {
		t.Errorf("%q, %v", line, err)
	}
	conn.Close()
	if lines := s.lines(t, "request", 1); lines[0].Status != 101 || lines[0].Error != "" {
		t.Errorf("%+v", lines)
	}
}

// TestReload replaces the configuration. A wrong configuration changes nothing, and is logged.
func TestReload(t *testing.T) {
	t.Parallel()
	s := newTestSite(t, "[[mapping]]\npublic = '/a'\nbackend = 'FRONT'\n")
	backend := "backend = '" + s.backend(t, "new") + "'\n"
	c, err := readConfig(s.file)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	hangups := make(chan os.Signal)
	go s.watch(ctx, c, hangups)
	for i, step := range []struct {
		text, path string
		status     int
		err        string
	}{
		{"[[mapping]]\npublic = '/b'\n" + backend, "/b", 200, ""},
		{"[[mapping]]\npublic = '/c'\nhunter2 = 1\n" + backend, "/c", 404, `there is no setting "mapping.hunter2"`},
		{"[[mapping]]\npublic = '/c'\nbackend = 'http://u:hunter3@h/'\n", "/b", 200, "mapping 1: rule: bad URI of the backend"},
		{"listen = ':1'\n[[mapping]]\npublic = '/c'\n" + backend, "/b", 200, errFixed.Error()},
		{"[[mapping]]\npublic = '/c'\n" + backend, "/c", 200, ""},
	} {
		if err := os.WriteFile(s.file, []byte(step.text), 0o666); err != nil {
			t.Fatal(err)
		}
		hangups <- os.Interrupt // any signal
		msg := "configuration loaded"
		if step.err != "" {
			msg = "configuration not loaded, the old stays"
		}
		lines := s.lines(t, msg, []int{1, 1, 2, 3, 2}[i])
		if got := lines[len(lines)-1].Error; !strings.HasPrefix(got, step.err) || strings.Contains(got, "hunter3") {
			t.Errorf("%q: %q", step.text, got)
		}
		if response, _ := s.send(t, get(step.path)); response.StatusCode != step.status {
			t.Errorf("%q: %s: %d", step.text, step.path, response.StatusCode)
		}
	}
}

// TestDecisions: a front decides once about a request, and a second time only if a pattern matches. Each decision makes an
// allocation.
func TestDecisions(t *testing.T) {
	s := newTestSite(t, "[[mapping]]\npublic = '/'\nbackend = 'FRONT'\n[[mapping]]\nmatch = 'http://h/a/:id'\nbackend = 'ADMIN'\n")
	site := s.site.Load()
	for target, want := range map[string]float64{"/b/1": 1, "/a/1": 2} {
		r := httptest.NewRequest("GET", target, nil)
		r.Host = "h"
		d := site.routes[0].front.Decide(r)
		matching := testing.AllocsPerRun(100, func() { site.patterns.find(d.URI()) })
		x := new(exchange)
		if n := testing.AllocsPerRun(100, func() { site.find(x, r) }) - matching; n != want || x.decision.Status != 200 {
			t.Errorf("%s: %v allocations besides those of patterns, want %v; %v", target, n, want, x.decision)
		}
	}
}

// TestCommand checks configurations and arguments.
func TestCommand(t *testing.T) {
	t.Parallel()
	const mapping = "[[mapping]]\npublic = '/'\nbackend = 'http://127.0.0.1:1'\n"
	const match = "[[mapping]]\nmatch = 'http://h/:id'\nbackend = 'http://127.0.0.1:1'\n"
	for text, want := range map[string]string{
		mapping:                        "ok, 1 mappings and 0 certificates",
		match:                          "ok, 1 mappings and 0 certificates",
		"":                             "there is no [[mapping]]",
		"listen = ''\n" + mapping:      "listen is empty",
		"listen = 'x'\n" + mapping:     "listen: ",
		"redirect = ':80'\n" + mapping: "redirect needs [[tls]]",
		"[[tls]]\ncert = 'none'\nkey = 'none'\n" + mapping:         "tls 1: open none",
		"https = true\n[[tls]]\ncert = 'a'\nkey = 'b'\n" + mapping: "https says that another server ends TLS",
		"backend-ca = '/dev/null'\n" + mapping:                     "backend-ca: no certificate",
		"backend-ca = '/none'\n" + mapping:                         "backend-ca: no such file",
		"[limits]\nbody = 0\n" + mapping:                           "the value of body is not positive",
		"[limits]\ntarget = 100000\n" + mapping:                    "the limit for the target is greater",
		"[timeouts]\nidle = '5'\n" + mapping:                       "line 2: ",
		"[timeouts]\nidle = 5_\n":                                  "line 2: ",
		"trusted-proxies = ['10.0.0.0']\n" + mapping:               "line 1: ",
		mapping + "allow = ['dots']\n": `mapping 1: there is no hazard "dots" to allow, only these: encoded slash, ` +
			"encoded backslash, encoded CR, encoded LF, double slash, semicolon, encoded control, encoded semicolon\n",
		mapping + "allow = ['repeated key']\n":                       "mapping 1: there is no hazard", // of a query
		mapping + "allow = ['dot segment']\n":                        "mapping 1: rule: hazard that cannot be allowed",
		mapping + mapping:                                            "mapping 2: rule: the same as in another rule",
		mapping + match + mapping + mapping:                          "mapping 3: rule: the same as in another rule",
		mapping + "set = {X-A = 'b'}\n":                              "mapping 1: set needs match",
		"[[mapping]]\npublic = 'h/'\nbackend = 'http://h'":           `mapping 1: rule: bad public URI (public is like "//shop.example/api/"`,
		"[[mapping]]\npublic = '/'\nbackend = 'h:80'":                `mapping 1: rule: bad URI of the backend (public is like`,
		match + mapping + "allow = ['encoded slash']\n":              "allow and match do not go together",
		match + "public = '/'\n":                                     "mapping 1: match goes with none of",
		"[[mapping]]\nmatch = 'http://h/{'\nbackend = 'http://h'":    `mapping 1: urlpattern: pathname: expected "}" at byte 10`,
		"[[mapping]]\nmatch = 'http://h/'\nbackend = 'http://h/v2/'": "mapping 1: the backend of a match has no path",
		match + "set = {X-A = '{path.id}'}":                          `mapping 1: set "X-A": a group in a value is`,
		match + "set = {X-A = '{pathname.id'}":                       `mapping 1: set "X-A": a group in a value is`,
		match + "set = {X-A = '{pathname}'}":                         `mapping 1: set "X-A": a group in a value is`,
		match + "set = {X-A = \"a\\nb\"}":                            `mapping 1: set "X-A": the value has other characters`,
		match + "set = {Host = 'a'}":                                 `mapping 1: set "Host": the name begins with X-`,
		match + "set = {X_A = 'a'}":                                  `mapping 1: set "X_A": the name begins with X-`,
		match + "set = {X-Forwarded-For = 'a'}":                      `mapping 1: set "X-Forwarded-For": the name begins with X-`,
	} {
		var out bytes.Buffer
		status := command(t.Context(), []string{"-check", fileIn(t, "proxy.toml", text)}, &out)
		if !strings.Contains(out.String(), "proxy.toml: "+want) || (status == 0) != strings.HasPrefix(want, "ok") {
			t.Errorf("%q: exit status %d, %s", text, status, out.String())
		}
	}
	for _, test := range []struct {
		args   []string
		status int
		want   string
	}{
		{nil, 2, "name one configuration file"}, {[]string{"-h"}, 0, "usage: proxy"}, {[]string{"-x"}, 2, "not defined"},
		{[]string{"/none/x"}, 1, "/none/x: no such file"},
		{[]string{fileIn(t, "a", "listen = '192.0.2.1:0'\n"+mapping)}, 1, "192.0.2.1"}, // an address that no machine has
	} {
		var out bytes.Buffer
		if got := command(t.Context(), test.args, &out); got != test.status || !strings.Contains(out.String(), test.want) {
			t.Errorf("%q: exit status %d, %s", test.args, got, out.String())
		}
	}
}

// TestReadme checks the configuration that README shows.
func TestReadme(t *testing.T) {
	t.Parallel()
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	example := regexp.MustCompile("(?s)```toml\n(.*?)```").FindSubmatch(readme)
	if example == nil {
		t.Fatal("README has no example")
	}
	// A mapping cannot have both allow and match.
	c, err := readConfig(fileIn(t, "proxy.toml", strings.Replace(string(example[1]), "# allow =", "allow =", 1)))
	if err == nil || !strings.HasPrefix(err.Error(), "allow and match") {
		t.Error(err)
	}
	c, err = readConfig(fileIn(t, "proxy.toml", string(example[1])))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := newDaemon("", nil).newSite(c); err == nil || !strings.Contains(err.Error(), "backend-ca") {
		t.Error(err) // the file of the example does not exist
	}
	if c.BackendCA = ""; c.Timeouts != defaults().Timeouts || c.Limits != defaults().Limits {
		t.Errorf("README shows other defaults: %+v", c)
	}
	if _, err := newSiteOf(c); err != nil {
		t.Error(err)
	}
	if i := slices.IndexFunc(c.Mappings, func(m mappingRule) bool { return m.Match != "" }); i < 0 {
		t.Error("README shows no pattern")
	}
}
