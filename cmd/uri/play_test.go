package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/playground"
	"github.com/urispan/uri/internal/test/kit"
)

// A question is a request of the page.
type question struct {
	Ref     string `json:"ref"`
	Base    string `json:"base"`
	Dialect string `json:"dialect"`
}

// A baseError is the member base_error of an answer.
type baseError struct {
	Message string `json:"message"`
	Offset  int    `json:"offset"`
}

// A graph is the member walk of an answer.
type graph struct {
	Nodes []struct {
		Component string
		Accepting bool
		Rules     []string
	}
	Edges []struct {
		From, To, Count int
		Text            string
		Cut             bool
	}
	Last  int
	Steps []step

	LeftOut int `json:"left_out"`
}

// A step is a row of the table of a graph.
type step struct {
	Lo, Hi           int
	Rules, Component string
}

func (g *graph) last() step { return g.Steps[len(g.Steps)-1] }

// The limits of a question and an answer.
const (
	maxQuestion      = 1 << 20 // bytes of a question
	maxMatchQuestion = 64 << 10
	maxListed        = 200 // steps of a walk
	maxEdge          = 60  // bytes of an edge
)

// page returns the page of references that the server sends.
func page(t *testing.T) string {
	t.Helper()
	return pageAt(t, "/")
}

// pageAt returns the page at a path.
func pageAt(t *testing.T, path string) string {
	t.Helper()
	body, err := io.ReadAll(request(t, "GET", path, "", nil).Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// request sends a request to the playground as a browser on this machine does, after change has modified it.
func request(t *testing.T, method, path, body string, change func(*http.Request)) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, path, strings.NewReader(body))
	r.Host = "127.0.0.1:8080"
	r.Header.Set("Content-Type", "application/json")
	if change != nil {
		change(r)
	}
	w := httptest.NewRecorder()
	playground.NewHandler(verbs).ServeHTTP(w, r)
	return w.Result()
}

// An answer is the members that the page reads.
type answer struct {
	Split, Normalize, Check, Mapped, Resolve json.RawMessage

	BaseError *baseError `json:"base_error"`
	Message   string
	Expected  []string
	Hint      string
	Walk      *graph
	Params    [][2]string

	AsURI  json.RawMessage `json:"as_uri"`
	AsIRI  json.RawMessage `json:"as_iri"`
	AsWeb  json.RawMessage `json:"as_web"`
	Errors []struct {
		Code, Text string
		Lo, Hi     int
	} `json:"web_errors"`
	LeftOut int `json:"web_errors_left_out"`
}

// answerTo returns the answer to a question.
func answerTo(t *testing.T, q question) (a answer) {
	t.Helper()
	body, _ := json.Marshal(q)
	response := request(t, "POST", "/read", string(body), nil)
	if kind := response.Header.Get("Content-Type"); response.StatusCode != 200 || kind != "application/json" {
		t.Fatalf("%+v: status %d, %s", q, response.StatusCode, kind)
	}
	if err := json.NewDecoder(response.Body).Decode(&a); err != nil {
		t.Fatal(err)
	}
	return a
}

func TestPlayRefuses(t *testing.T) {
	for _, test := range kit.Cases[struct {
		method, path, body, header string
		want                       int
	}]("play.txt", "TestPlayRefuses", map[string]any{
		"match-fits":     `{"pattern":"` + strings.Repeat("a", maxMatchQuestion-14) + `"}`,
		"match-too-long": `{"pattern":"` + strings.Repeat("a", maxMatchQuestion-13) + `"}`,
		"read-fits":      `{"ref":"` + strings.Repeat("a", maxQuestion-10) + `"}`,
		"read-too-long":  `{"ref":"` + strings.Repeat("a", maxQuestion-9) + `"}`,
	}) {
		response := request(t, test.method, test.path, test.body, func(r *http.Request) {
			if host, ok := strings.CutPrefix(test.header, "Host: "); ok {
				r.Host = host
			} else if name, value, ok := strings.Cut(test.header, ": "); ok {
				r.Header.Set(name, value)
			}
		})
		if response.StatusCode != test.want {
			t.Errorf("%+.150v: status %d", test, response.StatusCode)
		}
		if allow := response.Header.Get("Allow"); test.want == 405 && allow == "" {
			t.Errorf("%s %s: there is no Allow", test.method, test.path)
		}
	}
}

// TestPlayHeaders: all answers have the headers, even those with an error.
func TestPlayHeaders(t *testing.T) {
	pagePolicy := request(t, "GET", "/", "", nil).Header.Get("Content-Security-Policy")
	want := map[string]string{
		"X-Content-Type-Options":       "nosniff",
		"Referrer-Policy":              "no-referrer",
		"Cross-Origin-Opener-Policy":   "same-origin",
		"Cross-Origin-Resource-Policy": "same-origin",
		"Cache-Control":                "no-store",
		"Content-Security-Policy":      pagePolicy,
		"Access-Control-Allow-Origin":  "",
	}
	for _, r := range []*http.Response{
		request(t, "GET", "/", "", nil),
		request(t, "GET", "/patterns", "", nil),
		request(t, "POST", "/match", `{}`, nil),
		request(t, "GET", "/nowhere", "", nil),
		request(t, "POST", "/read", `{"ref":"a"}`, nil),
		request(t, "POST", "/read", `{`, nil),
		request(t, "GET", "/", "", func(r *http.Request) { r.Host = "example.com" }),
	} {
		for name, value := range want {
			if got := r.Header.Get(name); got != value {
				t.Errorf("status %d: %s is %q", r.StatusCode, name, got)
			}
		}
	}
	for _, part := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'",
		"form-action 'none'", "connect-src 'self'", "script-src 'sha256-", "style-src 'sha256-",
		"require-trusted-types-for 'script'"} {
		if !strings.Contains(pagePolicy, part) {
			t.Errorf("the policy has no %s", part)
		}
	}
	for _, part := range []string{"unsafe", "http", "*"} {
		if strings.Contains(pagePolicy, part) {
			t.Errorf("the policy has %s", part)
		}
	}
}

