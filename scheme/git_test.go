package scheme_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/scheme"
)

// The sources are threads and manuals. git is git 2.53: connect.c, url_is_local_not_ssh and parse_connect_url;
// transport.c, transport_get; its tests are t5500 and t5601.
var gitTests = kit.Cases[struct{ source, in, want string }]("git.txt", "gitTests")

func TestParseGit(t *testing.T) {
	for _, test := range gitTests {
		u, err := scheme.ParseGit(test.in)
		got := u.String()
		var e *scheme.Error
		if errors.As(err, &e) {
			got += e.Error()
		}
		if got != test.want {
			t.Errorf("%s: %q: %s, want %s", test.source, test.in, got, test.want)
		}
		if repo, dir, ref, err := scheme.SplitGit(test.in); err == nil && dir+ref == "" && repo != u {
			t.Errorf("%q: SplitGit returns %s, want %s", test.in, repo, u)
		}
		if again, err := scheme.ParseGit(got); u.IsAbs() && (err != nil || again != u) {
			t.Errorf("%q: read again: %s, %v", test.in, again, err)
		}
	}
}

func TestSplitGit(t *testing.T) {
	for _, test := range kit.Cases[struct{ source, in, want string }]("git.txt", "TestSplitGit") {
		repo, dir, ref, err := scheme.SplitGit(test.in)
		got := fmt.Sprintf("%s|%s|%s", repo, dir, ref)
		if err != nil && got == "||" {
			got = err.Error()
		}
		if got != test.want && (err == nil || !strings.Contains(got, test.want)) {
			t.Errorf("%s: %q: %s, want %s", test.source, test.in, got, test.want)
		}
	}
}

func TestGitKey1(t *testing.T) {
	for _, test := range kit.Cases[struct {
		source, want string
		in           []string
	}]("git.txt", "TestGitKey1") {
		for _, in := range test.in {
			if key, err := scheme.GitKey1(in); key != test.want || (err != nil) != (test.want == "") {
				t.Errorf("%s: %q: %q, %v, want %q", test.source, in, key, err, test.want)
			}
		}
	}
}

// TestGitErrorsHidePasswords gives addresses with random passwords, and faults after them.
func TestGitErrorsHidePasswords(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	refused := 0
	for range 600 {
		password := []byte("Q7")
		for range r.IntN(8) {
			password = append(password, "aZ0:@/?#[]%<> \\"[r.IntN(15)])
		}
		secret := string(password) + "Q7"
		for _, frame := range []string{"https://u:%s@h:x/o/r", "git+ssh://u:%s@h/o r", "u:%s@h", "git::https://u:%s@[h/r", "[u:%s@h", "https://u:%s@h//..?ref=-"} {
			in := fmt.Sprintf(frame, secret)
			u, err := scheme.ParseGit(in)
			_, _, _, err2 := scheme.SplitGit(in)
			_, err3 := scheme.GitKey1(in)
			if err != nil {
				refused++
			}
			if text := fmt.Sprint(err, err2, err3); strings.Contains(text, "Q7") {
				t.Fatalf("%q: %s", in, text)
			}
			if password, ok := u.Password(); ok && password != "" && strings.Contains(fmt.Sprint(u), "Q7") && strings.HasPrefix(frame, "https") &&
				!strings.ContainsAny(secret, "@/?#") {
				t.Fatalf("%q prints %v", in, u)
			}
		}
	}
	if refused < 1000 {
		t.Errorf("only %d addresses are invalid", refused)
	}
	if u, err := scheme.ParseGit("git::ssh://git@h/o/r?sshkey=Q7"); err != nil || strings.Contains(uri.Redactor{QueryKeys: uri.SecretKeys()}.Redacted(u), "Q7") {
		t.Error(err)
	}
	var zero uri.URI
	if u, err := scheme.ParseGit("https://u:Q7@h:x"); err == nil || u != zero {
		t.Errorf("%q, %v", u, err)
	}
}
