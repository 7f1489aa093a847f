package guard

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// TestPrivateUse has the redirect URIs of editors, as clients of MCP servers register them, and URIs like them.
func TestPrivateUse(t *testing.T) {
	for _, test := range kit.Cases[struct {
		source, registered string
		candidate          string // registered if ""
		err                error
	}]("privateuse.txt", "TestPrivateUse", errorWords()) {
		candidate := test.candidate
		if candidate == "" {
			candidate = test.registered
		}
		o := RedirectOptions{Schemes: []string{"cursor", "vscode"}, Localhost: true}
		r, err := NewRedirectURIs(o, test.registered)
		if err == nil {
			o.Schemes[0] = "javascript" // the options were copied
			_, err = r.Target(candidate)
		}
		if !errors.Is(err, test.err) {
			t.Errorf("%s: %q registered, %q: %v, want %v", test.source, test.registered, candidate, err, test.err)
		}
	}
}

// TestPrivateUseEntries has entries that are errors, among them the schemes of browsers, systems and protocols, and
// entries that are accepted.
func TestPrivateUseEntries(t *testing.T) {
	const named = "http https ws wss ftp ftps sftp file filesystem blob data about javascript vbscript livescript mocha " +
		"view-source jar feed res mk its mhtml resource chrome edge devtools chrome-extension moz-extension intent " +
		"android-app content shell search mailto tel sms callto ldap urn cid mid ssh telnet git ms-settings ms-word " +
		"ms-search search-ms view-x smb ldaps"
	for _, entry := range append(strings.Fields(named),
		"", "Cursor", "CURSOR", "JavaScript", "com.example.app", "cursor:", "cursor://", "cursor://callback", "*", "c*",
		"cur sor", " cursor", "cursor\n", "1password", "cürsor", "ms-", ".") {
		o := RedirectOptions{Schemes: []string{"cursor", entry}, SkipBad: true}
		r, err := NewRedirectURIs(o, "https://app.example/callback")
		if r != nil || err == nil || !strings.HasPrefix(err.Error(), "guard: Schemes[1]: ") {
			t.Errorf("%q: %v, %v", entry, r, err)
		}
	}
	for _, entry := range []string{
		"cursor", "vscode", "vscode-insiders", "windsurf", "claude", "zed", "msteams", "obsidian", "x-app", "app+1", "a",
		"searchapp", "viewer", "files", "datax", "httpx",
	} {
		if _, err := NewRedirectURIs(RedirectOptions{Schemes: []string{entry}}, entry+"://callback"); err != nil {
			t.Errorf("%q: %v", entry, err)
		}
	}
}

// TestTarget tests that Target returns the candidate, and Match the registered URI.
func TestTarget(t *testing.T) {
	r, err := NewRedirectURIs(RedirectOptions{Localhost: true}, "http://127.0.0.1:8080/callback", "http://localhost/callback?a",
		"http://[::1]/callback", "https://app.example/callback")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range kit.Cases[struct{ candidate, registered string }]("privateuse.txt", "TestTarget") {
		to, err := r.Target(test.candidate)
		if to != uri.MustParse(test.candidate) || err != nil {
			t.Errorf("Target(%q) = %q, %v", test.candidate, to, err)
		}
		if u, err := r.Match(test.candidate); u.String() != test.registered || err != nil {
			t.Errorf("Match(%q) = %q, %v", test.candidate, u, err)
		}
	}
	for _, candidate := range []string{"http://127.0.0.1:0/callback", "https://app.example:1/callback", "https://evil.com/", "", "\\"} {
		_, want := r.Match(candidate)
		if to, err := r.Target(candidate); to != (uri.URI{}) || err == nil || err.Error() != want.Error() {
			t.Errorf("Target(%q) = %q, %v, want %v", candidate, to, err, want)
		}
	}
	if u, err := (*RedirectURIs)(nil).Target("https://app.example/callback"); u != (uri.URI{}) || !errors.Is(err, ErrNotRegistered) {
		t.Errorf("nil: %q, %v", u, err)
	}
}

// TestSkipBad has the three URIs of https://github.com/soflyy/agent-connector-for-wp/issues/111, and URIs that no
// server accepts. A server without the scheme "cursor" refuses one of the three.
func TestSkipBad(t *testing.T) {
	registered := []string{
		"cursor://anysphere.cursor-mcp/oauth/callback", "http://127.0.0.1:8787/callback", "https://user:secret@app.example/",
		"http://localhost:8787/callback", `\secret`,
	}
	r, err := NewRedirectURIs(RedirectOptions{}, registered...)
	if r != nil || !errors.Is(err, RefusedScheme) {
		t.Errorf("without SkipBad: %v, %v", r, err)
	}
	r, err = NewRedirectURIs(RedirectOptions{SkipBad: true, Localhost: true}, registered...)
	if r == nil || err == nil {
		t.Fatalf("%v, %v", r, err)
	}
	var syntax *uri.Error
	if !errors.Is(err, RefusedScheme) || !errors.Is(err, RefusedUserinfo) || !errors.As(err, &syntax) ||
		strings.Contains(err.Error(), "secret") {
		t.Errorf("errors: %v", err)
	}
	for i, text := range registered {
		_, err := r.Target(text)
		if good := i == 1 || i == 3; good != (err == nil) {
			t.Errorf("%q: %v", text, err)
		}
	}
	prefixes := []string{"registered[0]: ", "registered[2]: ", "registered[4]: "}
	for i, line := range slices.Collect(strings.Lines(err.Error())) {
		if i >= len(prefixes) || !strings.HasPrefix(line, prefixes[i]) {
			t.Errorf("error %d: %s", i, line)
		}
	}
	for _, in := range [][]string{nil, {"https://app.example/callback"}} {
		if r, err := NewRedirectURIs(RedirectOptions{SkipBad: true}, in...); r == nil || err != nil {
			t.Errorf("%q: %v, %v", in, r, err)
		}
	}
	r, err = NewRedirectURIs(RedirectOptions{SkipBad: true}, "javascript:alert(1)")
	if r == nil || err == nil {
		t.Fatalf("all refused: %v, %v", r, err)
	}
	if u, err := r.Match("javascript:alert(1)"); err == nil {
		t.Errorf("a URI that was left out matches %q", u)
	}
}