// TestPlayPage: the pages load no other resource, and cannot turn text into markup.
func TestPlayPage(t *testing.T) {
	for path, name := range map[string]string{"/": "index.html", "/patterns": "patterns.html"} {
		text := pageAt(t, path)
		file, err := os.ReadFile("internal/playground/" + name)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range regexp.MustCompile("<style>\n|<script>\n").Split(string(file), -1) {
			if !strings.Contains(text, part) {
				t.Errorf("the page at %s is not %s", path, name)
			}
		}
		for _, element := range []string{"script", "style"} {
			if n := strings.Count(text, "<"+element); n != 1 {
				t.Errorf("%s: %d elements %s: the policy lets one through", path, n, element)
			}
		}
		for _, bad := range []string{"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "Function(",
			"<link rel=\"stylesheet\"", " src=", "@import", " style=\"", " onclick"} {
			if strings.Contains(text, bad) {
				t.Errorf("the page at %s has %s", path, bad)
			}
		}
		// Addresses are examples, which are never fetched, and the name of the SVG namespace.
		allowed := regexp.MustCompile(`^https?://(www\.w3\.org|(.*\.)?(example|EXAMPLE)(\.com)?(:8080)?(\\n.*)?|www\.bank\.example@.*|a)$`)
		for _, address := range regexp.MustCompile(`https?://[^/"']*`).FindAllString(text, -1) {
			if !allowed.MatchString(address) {
				t.Errorf("the page at %s has the address %s", path, address)
			}
		}
		if !strings.Contains(text, `<p id="loading" class="faint" role="status">Loading`) {
			t.Errorf("the page at %s does not show that it is loading", path)
		}
		_, script, _ := strings.Cut(text, "<script>")
		if n := strings.Count(script, "\n"); n > 460 {
			t.Errorf("the script at %s has %d lines", path, n)
		}
	}
}

// luminance returns the relative luminance of a colour such as #1e2126 (WCAG 2.2).
func luminance(colour string) float64 {
	rgb, _ := strconv.ParseUint(colour[1:], 16, 32)
	linear := func(shift int) float64 {
		c := float64(rgb>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*linear(16) + 0.7152*linear(8) + 0.0722*linear(0)
}

// TestPlayContrast: text has a contrast of at least 4.5:1 (WCAG 2.2, 1.4.3), and the focus and the border of the field
// have 3:1 (1.4.11), in light and in dark colours.
func TestPlayContrast(t *testing.T) {
	blocks := regexp.MustCompile(`:root \{([^}]*)\}`).FindAllStringSubmatch(page(t), -1)
	if len(blocks) != 2 {
		t.Fatalf("%d sets of colours", len(blocks))
	}
	for i, block := range blocks {
		colours := map[string]string{}
		for _, m := range regexp.MustCompile(`--([a-z]+): (#[0-9a-f]{6});`).FindAllStringSubmatch(block[1], -1) {
			colours[m[1]] = m[2]
		}
		check := func(ink, ground string, want float64) {
			a, b := luminance(colours[ink]), luminance(colours[ground])
			if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < want {
				t.Errorf("set %d: contrast of %s on %s is %.2f, want %v", i, ink, ground, got, want)
			}
		}
		for _, ground := range []string{"ground", "card", "field"} {
			for _, ink := range strings.Fields("ink faint good bad scheme authority path query fragment") {
				check(ink, ground, 4.5)
			}
			check("focus", ground, 3)
		}
		check("bad", "badground", 4.5)
	}
}

func TestPlayAnswer(t *testing.T) {
	a := answerTo(t, question{Ref: "HTTP://joe@0x7f.1/a/../b", Base: "http://h/"})
	for _, verb := range []struct {
		args []string
		got  json.RawMessage
	}{
		{[]string{"split", "-json"}, a.Split},
		{[]string{"normalize", "-json"}, a.Normalize},
		{[]string{"resolve", "-json", "-base", "http://h/"}, a.Resolve},
		{[]string{"check", "-json", "-audit"}, a.Check},
		{[]string{"to-iri", "-json", "-idna"}, a.Mapped},
	} {
		_, want, _ := runWith("", append(verb.args, "HTTP://joe@0x7f.1/a/../b")...)
		if diff := cmp.Diff(strings.TrimSpace(want), string(verb.got)); diff != "" {
			t.Errorf("%s: %s", verb.args, diff)
		}
	}
	if a.BaseError != nil || a.Message != "" || a.Hint != "" || a.Expected != nil {
		t.Errorf("%+v", a)
	}
	if !strings.Contains(string(a.Check), `"hazard":"loopback"`) {
		t.Errorf("the audit is %s", a.Check)
	}
}

// TestPlayReadings compares the three readings with split, for the target if there is a base.
func TestPlayReadings(t *testing.T) {
	for _, test := range []struct{ ref, base, uri, iri, web string }{
		{"http://h/a|b", "", "http://h/a|b", "http://h/a|b", "http://h/a|b"},
		{"HTTP://\u00e9/", "", "HTTP://\u00e9/", "HTTP://\u00e9/", "HTTP://\u00e9/"},
		{"../b", "http://0x1/a/", "http://0x1/b", "http://0x1/b", "http://0.0.0.1/b"},
		{"/x", "", "/x", "/x", "/x"},
	} {
		a := answerTo(t, question{Ref: test.ref, Base: test.base})
		for _, reading := range []struct {
			got       json.RawMessage
			flag, ref string
		}{{a.AsURI, "-iri=false", test.uri}, {a.AsIRI, "-iri", test.iri}, {a.AsWeb, "-web", test.web}} {
			_, want, _ := runWith("", "split", reading.flag, "-json", reading.ref)
			if diff := cmp.Diff(strings.TrimSpace(want), string(reading.got)); diff != "" {
				t.Errorf("%+v, %s: %s", test, reading.flag, diff)
			}
		}
	}
	a := answerTo(t, question{Ref: "b c", Base: "http:"})
	if want := `{"base":{"message":"host-missing at byte 5","offset":5},"ok":false}`; string(a.AsWeb) != want {
		t.Errorf("with a bad base: %s", a.AsWeb)
	}
	a = answerTo(t, question{Ref: "http://h/" + strings.Repeat("|", 25)})
	if len(a.Errors) != 20 || a.LeftOut != 5 || a.Errors[1].Lo != 10 || a.Errors[1].Code != "invalid-URL-unit" || a.Errors[1].Text == "" {
		t.Errorf("%d errors, %d left out", len(a.Errors), a.LeftOut)
	}
}

// TestPlayMatch: the page of patterns shows the components of a pattern, or its fault, and for each URL the components
// that match, and the groups.
func TestPlayMatch(t *testing.T) {
	for _, test := range kit.Cases[struct{ name, question, want string }]("play.txt", "TestPlayMatch", map[string]any{
		"many": `{"pattern":"https://h/","urls":"` + strings.Repeat(`x\n`, 103) + `"}`,
	}) {
		body, _ := io.ReadAll(request(t, "POST", "/match", test.question, nil).Body)
		if !strings.Contains(string(body), test.want) {
			t.Errorf("%s:\n%s\ndoes not contain\n%s", test.name, body, test.want)
		}
	}
}

func TestPlayInvalid(t *testing.T) {
	a := answerTo(t, question{Ref: "http://example.com/a b", Base: "x"})
	_, want, _ := runWith("", "split", "-json", "http://example.com/a b")
	if diff := cmp.Diff(strings.TrimSpace(want), string(a.Split)); diff != "" {
		t.Error(diff)
	}
	for _, result := range []json.RawMessage{a.Normalize, a.Resolve, a.Check, a.Mapped} {
		if string(result) != "null" {
			t.Errorf("an invalid reference has the result %s", result)
		}
	}
	if !strings.Contains(a.Message, "path at byte 20") || !strings.Contains(a.Hint, "%20") ||
		!slices.Contains(a.Expected, "unreserved") || !slices.Contains(a.Expected, "end") {
		t.Errorf("%q, %q, %q", a.Message, a.Hint, a.Expected)
	}
	if last := a.Walk.last(); last.Hi != 20 || last.Component != "path" || last.Rules != "segment (3.3)" {
		t.Errorf("the last step is %+v", last)
	}
	if b := answerTo(t, question{Ref: "http://h/?a=1|%7C+"}); !cmp.Equal(b.Params, [][2]string{{"a", "1|| "}}) {
		t.Errorf("the parameters of a URL for browsers: %q", b.Params)
	}
	if b := answerTo(t, question{Ref: "a b", Base: "http://h/"}); string(b.Resolve) != "null" || b.BaseError != nil {
		t.Errorf("against a base: %s, %+v", b.Resolve, b.BaseError)
	}
	if want := (&baseError{"no scheme at byte 1: expected a base URI, such as https://example.com/", 1}); !cmp.Equal(a.BaseError, want) {
		t.Errorf("the base: %+v", a.BaseError)
	}
}

// TestPlayHints: hints on the page name no flag and no command, because the page does not have them.
func TestPlayHints(t *testing.T) {
	namesFlag := regexp.MustCompile(`[ (]-[a-z]|uri [a-z]`)
	for _, ref := range []string{"http://\u00e9/", "/\u00e9", "http://u:\u00e9@h/", "https:\\\\a", "a\r", "http://h/\"",
		"/%", "1:a", "//h:x", "//[::1", "\ufeffa", "//::1/", "a@b@c:"} {
		for _, d := range []string{"", "iri"} {
			a := answerTo(t, question{Ref: ref, Dialect: d})
			for _, text := range []string{a.Message, a.Hint} {
				if namesFlag.MatchString(text) {
					t.Errorf("%q: %s", ref, text)
				}
			}
		}
		_, terminal, _ := runWith("", "explain", ref)
		if a := answerTo(t, question{Ref: ref}); !strings.Contains(terminal, a.Hint) {
			t.Errorf("%q: hint %q, but in the command %q", ref, a.Hint, terminal)
		}
	}
}

func TestPlayIRI(t *testing.T) {
	const ref = "http://r\u00e9sum\u00e9.example/\u00e9"
	if a := answerTo(t, question{Ref: ref}); a.Message == "" || a.Walk.last().Hi != 8 {
		t.Errorf("as a URI: %q after %+v", a.Message, a.Walk.last())
	}
	a := answerTo(t, question{Ref: ref, Dialect: "iri", Base: "http://\u00e9/"})
	_, want, _ := runWith("", "split", "-iri", "-json", ref)
	if diff := cmp.Diff(strings.TrimSpace(want), string(a.Split)); diff != "" {
		t.Error(diff)
	}
	if want := `"output":"http://xn--rsum-bpad.example/%C3%A9"`; !strings.Contains(string(a.Mapped), want) {
		t.Errorf("it is mapped to %s", a.Mapped)
	}
	// The walk goes through the IRI.
	a = answerTo(t, question{Ref: "http://h/\u00e9 b\u00e9", Dialect: "iri"})
	if last := a.Walk.last(); last.Hi != 11 || last.Rules != "isegment (3.3)" || !strings.Contains(a.Message, "byte 11") {
		t.Errorf("%q after %+v", a.Message, last)
	}
}

// TestPlayGraph: the edges of the walk spell the input, and the graph has one node for each state.
func TestPlayGraph(t *testing.T) {
	g := answerTo(t, question{Ref: "a/b%20c/%21?x"}).Walk
	nodes := map[string]int{}
	for i, n := range g.Nodes {
		nodes[strings.Join(n.Rules, "; ")] = i
	}
	path, ok := nodes["path-noscheme (3.3); segment (3.3); pct-encoded (2.1)"]
	if !ok {
		t.Fatalf("no node is that of a path: %v", nodes)
	}
	if n := g.Nodes[path]; n.Component != "path" || !n.Accepting {
		t.Errorf("%+v", n)
	}
	want := map[string]int{"bc/": 3, "%": 2, "01": 2, "?": 1}
	for _, e := range g.Edges {
		if e.From == path || e.To == path {
			if e.Text != "/" && want[e.Text] != e.Count {
				t.Errorf("%+v", e)
			}
			delete(want, e.Text)
		}
	}
	if len(want) > 0 {
		t.Errorf("no edge is that of %v", want)
	}
}

// spelled reports whether a walk can follow each edge of the graph as often as its count says.
func spelled(g *graph) bool {
	degree := make([]int, len(g.Nodes))
	for _, e := range g.Edges {
		degree[e.From] += e.Count
		degree[e.To] -= e.Count
	}
	degree[0]--
	degree[g.Last]++
	return !slices.ContainsFunc(degree, func(n int) bool { return n != 0 })
}

// TestPlayLongQuestion: the answer to a long question is correct and has a bounded length.
func TestPlayLongQuestion(t *testing.T) {
	const size = 60_000
	for _, ref := range []string{
		strings.Repeat("a", size), strings.Repeat("a/", size/2), strings.Repeat("%2F", size/3),
		"//" + strings.Repeat("a.", size/2),
		"?" + strings.Repeat("a=%2e%2e&", size/9), "//" + strings.Repeat("xn--a.", size/6),
		"//" + strings.Repeat("xn--pypal-4ve.", size/14), "/" + strings.Repeat("//../", size/5),
	} {
		for _, ref := range []string{ref, ref + " "} {
			a := answerTo(t, question{Ref: ref})
			valid := strings.Contains(string(a.Split), `","ok":true,`)
			if valid != !strings.HasSuffix(ref, " ") {
				t.Errorf("%.20s...: valid is %v", ref, valid)
			}
			if (a.Walk.last().Hi < len(strings.TrimSuffix(ref, " "))) != (a.Walk.LeftOut > 0) || !spelled(a.Walk) {
				t.Errorf("%.20s...: the walk is not that of it", ref)
			}
			if len(a.Walk.Steps) > maxListed || len(a.Walk.Nodes) > 256 || len(a.Walk.Edges) > 1000 {
				t.Errorf("%.20s...: the answer is too long", ref)
			}
			for _, e := range a.Walk.Edges {
				if len(e.Text) > maxEdge+2 || e.Cut != (e.From == e.To && e.Count > maxEdge) && !e.Cut {
					t.Errorf("%.20s...: %+v", ref, e)
				}
			}
		}
	}
}

func TestPlayUsage(t *testing.T) {
	tests := kit.Cases[struct {
		want string // in the message
		args []string
	}]("play.txt", "TestPlayUsage")
	for _, test := range tests {
		status, stdout, stderr := runWith("", append([]string{"play"}, test.args...)...)
		if status != engine.ExitTrouble || stdout != "" || !isMessage(stderr) || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: status %d, %q, %q; want %s", test.args, status, stdout, stderr, test.want)
		}
	}
}

// startPlay runs the command and returns the address of the page. At the end of the test it interrupts the command,
// which must exit with status 0 and without any other output.
func startPlay(t *testing.T) string {
	t.Helper()
	cmd := startable("play")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewReader(stdout)
	line, err := out.ReadString('\n')
	t.Cleanup(func() {
		if interrupt(cmd) != nil {
			return
		}
		rest, _ := io.ReadAll(out)
		if err := cmd.Wait(); err != nil || len(rest) > 0 || stderr.Len() > 0 {
			t.Errorf("play ended with %v, %q, %q", err, rest, stderr.String())
		}
	})
	m := regexp.MustCompile(`^uri: (http://127\.0\.0\.1:[0-9]+/) \(Ctrl-C ends it\)\n$`).FindStringSubmatch(line)
	if m == nil {
		t.Fatalf("play says %q, %v", line, err)
	}
	return m[1]
}

func TestPlayCommand(t *testing.T) {
	address := startPlay(t)
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if body, err := io.ReadAll(response.Body); err != nil || string(body) != page(t) {
		t.Error("the page that is served is not index.html", err)
	}
}

// sendHalf sends the beginning of a question, and returns the connection when the server waits for the rest.
func sendHalf(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", strings.Trim(strings.TrimPrefix(address, "http://"), "/"))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(conn, "POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"+
		"Content-Length: 99\r\nExpect: 100-continue\r\n\r\n{")
	// A server that reads the rest sends "100 Continue".
	if line, err := bufio.NewReader(conn).ReadString('\n'); !strings.HasPrefix(line, "HTTP/1.1 100 ") {
		t.Fatalf("%q, %v", line, err)
	}
	return conn
}

// TestPlayInterrupted: an incomplete question does not keep the command from ending.
func TestPlayInterrupted(t *testing.T) {
	t.Parallel()
	var asking net.Conn
	t.Cleanup(func() { // after the command has ended
		if asking != nil {
			asking.Close()
		}
	})
	asking = sendHalf(t, startPlay(t))
}

// TestPlayInBackground: if the command is started with SIGINT ignored, it ignores SIGINT, and SIGTERM ends it.
func TestPlayInBackground(t *testing.T) {
	if !signal.Ignored(os.Interrupt) {
		signal.Ignore(os.Interrupt)
		t.Cleanup(func() { signal.Reset(os.Interrupt) })
	}
	want := append([]os.Signal{syscall.SIGTERM}, slices.DeleteFunc(slices.Clone(hangups), signal.Ignored)...)
	if got := endings(); !slices.Equal(got, want) {
		t.Errorf("%v end it", got)
	}
	startPlay(t)
}

// TestPlayLeavesNoGoroutine: after the server has ended, no goroutine is left, even if a browser still waits for an
// answer.
func TestPlayLeavesNoGoroutine(t *testing.T) {
	before := runtime.NumGoroutine()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	says, stdout := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- playground.Serve(ctx, "127.0.0.1:0", stdout, verbs) }()
	line, err := bufio.NewReader(says).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	address := strings.Fields(line)[1]
	asking := sendHalf(t, address)
	defer asking.Close()
	idle, err := net.Dial("tcp", asking.RemoteAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("tcp", asking.RemoteAddr().String()); err == nil {
		conn.Close()
		t.Error("the address still accepts connections")
	}
	for _, conn := range []net.Conn{asking, idle} {
		conn.SetDeadline(time.Now().Add(5 * time.Second)) // less than the ten seconds of the server
		if _, err := io.Copy(io.Discard, conn); errors.Is(err, os.ErrDeadlineExceeded) {
			t.Error("a connection is still open")
		}
	}
	waitForAtMost(t, before)
}

// waitForAtMost waits until there are at most the given number of goroutines.
func waitForAtMost(t *testing.T, goroutines int) {
	t.Helper()
	for range 3000 {
		if runtime.NumGoroutine() <= goroutines {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	stacks = stacks[:runtime.Stack(stacks, true)]
	t.Errorf("%d goroutines, want %d:\n%s", runtime.NumGoroutine(), goroutines, stacks)
}

// A browser is a headless Chromium, controlled by its DevTools protocol over a pair of pipes.
type browser struct {
	t       *testing.T
	in      io.Writer
	out     *bufio.Reader
	session string
	id      *int
	loaded  *string   // the identifier of the document that was loaded last
	trouble *[]string // logged errors, and exceptions
}

func startBrowser(t *testing.T) *browser {
	t.Helper()
	path := kit.Chromium(t)
	profile, err := os.MkdirTemp("", "uri-play")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute)
	toIn, in := pipe(t)
	out, fromOut := pipe(t)
	// Root and containers lack the rights for the sandbox. The browser only shows our own page.
	cmd := exec.CommandContext(ctx, path, "--headless", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
		"--disable-background-networking", "--disable-component-update", "--no-sandbox", "--disable-dev-shm-usage",
		"--user-data-dir="+profile, "about:blank")
	kit.EndWithParent(cmd)
	cmd.Env = append(os.Environ(), "TMPDIR="+profile) // it leaves a folder there
	cmd.ExtraFiles = []*os.File{toIn, fromOut}
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		t.Skip(err)
	}
	toIn.Close()
	fromOut.Close()
	b := &browser{t: t, in: in, out: bufio.NewReaderSize(out, 1<<20), id: new(int), loaded: new(string), trouble: new([]string)}
	t.Cleanup(func() {
		b.session = ""
		b.send("Browser.close", nil)
		cmd.Wait()
		cancel()
		kit.RemoveAll(profile)
	})
	b.send("Browser.getVersion", nil)
	if _, err := b.out.Peek(1); err != nil {
		t.Skip("Chromium does not start: ", err)
	}
	var target struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Log"} {
		b.call(domain+".enable", nil, nil)
	}
	b.call("Page.setLifecycleEventsEnabled", map[string]any{"enabled": true}, nil)
	return b
}

