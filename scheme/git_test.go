package scheme_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/scheme"
)

// The sources are threads and manuals. git is git 2.53: connect.c, url_is_local_not_ssh and parse_connect_url;
// transport.c, transport_get; its tests are t5500 and t5601.
var gitTests = []struct{ source, in, want string }{
	{"https://github.com/go-git/go-git/pull/2400", "git@host.example:2222:repo.git", "ssh://git@host.example/2222:repo.git"},
	{"https://github.com/go-git/go-git/pull/2400", "host.example:owner/repo.git", "ssh://host.example/owner/repo.git"},
	{"https://github.com/npm/cli/pull/5487", "git+ssh://git@git.own.com:group/repo.git", "ssh://git@git.own.com/group/repo.git"},
	{"https://github.com/npm/hosted-git-info/issues/60", "git+ssh://git@git.example.com:RND/electron-tools/some-tool",
		"ssh://git@git.example.com/RND/electron-tools/some-tool"},
	{"https://github.com/npm/hosted-git-info/issues/56", "git@gitlab.com:npm/path/to/x/info.git", "ssh://git@gitlab.com/npm/path/to/x/info.git"},
	{"https://github.com/XpiritBV/Xpirit-Vsts-Release-Terraform/issues/26", "git::https://example@dev.azure.com/eg/_git/eg",
		"https://example@dev.azure.com/eg/_git/eg"},
	{"https://github.com/lvrfrc87/git-acp-ansible/issues/28", "git+https://github.com/o/r.git", "https://github.com/o/r.git"},
	{"https://github.com/gastownhall/beads/pull/4576", "https://u:p@github.com/o/r.git", "https://u:p@github.com/o/r.git"},

	{"the issue", "git@h:o/r.git", "ssh://git@h/o/r.git"},
	{"the issue", "git@h:/o/r.git", "ssh://git@h/o/r.git"},
	{"the issue", "[h:2222]:r.git", "ssh://h:2222/r.git"},
	{"the issue", "git+ssh://git@h:group/r.git", "ssh://git@h/group/r.git"},
	{"the issue", `c:\r`, "a local path at byte 0"},
	{"the issue", "C:/r", "a local path at byte 0"},
	{"the issue", "C://r", "a local path at byte 0"},

	{"git, t5601", "user@[host:2222]:src", "ssh://user@host:2222/src"},
	{"git, t5601", "[user@host:2222]:src", "ssh://user@host:2222/src"},
	{"git, connect.c, get_host_and_port", "[myhost]:src", "ssh://myhost/src"},
	{"git, connect.c, get_host_and_port", "user@[myhost]:src", "ssh://user@myhost/src"},
	{"git, connect.c, get_host_and_port", "u@[h h]:r", "illegal byte in host at byte 4"},
	{"git, t5601", "foo/bar:baz", "a local path at byte 0"},
	{"git, t5601", "[foo]bar/baz:qux", "a local path at byte 0"},
	{"git, t5601", "[foo/bar]:baz", "a local path at byte 0"},
	{"git, t5601", "ssh://host.xz:/~repo", "ssh://host.xz:/~repo"},
	{"git, t5601", "[::1]:rep/home/project", "ssh://[::1]/rep/home/project"},
	{"git, t5601", "user@[::1]:rep", "ssh://user@[::1]/rep"},
	{"git, t5601", "host:~repo", "ssh://host/~repo"},
	{"git, t5601", "myhost:rep/home/project", "ssh://myhost/rep/home/project"},
	{"git, t5601", "c:rep", "ssh://c/rep"},
	{"git, t5500", "ssh://User@host:22/repo", "ssh://User@host:22/repo"},
	{"git, t5500", "ssh://[::1]:22/~repo", "ssh://[::1]:22/~repo"},
	{"git, t5500", "git+ssh://host:/home/project", "ssh://host:/home/project"},
	{"git, t5500", "ssh+git://host/repo", "ssh://host/repo"},
	{"git, t5500", "git://host/repo", "git://host/repo"},
	{"git, t5500", "file:///repo.git", "file:///repo.git"},
	{"git, t5500", "./a:b", "a local path at byte 0"},
	{"git, t5500", "/repo", "a local path at byte 0"},
	{"git, t5500", "repo", "a local path at byte 0"},
	{"git, t5500", "", "a local path at byte 0"},
	{"git, gitremote-helpers", "ext::ssh -i k h %S /r", "a remote helper at byte 0"},
	{"git, gitremote-helpers", "git::ext::sh -c x", "a remote helper at byte 5"},
	{"git, CVE-2017-1000117", "ssh://-oProxyCommand=x/r", `host begins with "-" at byte 6`},
	{"git, CVE-2017-1000117", "ssh://u@-oProxyCommand=x/r", `host begins with "-" at byte 6`},
	{"git, CVE-2017-1000117", "-oProxyCommand=x:r", `host begins with "-" at byte 0`},

	{"AWS CodeCommit, git-remote-codecommit", "codecommit::us-east-2://Profile@MyDemoRepo", "a remote helper at byte 0"},
	{"Azure Repos, SSH", "git@ssh.dev.azure.com:v3/fabrikam/Proj/Repo", "ssh://git@ssh.dev.azure.com/v3/fabrikam/Proj/Repo"},
	{"GitHub, SSH over the HTTPS port", "ssh://git@ssh.github.com:443/o/r.git", "ssh://git@ssh.github.com:443/o/r.git"},
	{"GitLab, job token", "https://gitlab-ci-token:${CI_JOB_TOKEN}@gitlab.example.com/n/p", "illegal byte in userinfo at byte 25"},
	{"pip, requirement specifiers", "name @ git+https://h/o/r", "illegal byte in scheme at byte 4"},
	{"own", `\\server\share\r.git`, "a local path at byte 0"},
	{"own", `git::C:\x`, "a local path at byte 5"},
	{"own", "GIT+SSH://Git@H.example/R", "ssh://Git@H.example/R"},
	{"own", "h:a b%20#c?d", "ssh://h/a%20b%2520%23c%3Fd"},
	{"own", "h:ö", "ssh://h/%C3%B6"},
	{"own", "ssh://git@[::1]:o/r", "ssh://git@[::1]/o/r"},
	{"own", "git::git@h:o/r", "ssh://git@h/o/r"},
	{"own", "user@h::x", "ssh://user@h/:x"},
	{"own", "https://h:group/r", "bad port at byte 15"},
	{"own", "git+ssh://u@h:1:2/r", "bad port at byte 15"},
	{"own", "git+https://h/o r", "illegal byte in path at byte 15"},
	{"own", "git::https://h/o r", "illegal byte in path at byte 16"},
	{"own", "git@h h:r", "illegal byte in host at byte 5"},
	{"own", "u@[h h:1]:r", "illegal byte in host at byte 4"},
	{"own", "git@h:", "no path at byte 6"},
	{"own", ":r", "no host at byte 0"},
	{"own", "https:///r", "no host at byte 8"},
	{"own", "[h:22", `no ":" after "]" at byte 5`},
	{"own", "[h:22]r", `no ":" after "]" at byte 6`},
	{"own", "a@b://c", "illegal byte in scheme at byte 1"},
}

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
	for _, test := range []struct{ source, in, want string }{
		{"https://github.com/XpiritBV/Xpirit-Vsts-Release-Terraform/issues/26",
			"git::https://example@dev.azure.com/eg/_git/eg//ExampleModule?ref=master",
			"https://example@dev.azure.com/eg/_git/eg|ExampleModule|master"},
		{"https://github.com/npm/cli/pull/5487", "git+ssh://git@git.own.com:group/repo.git#branch", "ssh://git@git.own.com/group/repo.git||branch"},
		{"https://github.com/npm/hosted-git-info/issues/60", "git+ssh://git@git.example.com:RND/electron-tools/some-tool#2.0.1",
			"ssh://git@git.example.com/RND/electron-tools/some-tool||2.0.1"},
		{"https://github.com/lvrfrc87/git-acp-ansible/issues/28", "git+https://github.com/o/r.git#ansible_collections/o/n,master",
			"https://github.com/o/r.git|ansible_collections/o/n|master"},
		{"go-getter, README", "git::ssh://git@example.com/foo/bar//modules/a?ref=v1&depth=1", "ssh://git@example.com/foo/bar|modules/a|v1"},
		{"go-getter, README", "git::git@github.com:foo/bar.git//modules?ref=a%2Fb", "ssh://git@github.com/foo/bar.git|modules|a/b"},
		{"npm, package.json", "git+https://isaacs@github.com/npm/cli.git#semver:^5.0", "https://isaacs@github.com/npm/cli.git||semver:^5.0"},
		{"npm, package.json", "git@github.com:npm/cli.git#v1.0.27", "ssh://git@github.com/npm/cli.git||v1.0.27"},
		{"npm, package.json", "git+https://h/@scope/r.git", "https://h/@scope/r.git||"},
		{"pip, VCS Support", "git+https://git.example.com/MyProject.git@v1.0#egg=MyProject", "https://git.example.com/MyProject.git||v1.0"},
		{"pip, VCS Support", "git+https://git.example.com/MyProject.git@refs/pull/123/head", "https://git.example.com/MyProject.git||refs/pull/123/head"},
		{"pip, VCS Support", "git+ssh://git@h/o/r#egg=p&subdirectory=pkg_dir", "ssh://git@h/o/r|pkg_dir|"},
		{"pip, VCS Support", "git+https://h/o/r@main#subdirectory=a/b&egg=p", "https://h/o/r|a/b|main"},
		{"own", "https://h/o/r?a=1#x", "https://h/o/r?a=1||x"},
		{"own", "ssh://git@h//srv/r.git", "ssh://git@h//srv/r.git||"},
		{"own", "https://h/o/r@v1", "https://h/o/r@v1||"},
		{"own", "h:o/r#a%20b%zz", "ssh://h/o/r||a b%zz"},
		{"own", "https://h/o/r//a/../b", `.." in directory`},
		{"own", "https://h/o/r//a%2F%2E%2E", `.." in directory`},
		{"own", `https://h/o/r//a%5C..%5Cb`, `.." in directory`},
		{"own", "https://h/o/r?ref=--upload-pack=x", `reference begins with "-"`},
		{"own", "/o/r//d?ref=x", "a local path at byte 0"},
	} {
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
	for _, test := range []struct {
		source, want string
		in           []string
	}{
		{"https://github.com/gastownhall/beads/pull/4576", "github.com/o/r",
			[]string{"https://GitHub.com/o/r", "https://u:p@github.com/o/r.git", "github.com:o/r.git"}},
		{"own", "github.com/o/r", []string{
			"git@github.com:o/r", "git@github.com:/o/r.git", "ssh://git@github.com:22/o/r.git/", "git+ssh://git@github.com:o/r.git#v1",
			"git://github.com:9418//o/r", "https://github.com:443/o/./r.git/", "http://github.com:80/o/r", "[github.com:22]:o/r",
			"git::https://github.com/o/r.git//dir?ref=v1", "git+https://github.com/o/%72.git@main", "https://github.com:/o/r/.git",
		}},
		{"sr.ht", "git.sr.ht/~sircmpwn/aerc", []string{"git@git.sr.ht:~sircmpwn/aerc", "https://git.sr.ht/~sircmpwn/aerc"}},
		{"Gerrit", "gerrit.example.com:29418/plugins/replication", []string{"ssh://john@gerrit.example.com:29418/plugins/replication"}},
		{"Azure Repos", "dev.azure.com/eg/My%20Project/_git/My%20Repo", []string{"https://eg@dev.azure.com/eg/My%20Project/_git/My%20Repo"}},
		{"go-getter, README", "github.com/o/r", []string{"git::ssh://git@github.com:22/o/r.git//sub?depth=1&ref=x", "git::git@github.com:o/r.git//sub?ref=x"}},
		{"own", "github.com/O/R", []string{"https://github.com/O/R", "git@github.com:O/R.git"}},
		{"own", "h:2222/o/r", []string{"[h:2222]:o/r.git", "ssh://h:02222/o/r", "https://h:2222/o/r"}},
		{"own", "h:443/o/r", []string{"ssh://h:443/o/r"}},
		{"own", "[::1]/~u/r%20s", []string{"u@[::1]:~u/r s.git", "ssh://[0:0::1]/~u/r%20s"}},
		{"own", "h/r.git", []string{"h:r.git.git"}},
		{"own", "h/r.GIT", []string{"h:r.GIT"}},
		{"own", "", []string{"", "/a", "./h:r", "https://h", "https://h/", "https://h/.git", "file:///o/r", "ext::x", "h:"}},
	} {
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
