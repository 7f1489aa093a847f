package main

import (
	"context"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPatterns: patterns choose the backend before prefixes do, and rules set fields with their groups. Fields of rules
// never come from the client.
func TestPatterns(t *testing.T) {
	t.Parallel()
	back := new(site)
	url := back.backend(t, "pattern")
	s := newSite(t, func(c *config) {
		c.file = routesIn(t, "# a comment\n\nhttp://*.example/v:version(\\d+)/:rest+ "+url+
			" x-api=v{pathname.version} X-Host-Name={hostname.0} X-None={pathname.none}\n"+
			"http://example.com/api{/:id}? "+url+" X-Id={pathname.id}")
	})
	for _, test := range []struct {
		host, target string
		want         string // what the backend of the patterns received, or "" if another backend received it
		fields       map[string]string
	}{
		{"other.example", "/v12/a/b?c", "pattern GET /v12/a/b?c other.example", map[string]string{"X-Api": "v12", "X-Host-Name": "other"}},
		{"OTHER.example:80", "/x/%2e%2E/v1/%61", "pattern GET /v1/a other.example", map[string]string{"X-Api": "v1", "X-Host-Name": "other"}},
		{"example.com", "/api/7", "pattern GET /api/7 example.com", map[string]string{"X-Id": "7"}},
		{"example.com", "/api", "pattern GET /api example.com", map[string]string{}},
		{"example.com", "/v12/a/b", "", map[string]string{}},
		{"other.example", "/v/a", "", map[string]string{}},
	} {
		r := "GET " + test.target + " HTTP/1.1\r\nHost: " + test.host + "\r\n" +
			"X-Api: evil\r\nX-Host-Name: evil\r\nX-None: evil\r\nX-Id: evil\r\nX-Mine: 1\r\n\r\n"
		response, _ := s.send(t, r)
		got, others := back.take(), s.take()
		header := s.got
		if test.want != "" {
			header = back.got
		}
		if response.StatusCode != 200 || !slices.Equal(got, slices.DeleteFunc([]string{test.want}, isEmpty)) || len(got)+len(others) != 1 {
			t.Errorf("%s%s: status %d, the backends saw %q and %q", test.host, test.target, response.StatusCode, got, others)
			continue
		}
		for _, name := range []string{"X-Api", "X-Host-Name", "X-None", "X-Id"} {
			if got := header.Header.Get(name); got != test.fields[name] || header.Header.Get("X-Mine") != "1" {
				t.Errorf("%s%s: %s is %q", test.host, test.target, name, got)
			}
		}
	}
	// The checks come before the patterns.
	response, _ := s.send(t, "GET /v1/a%2fb HTTP/1.1\r\nHost: other.example\r\n\r\n")
	if got := body(response); response.StatusCode != 400 || !strings.HasPrefix(got, "encoded-slash: ") {
		t.Errorf("answer %d %q", response.StatusCode, got)
	}
	if want := `route=http://*.example/v:version(\d+)/:rest+`; !strings.Contains(s.log.String(), want) {
		t.Errorf("the log has no %s:\n%s", want, s.log)
	}
}

func isEmpty(s string) bool { return s == "" }

// routesIn returns the name of a file of routes.
func routesIn(t *testing.T, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "routes")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestReload replaces the file of routes. A bad file changes nothing.
func TestReload(t *testing.T) {
	t.Parallel()
	w := new(nowhere)
	p := newProxyTo(t, w)
	p.transport = w
	p.file = routesIn(t, "http://*/a http://127.0.0.1:3 X-A=1")
	for _, step := range []struct{ text, path, want, field string }{
		{"http://*/a http://127.0.0.1:3 X-A=1", "/a", "127.0.0.1:3", "1"},
		{"http://*/b http://127.0.0.1:4\nhttp://*/a http://127.0.0.1:5", "/a", "127.0.0.1:5", ""},
		{"http://*/{b http://127.0.0.1:4", "/a", "127.0.0.1:5", ""},
		{"", "/a", "127.0.0.1:1", ""},
	} {
		if err := os.WriteFile(p.file, []byte(step.text), 0o666); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		signals, done := make(chan os.Signal), make(chan bool)
		go func() {
			p.reload(ctx, signals)
			close(done)
		}()
		signals <- os.Interrupt // any signal
		cancel()
		<-done
		r, err := http.NewRequest("GET", step.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host, r.RequestURI = "example.com", step.path
		*w = nowhere{header: http.Header{}}
		p.ServeHTTP(w, r)
		if w.sent == nil || w.sent.URL.Host != step.want || w.sent.Header.Get("X-A") != step.field {
			t.Errorf("%q: sent %v, want it to %s", step.text, w.sent, step.want)
		}
	}
}

// TestBadRoutes: an error names the line and shows nothing of it.
func TestBadRoutes(t *testing.T) {
	for text, want := range map[string]string{
		"\n#\nhttp://hunter2/":                                  "-routes: line 3: a route is PATTERN BACKEND [FIELD=VALUE ...]",
		"http://hunter2/{ http://127.0.0.1:1":                   `-routes: line 1: urlpattern: pathname: expected "}" at byte 16`,
		"/a http://127.0.0.1:1":                                 "-routes: line 1: urlpattern: protocol: a relative pattern needs a base URL at byte 0",
		"http://h/ http://u:hunter2@h/":                         "-routes: line 1: a backend is an http or https URI, and its path, if any, ends with a slash and has no dot segments",
		"http://h/ http://h/hunter2":                            "-routes: line 1: a backend is an http or https URI, and its path, if any, ends with a slash and has no dot segments",
		"http://h/ http://h/ X-Real-IP={pathname.id}":           "-routes: line 1: a rule is FIELD=VALUE, and FIELD begins with X- and is none that the proxy drops",
		"http://h/ http://h/ Host={pathname.id}":                "-routes: line 1: a rule is FIELD=VALUE, and FIELD begins with X- and is none that the proxy drops",
		"http://h/ http://h/ X-A":                               "-routes: line 1: a rule is FIELD=VALUE, and FIELD begins with X- and is none that the proxy drops",
		"http://h/ http://h/ X-A={path.id}":                     "-routes: line 1: a group in a value is {COMPONENT.NAME}, such as {pathname.id}",
		"http://h/ http://h/ X-A=a{pathname.id":                 "-routes: line 1: a group in a value is {COMPONENT.NAME}, such as {pathname.id}",
		"http://h/ http://h/ X-A={pathname}{hostname.0}hunter2": "-routes: line 1: a group in a value is {COMPONENT.NAME}, such as {pathname.id}",
	} {
		_, err := newProxy(config{scheme: "http", hosts: []string{"h"}, file: routesIn(t, text)})
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := newProxy(config{scheme: "http", hosts: []string{"h"}, file: filepath.Join(t.TempDir(), "hunter2")}); err == nil ||
		strings.Contains(err.Error(), "hunter2") {
		t.Errorf("no file: %v", err)
	}
}