// of returns the same browser for a subtest.
func (b *browser) of(t *testing.T) *browser {
	sub := *b
	sub.t = t
	return &sub
}

func pipe(t *testing.T) (r, w *os.File) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close(); w.Close() })
	return r, w
}

func (b *browser) send(method string, params any) {
	*b.id++
	message := map[string]any{"id": *b.id, "method": method, "params": params}
	if b.session != "" {
		message["sessionId"] = b.session
	}
	text, _ := json.Marshal(message)
	b.in.Write(append(text, 0))
}

// A message is an event, or the result of a call.
type message struct {
	ID     int
	Method string
	Params struct {
		Entry          struct{ Level, Text string }
		LoaderID, Name string
	}
	Result, Error json.RawMessage
}

// receive returns the next message. It notes trouble and loaded documents.
func (b *browser) receive() (m message) {
	b.t.Helper()
	text, err := b.out.ReadBytes(0)
	if err != nil {
		b.t.Fatalf("the browser is gone: %v", err)
	}
	if err := json.Unmarshal(text[:len(text)-1], &m); err != nil {
		b.t.Fatal(err)
	}
	switch {
	case m.Method == "Runtime.exceptionThrown", m.Params.Entry.Level == "error":
		*b.trouble = append(*b.trouble, string(text))
	case m.Method == "Page.lifecycleEvent" && m.Params.Name == "load":
		*b.loaded = m.Params.LoaderID
	}
	return m
}

// call calls a method and waits for its result.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	if params == nil {
		params = struct{}{}
	}
	b.send(method, params)
	for {
		m := b.receive()
		switch {
		case m.ID != *b.id:
		case m.Error != nil:
			b.t.Fatalf("%s: %s", method, m.Error)
		default:
			if result != nil && json.Unmarshal(m.Result, result) != nil {
				b.t.Fatalf("%s: %s", method, m.Result)
			}
			return
		}
	}
}

// navigate loads a document. An expression that is sent earlier can end with the old document, without a value.
func (b *browser) navigate(url string) {
	b.t.Helper()
	var started struct{ LoaderID, ErrorText string }
	b.call("Page.navigate", map[string]any{"url": url}, &started)
	if started.ErrorText != "" {
		b.t.Fatalf("%s: %s", url, started.ErrorText)
	}
	for *b.loaded != started.LoaderID {
		b.receive()
	}
}

// clickLink clicks an element that loads another document, and waits for that.
func (b *browser) clickLink(selector string) {
	b.t.Helper()
	before := *b.loaded
	b.eval("document.querySelector(" + strconv.Quote(selector) + ").click()")
	for *b.loaded == before {
		b.receive()
	}
}

// eval returns the value of a JavaScript expression, as a string.
func (b *browser) eval(expression string) string {
	b.t.Helper()
	var result struct {
		Result           struct{ Value any }
		ExceptionDetails json.RawMessage
	}
	b.call("Runtime.evaluate", map[string]any{"expression": expression, "awaitPromise": true}, &result)
	if result.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", expression, result.ExceptionDetails)
	}
	return fmt.Sprint(result.Result.Value)
}

// waitForAnswer waits until the page shows the answer about the reference in the field.
func (b *browser) waitForAnswer(ref string) {
	b.t.Helper()
	text, _ := json.Marshal(ref)
	for range 3000 {
		if b.eval("document.readyState === 'complete' && typeof latest === 'object' && latest !== null && "+
			"latest[0].ref === "+string(text)+" && document.getElementById('ref').value === "+string(text)) == "true" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Fatalf("%.60q is not shown; the page says %.2000s", ref, b.eval("document.body.innerText"))
}

// text returns the text that an element shows, with single spaces.
func (b *browser) text(selector string) string {
	b.t.Helper()
	quoted, _ := json.Marshal(selector)
	return strings.Join(strings.Fields(b.eval("[...document.querySelectorAll("+string(quoted)+
		")].filter(e => e.checkVisibility()).map(e => e.innerText ?? e.textContent).join(' ')")), " ")
}

// key presses and releases a key.
func (b *browser) key(key string) {
	for _, kind := range []string{"keyDown", "keyUp"} {
		params := map[string]any{"type": kind, "key": key, "code": key}
		if key == "Tab" {
			params["windowsVirtualKeyCode"] = 9
		}
		b.call("Input.dispatchKeyEvent", params, nil)
	}
}

// A tab is a browser tab that shows the page.
type tab struct {
	*browser
	address string
}

// open loads the page with an address that ends in hash, after which ref is in the field.
func (b tab) open(hash, ref string) {
	b.t.Helper()
	b.navigate("about:blank") // otherwise only the fragment would change
	b.navigate(b.address + hash)
	b.waitForAnswer(ref)
}

// follow changes the fragment to hash, without loading the page again, and waits for the answer about ref.
func (b tab) follow(hash, ref string) {
	b.t.Helper()
	quoted, _ := json.Marshal(hash)
	b.eval("location.hash = " + string(quoted) + ", 0")
	b.waitForAnswer(ref)
}

func (b tab) resize(width int) {
	b.call("Emulation.setDeviceMetricsOverride",
		map[string]any{"width": width, "height": 740, "deviceScaleFactor": 1, "mobile": true}, nil)
}

func (b tab) expect(selector, want string) {
	b.t.Helper()
	if got := b.text(selector); got != want {
		b.t.Errorf("%s shows %q, want %q", selector, got, want)
	}
}

// contain waits until an element contains the wanted text.
func (b tab) contain(selector, want string) {
	b.t.Helper()
	for range 3000 {
		if strings.Contains(b.text(selector), want) {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Errorf("%s shows %q, which does not contain %q", selector, b.text(selector), want)
}

func (b tab) evaluates(expression, want string) {
	b.t.Helper()
	if got := b.eval(expression); got != want {
		b.t.Errorf("%s is %q, want %q", expression, got, want)
	}
}

// TestPlayInBrowser runs the page in Chromium, with a keyboard and on screens of several widths.
func TestPlayInBrowser(t *testing.T) {
	if kit.Rounds(0, 0, 1) == 0 {
		t.Skip("a browser takes seconds to start; set URI_LONG")
	}
	t.Parallel()
	b := tab{startBrowser(t), startPlay(t)}
	for _, part := range []struct {
		name string
		test func(tab)
	}{
		{"valid", showsValid}, {"invalid", showsInvalid}, {"IRI", showsIRIs}, {"hostile", showsMarkupAsText},
		{"typing", followsTyping}, {"keyboard", isReachedByKeyboard}, {"examples", hasExamples},
		{"narrow", isNarrow}, {"browser", showsBrowsers}, {"long", endures}, {"order", keepsOrder}, {"graph", drawsApart}, {"patterns", showsPatterns},
		{"parameters", showsParams}, {"without JavaScript", needsJavaScript}, {"axe", hasNoBarriers},
	} {
		t.Run(part.name, func(t *testing.T) { part.test(tab{b.of(t), b.address}) })
	}
	for _, trouble := range *b.trouble {
		if !strings.Contains(trouble, "413") { // an expected error
			t.Errorf("the browser complains: %s", trouble)
		}
	}
}

// showsParams checks the table of decoded parameters.
func showsParams(b tab) {
	b.open("#ref=http%3A%2F%2Fh%2F%3Fq%3Da%2520b%2Bc%26%25ff%3D%26%253Cb%253E", "http://h/?q=a%20b+c&%ff=&%3Cb%3E")
	b.expect("#decoded td", "q a b c \ufffd (empty) <b> (empty)")
	b.evaluates("document.querySelector('#decoded [data-code]').dataset.code", "%FF")
	b.follow("#ref=a?"+strings.Repeat("b%26", 101), "a?"+strings.Repeat("b&", 101))
	b.evaluates("document.querySelectorAll('#decoded tr').length", "100")
	b.expect("#moreparams", "and 1 more")
	b.follow("#ref=a?", "a?")
	b.expect("#params", "")
}

// needsJavaScript checks what the pages show without JavaScript.
func needsJavaScript(b tab) {
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": true}, nil)
	for path, command := range map[string]string{"": "uri split", "patterns": "uri match"} {
		b.navigate(b.address + path)
		b.contain("noscript", command)
		b.expect("#loading, #columns, textarea, input", "")
	}
	b.call("Emulation.setScriptExecutionDisabled", map[string]any{"value": false}, nil)
}

// hasNoBarriers runs axe-core (npm: axe-core) on every view, in light and in dark colours, on wide and on narrow screens.
func hasNoBarriers(b tab) {
	script, err := os.ReadFile(os.Getenv("URI_AXE"))
	if err != nil {
		b.t.Skip("URI_AXE names no axe.min.js of axe-core")
	}
	long := strings.Repeat("b%3Dc%26", 200)
	for _, scheme := range []string{"light", "dark"} {
		b.call("Emulation.setEmulatedMedia", map[string]any{
			"features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
		for _, width := range []int{1280, 375} {
			b.resize(width)
			for name, path := range map[string]string{
				"valid":   "#ref=http%3A%2F%2Fjoe@Example.com%3A80%2Fa%2520b%2F..%2Fc%3Fq%3Da%2520b%26%25ff%23n&base=x%3Ay",
				"invalid": "#ref=http://example.com/a%20b&base=x", "empty": "#ref=", "long": "#ref=http://h/%3F" + long + "&base=http://h",
				"IRI": "#ref=http%3A%2F%2F%D1%80%D0%B0ypal.example%2F%E2%80%AE&iri", "web": "#ref=https%3A%5C%5Ch%5Ca%7Cb",
				"patterns": "patterns", "pattern": "patterns#pattern=%7Bbooks&base=x&urls=%0Ah",
			} {
				b.navigate("about:blank")
				b.navigate(b.address + path)
				for range 3000 {
					if b.eval("latest !== null") == "true" {
						break
					}
					time.Sleep(20 * time.Millisecond)
				}
				b.eval("for (const e of document.querySelectorAll('details')) e.open = true")
				b.eval(string(script) + "; 0")
				if barriers := b.eval("axe.run().then(r => r.violations.flatMap(v => v.nodes.map(n => v.id + ' ' + n.target)).join('; '))"); barriers != "" {
					b.t.Errorf("%s, %s, %d pixels: %s", name, scheme, width, barriers)
				}
				b.screenshot(name + scheme + strconv.Itoa(width))
			}
		}
	}
	b.call("Emulation.setEmulatedMedia", map[string]any{"features": []map[string]string{}}, nil)
	b.call("Emulation.clearDeviceMetricsOverride", nil, nil)
}

// TestPlayExport opens the exported pages as files.
func TestPlayExport(t *testing.T) {
	if kit.Rounds(0, 0, 1) == 0 {
		t.Skip("compiles the command to WebAssembly; set URI_LONG")
	}
	t.Parallel()
	b := startBrowser(t)
	dir := filepath.Join(t.TempDir(), "site")
	var says, progress strings.Builder
	if err := playground.Export(t.Context(), dir, &says, &progress); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(says.String(), "file://"+dir+"/index.html ") || !strings.Contains(progress.String(), "compiling") {
		t.Errorf("it says %q, and %q on the way", says.String(), progress.String())
	}
	if err := playground.Export(t.Context(), dir, io.Discard, io.Discard); err == nil {
		t.Error("a second export replaces files")
	}
	page := tab{b, "file://" + dir + "/index.html"}
	showsValid(page)
	showsInvalid(page)
	showsIRIs(page)
	showsPatterns(page)
	for _, trouble := range *b.trouble {
		t.Errorf("the browser complains: %s", trouble)
	}
	typing := []byte("document.getElementById('ref').value = 'typed while it loads'")
	if err := os.WriteFile(filepath.Join(dir, "uri.js"), typing, 0o666); err != nil {
		t.Fatal(err)
	}
	page.navigate("about:blank")
	page.navigate(page.address)
	page.contain("#trouble", "The program of the page does not start")
	page.expect("#loading, #columns", "")
	page.evaluates("document.getElementById('ref').value", "typed while it loads")
}

// A canceler cancels a context at the first write.
type canceler context.CancelFunc

func (c canceler) Write(p []byte) (int, error) { c(); return len(p), nil }

// TestPlayExportFails: Export checks the folder, the clone and Go before it compiles the command. It returns an error if it
// is interrupted while it does.
func TestPlayExportFails(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	fails := func(folder, want string) {
		t.Helper()
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		err := playground.Export(ctx, folder, io.Discard, canceler(cancel))
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), dir) {
			t.Errorf("export to %s: %v, want %s", folder, err, want)
		}
	}
	fails(file, syscall.ENOTDIR.Error())
	fails(dir, "not empty")
	fails(filepath.Join(dir, "new"), context.Canceled.Error())
	fails(filepath.Join(dir, "new"), context.Canceled.Error()) // it is empty
	t.Chdir(dir)
	fails(filepath.Join(dir, "other"), "a clone of the repository as the current directory: go list: ")
	t.Setenv("PATH", "")
	fails(filepath.Join(dir, "other"), "needs Go")
}

func showsValid(b tab) {
	b.open("#ref=http%3A%2F%2Fjoe%40Example.com%3A80%2Fa%2520b%2F..%2Fc%3Fq%23n&base=x%3Ay",
		"http://joe@Example.com:80/a%20b/../c?q#n")
	b.expect("#paint", "http://joe@Example.com:80/a%20b/../c?q#n\u200b")
	for class, want := range map[string]string{"scheme": "http", "authority": "joe@Example.com:80",
		"path": "/a%20b/../c", "query": "q", "fragment": "n", "delimiter": ":// ? #"} {
		b.expect("#paint ."+class, want)
	}
	b.expect("#picture dt button", "scheme authority userinfo host port path query fragment")
	b.expect("#picture .range", "0\u20134 7\u201325 7\u201310 11\u201322 23\u201325 25\u201336 37\u201338 39\u201340")
	b.expect("#picture .host .mono", "Example.com")
	b.expect("#undefined", "")
	b.contain("#says", "\u2713 A URI, with a fragment")
	b.expect("#normal", "http://joe@example.com/c?q#n")
	b.expect("#target", "http://joe@Example.com:80/c?q#n")
	b.contain("#findings", "userinfo 7\u201310 joe")
	b.contain("#findings", "dot segment 32\u201334 ..")
	b.expect("#excerpt, #expected, #trouble, #baseerror", "")
	b.evaluates("document.querySelectorAll('svg g').length === latest[1].walk.nodes.length", "true")
	b.contain("svg .rules", "scheme (3.1) or segment-nz-nc (3.3)")
	b.contain("svg", "\u21bb oe") // a loop
	b.evaluates("document.querySelector('svg').getAttribute('aria-label').endsWith(', which accepts.')", "true")
	b.evaluates("[...document.querySelectorAll('svg g')].map(g => g.classList[0] ?? '-').join(' ')",
		"- scheme - - - authority host host port path path path query fragment")

	b.open("#ref=a?", "a?")
	b.expect("#picture dt button", "path query")
	b.expect("#picture .query .mono", "(empty)")
	b.expect("#undefined", "Undefined: scheme, authority, userinfo, host, port, fragment")
}

func showsInvalid(b tab) {
	b.open("#ref=http://example.com/a%20b", "http://example.com/a b")
	b.contain("#says", "\u2717 Invalid: illegal space in path at byte 20")
	b.contain("#says", "%20")
	b.contain("#expected", "unreserved sub-delims # % / : ? @ end")
	b.evaluates("document.querySelector('#paint mark').textContent", " ")
	b.expect("#paint .authority", "example.com")
	b.expect("#paint .path", "/a")
	b.contain("svg .invalid", "no rule allows this here")
	b.expect("#components, #forms, #audit", "")
	b.eval("document.querySelector('details').open = true")
	b.contain("#steps", "19 a segment (3.3) 20 space no rule allows this here")

	b.open("#ref=//[::1&base=relative", "//[::1")
	b.contain("#says", "unexpected end")
	b.contain("#baseerror", "no scheme")
	b.evaluates("document.querySelector('#paint mark.end').textContent", "")
	b.evaluates("document.getElementById('base').ariaInvalid", "true")
	b.contain("svg .invalid", "cannot end here")
}

// showsBrowsers checks that the reading of a browser is beside the reading of the RFC, on wide and on narrow screens.
func showsBrowsers(b tab) {
	for _, width := range []int{1280, 375} {
		b.resize(width)
		b.open("#ref=http%3A%2F%2F0x7f.1%3A080%2Fa%2F..%2Fb%3Fq", "http://0x7f.1:080/a/../b?q")
		b.contain("#differences", "a browser reads it differently")
		b.contain("#accepts", "URI \u2713 http://0x7f.1:080/a/../b?q")
		b.contain("#accepts", "Browser \u2713 http://127.0.0.1/b?q")
		b.expect("#pairs tr.host td", "host / hostname 0x7f.1 127.0.0.1")
		b.expect("#pairs tr.port td", "port 080 \u2014")
		b.evaluates("document.querySelectorAll('#pairs .differs').length", "3")
		b.evaluates("document.documentElement.scrollWidth", strconv.Itoa(width))
		b.screenshot("agree" + strconv.Itoa(width))

		b.follow(`#ref=https%3A%5C%5Ch%5Ca%7Cb`, `https:\\h\a|b`)
		b.contain("#differences", "only browsers accept it")
		b.contain("#accepts", "URI \u2717 illegal byte in path at byte 6")
		b.contain("#accepts", "Browser \u2713 https://h/a|b")
		b.contain("#weberrors", "invalid-reverse-solidus 9\u201310 write \"/\" for")
		b.evaluates("document.documentElement.scrollWidth", strconv.Itoa(width))
		b.screenshot("only" + strconv.Itoa(width))

		b.follow("#ref=http%3A%2F%2F%5Bv1.a%5D&base=http://h", "http://[v1.a]")
		b.contain("#differences", "browsers refuse it")
		b.contain("#accepts", "Browser \u2717 IPv6-invalid-code-point at byte 8")
		b.follow("#ref=..%2Fx%20y&base=http:%2F%2Fh%2Fa%2F", "../x y")
		b.contain("#accepts", "Browser \u2713 http://h/x%20y")
		b.follow("#ref=a&base=x", "a")
		b.contain("#accepts", "Browser \u2717 the base: missing-scheme-non-relative-URL at byte 0")
	}
	b.open("#ref=a", "a")
	b.evaluates(`(() => { // the placeholder fits
		const field = document.getElementById('base'), style = getComputedStyle(field);
		const pen = document.createElement('canvas').getContext('2d');
		pen.font = style.font;
		return pen.measureText(field.placeholder).width <=
			field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
	})()`, "true")
	b.expect("#same", "the same as the reference")
	b.call("Emulation.clearDeviceMetricsOverride", nil, nil)
}

// showsPatterns checks the page of patterns.
func showsPatterns(b tab) {
	for _, width := range []int{1280, 375} {
		b.resize(width)
		b.navigate(b.address)
		b.waitForAnswer("foo://example.com:8042/over/there?name=ferret#nose")
		b.clickLink("nav a")
		b.contain("#says", "\u2713 A pattern")
		b.expect("#matches h2 b", "\u2713 matches \u2717 does not match \u2717 does not match")
		b.contain("#matches", "id = 42")
		b.contain("#parts .path", "/books/:id")
		b.screenshot("patterns" + strconv.Itoa(width))
		b.evaluates("document.documentElement.scrollWidth", strconv.Itoa(width))
		for _, name := range strings.Split(b.eval("examples.map(e => e[0]).join('|')"), "|") {
			b.eval("[...document.querySelectorAll('.examples button')].find(b => b.textContent === " + strconv.Quote(name) + ").click()")
			for range 3000 {
				if b.eval("latest !== null && latest[0].pattern === document.getElementById('pattern').value") == "true" {
					break
				}
				time.Sleep(20 * time.Millisecond)
			}
			b.expect("#trouble", "")
			b.evaluates("latest[0].pattern === document.getElementById('pattern').value", "true")
			b.evaluates("document.documentElement.scrollWidth", strconv.Itoa(width))
		}
		b.contain("#says", "\u2717 Invalid: expected \"}\" in pathname at byte 26") // the last example
		b.expect("#components, #matches", "")
		b.evaluates("document.querySelector('#paint mark.end').textContent", "")
	}
	b.call("Emulation.clearDeviceMetricsOverride", nil, nil)
	for _, text := range []string{`<script>document.title='owned'</script>`, `"><img src=x onerror=document.title='owned'>`, "\u202ea\u0000(*"} {
		quoted, _ := json.Marshal(text)
		b.eval("set(" + string(quoted) + ", " + string(quoted) + ", 'https://h/', false), 0")
		b.contain("#matches, #excerpt", "a")
		b.evaluates("document.title", "uri playground: patterns")
		b.evaluates("document.querySelectorAll('script:not([src]), img, iframe, object').length", "1")
	}
	b.eval("set('https://h/:x', 'https://h/1', '', false), 0")
	b.contain("#matches", "x = 1")
	b.eval("document.getElementById('pattern').focus(), document.getElementById('pattern').setSelectionRange(99, 99)")
	b.call("Input.insertText", map[string]any{"text": "/:y"}, nil)
	b.contain("#matches", "does not match")
	for range 3000 {
		if strings.Contains(b.eval("location.hash"), "%3Ay&urls=https%3A%2F%2Fh%2F1") { // after a moment without a key
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Errorf("the address ends in %s", b.eval("location.hash"))
}

// screenshot writes a picture of the page to a file in the directory URI_SCREENSHOTS, if that is set.
func (b tab) screenshot(name string) {
	b.t.Helper()
	dir := os.Getenv("URI_SCREENSHOTS")
	if dir == "" {
		return
	}
	var shot struct{ Data []byte }
	b.call("Page.captureScreenshot", map[string]any{"captureBeyondViewport": true}, &shot)
	if err := os.WriteFile(filepath.Join(dir, name+".png"), shot.Data, 0o600); err != nil {
		b.t.Error(err)
	}
}

func showsIRIs(b tab) {
	b.open("#ref=http%3A%2F%2F%D1%80%D0%B0ypal.example%2F%F0%9F%90%A2%3Fq&iri",
		"http://\u0440\u0430ypal.example/\U0001f422?q")
	b.contain("#says", "An IRI")
	b.expect("#paint .path", "/\U0001f422") // two units of UTF-16, four bytes
	b.expect("#paint .query", "q")
	b.contain("#other", "http://xn--ypal-")
	b.contain("#findings", "lookalike 7\u201315 \u0440\u0430ypal")
	b.eval("document.querySelector('details').open = true")
	b.contain("#steps", "ireg-name (3.2.2)")
	b.eval("document.getElementById('iri').click()")
	b.contain("#says", "Invalid")
	b.expect("#paint mark", "\u0440")
}

// showsMarkupAsText checks that the page shows typed text as text, even if it looks like markup.
func showsMarkupAsText(b tab) {
	const first = `</script></textarea><script>document.title='owned'</script>`
	b.open("#ref="+strings.ReplaceAll(first, "<", "%3C"), first)
	for _, ref := range []string{
		`<script>document.title='owned'</script>`, `"><img src=x onerror=document.title='owned'>`,
		`javascript:document.title='owned'`, "'\"`${document.title='owned'}", `<svg onload=document.title='owned'>`,
		"\u202ea\u2066b\u0000\n\tc", "&lt;script&gt;", "http://h/</textarea><b>&base=x", `__proto__`, "a&iri&base=%zz",
	} {
		quoted, _ := json.Marshal(ref)
		escaped := b.eval("encodeURIComponent(" + string(quoted) + ")")
		b.follow("#ref="+escaped+"&base="+escaped, ref)
		b.evaluates("document.title", "uri playground")
		b.evaluates("document.querySelectorAll('script, img, iframe, object, b b, #field svg').length", "1")
	}
	for _, hash := range []string{"#ref=%zz%", "#ref=%ff", "#ref=a=b=c"} {
		b.follow(hash, strings.TrimPrefix(hash, "#ref="))
	}
	b.follow("#=&&=&ref", "ref")
	b.eval("set('\\ud800a', '', true), 0") // half of a character
	b.contain("#says", "Invalid")
}

// waitForFocus waits until the field has the focus, which it gets without help, but some time after the page is loaded.
func (b tab) waitForFocus() {
	b.t.Helper()
	for range 3000 {
		if b.eval("document.activeElement.id") == "ref" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.t.Errorf("%s has the focus", b.eval("document.activeElement.outerHTML"))
}

func followsTyping(b tab) {
	b.open("#ref=", "")
	b.contain("#says", "A relative reference: a relative-path reference")
	b.expect("#compared", "") // it has no rows
	b.waitForFocus()
	b.call("Input.insertText", map[string]any{"text": "foo://h/a"}, nil)
	b.waitForAnswer("foo://h/a")
	b.key("Enter") // adds nothing
	b.call("Input.insertText", map[string]any{"text": "?b"}, nil)
	b.evaluates("document.getElementById('paint').textContent", "foo://h/a?b\u200b") // before the answer
	b.waitForAnswer("foo://h/a?b")
	b.expect("#paint .query", "b")
	const hash = "#ref=foo%3A%2F%2Fh%2Fa%3Fb"
	for range 3000 {
		if b.eval("location.hash") == hash { // after a moment without a key
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	b.evaluates("location.hash", hash)
	b.eval("document.querySelector('#picture .path button').click()")
	b.evaluates("(f => f.value.slice(f.selectionStart, f.selectionEnd))(document.getElementById('ref'))", "/a")
}

// isReachedByKeyboard checks that Tab reaches every control, in visual order, and that the focus is visible.
func isReachedByKeyboard(b tab) {
	b.open("#ref=//u@h/p", "//u@h/p")
	b.waitForFocus()
	var order []string
	for range 40 {
		b.key("Tab")
		name := b.eval("(e => e === document.body ? '' : e.id || e.type && e.textContent || e.tagName)" +
			"(document.activeElement)")
		if name == "" || slices.Contains(order, name) && name == "ref" {
			break
		}
		order = append(order, name)
		b.evaluates("getComputedStyle(document.activeElement).outlineStyle !== 'none'", "true")
	}
	examples := strings.Split(b.eval("examples.map(e => e[0]).join('|')"), "|")
	order = slices.DeleteFunc(order, func(name string) bool { return slices.Contains(examples, name) })
	want := []string{"base", "iri", "authority", "userinfo", "host", "path", "missing-scheme-non-relative-URL",
		"userinfo", "SUMMARY"}
	if diff := cmp.Diff(want, order); diff != "" {
		b.t.Errorf("Tab goes to %q: %s", order, diff)
	}
}

func hasExamples(b tab) {
	b.open("", "foo://example.com:8042/over/there?name=ferret#nose")
	examples := strings.Split(b.eval("examples.map(e => e[0]).join('|')"), "|")
	for _, name := range examples {
		b.eval("[...document.querySelectorAll('.examples button')].find(b => b.textContent === " +
			strconv.Quote(name) + ").click()")
		b.waitForAnswer(b.eval("document.getElementById('ref').value"))
		b.expect("#trouble", "")
		if name == "lookalike" {
			b.contain("#findings", `looks like ASCII: "paypal"`)
		}
	}
}

func isNarrow(b tab) {
	b.resize(360)
	b.open("#ref=a", "a")
	for _, ref := range []string{"http://joe@example.com:8042/a%20b/c?q=1", "//[2001:db8::7]:80a",
		strings.Repeat("a", 500), "//" + strings.Repeat("a%2e", 200) + "/?" + strings.Repeat("a&", 200)} {
		escaped := strings.NewReplacer("%", "%25", "&", "%26").Replace(ref)
		b.follow("#ref="+escaped+"&base=http://"+strings.Repeat("a", 300), ref)
		b.evaluates("document.documentElement.scrollWidth", "360")
	}
	b.call("Emulation.clearDeviceMetricsOverride", nil, nil)
}

// keepsOrder checks that the cards show text in its order, even if it contains characters that reorder text, and name
// characters without a shape.
func keepsOrder(b tab) {
	const ref = "http://\u05d0\u05d1@\u05d2\u05d3.example/\u202ex?q=\u65e5\u05d0\u00a0\u0301#a\u0301 \u05d0\u05d1"
	inOrder := func(selector string) {
		b.t.Helper()
		quoted, _ := json.Marshal(selector)
		b.evaluates(`(e => {
			const walker = document.createTreeWalker(e, NodeFilter.SHOW_TEXT), range = document.createRange();
			let last = -1, n = 0;
			for (let node; node = walker.nextNode(); ) for (let i = 0; i < node.length; i++, n++) {
				range.setStart(node, i); range.setEnd(node, i + 1);
				const {x} = range.getBoundingClientRect();
				if (x < last || x === 0) return 'not in order: ' + e.textContent;
				last = x;
			}
			return n > 1 ? 'in order' : 'empty';
		})(document.querySelector(`+string(quoted)+`))`, "in order")
	}
	named := func(selector, want string) {
		b.t.Helper()
		quoted, _ := json.Marshal(selector + " .code")
		b.evaluates("[...document.querySelectorAll("+string(quoted)+
			")].map(e => getComputedStyle(e, '::before').content).join(' ').replaceAll('\"', '')", want)
	}
	b.open("#ref=", "")
	escaped := b.eval("encodeURIComponent(" + strconv.QuoteToASCII(ref) + ")")
	b.follow("#ref="+escaped+"&iri", ref)
	b.contain("#says", "\u2717 Invalid: illegal space in fragment")
	inOrder("#excerpt")
	named("#excerpt", "U+202E U+00A0 U+0301")

	valid := strings.ReplaceAll(ref, " ", "")
	b.follow("#ref="+strings.ReplaceAll(escaped, "%20", "")+"&base=x:&iri", valid)
	b.contain("#says", "\u2713 An IRI")
	for _, selector := range []string{"#picture .authority .mono", "#picture .host .mono", "#picture .path .mono",
		"#picture .query .mono", "#picture .fragment .mono", "#normal", "#target", "#findings code"} {
		inOrder(selector)
	}
	named("#normal", "U+202E U+00A0 U+0301")
	named("#picture .path", "U+202E")
	named("#picture .fragment", "") // the mark is on a letter

	b.evaluates("document.getElementById('normal').textContent === latest[1].normalize.output", "true") // to be copied
}

// drawsApart checks that no two words of the graph overlap, and that no word crosses its border.
func drawsApart(b tab) {
	b.open("#ref=a", "a")
	for _, ref := range []string{"http://\u05d0\u05d1\u05d2.example/\u202ex?q=\u65e5\u672c", "//%7a%60%51%42/",
		"a:/%1a%2b%3c%4d%5e", "//[1:2:34:567:89ab:cdef:1.2.3.4]:80?%aa", "//%12%34%56%78%9a%bc%de%f0%0f ",
		"foo://example.com:8042/over/there?n#n", "//" + strings.Repeat("\u05d0", 40)} {
		for _, width := range []int{360, 700, 1240} {
			b.resize(width)
			b.follow("#ref="+b.eval("encodeURIComponent("+strconv.QuoteToASCII(ref)+")")+"&iri", ref)
			b.evaluates(`(() => {
				const words = [...document.querySelectorAll('svg text:not(.small)')];
				const boxes = words.map(e => [e.textContent, e.getBBox()]);
				const right = document.querySelector('svg').viewBox.baseVal.width, bad = [];
				boxes.forEach(([s, a], i) => {
					if (a.x + a.width > right + 1) bad.push(s + ' is cut');
					for (const [t, b] of boxes.slice(i + 1)) if (a.x < b.x + b.width && b.x < a.x + a.width &&
						a.y + 3 < b.y + b.height && b.y + 3 < a.y + a.height) bad.push(s + ' is on ' + t);
				});
				return bad.join('; ');
			})()`, "")
			b.evaluates("document.documentElement.scrollWidth", strconv.Itoa(width))
		}
	}
	b.call("Emulation.clearDeviceMetricsOverride", nil, nil)
}

func endures(b tab) {
	b.open("#ref=a", "a")
	b.eval("set('http://h/' + 'ab%20/'.repeat(30000) + '?q#f', '', false), 0")
	b.waitForAnswer("http://h/" + strings.Repeat("ab%20/", 30000) + "?q#f")
	b.contain("#says", "\u2713 A URI, with a fragment")
	b.expect("#picture .fragment .mono", "f")
	b.contain("svg", "\u00d730000")
	b.eval("set('?' + 'a&'.repeat(530000), '', false), 0")
	b.contain("#trouble", "Not read: more than 1024 KiB")
	b.expect("#columns", "") // of the reference before
}
