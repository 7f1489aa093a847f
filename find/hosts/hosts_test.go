package hosts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/simd/simdtest"
	"github.com/urispan/uri/internal/test/kit"
)

// links returns the kinds and bytes of the addresses that f finds in text.
func links(f *find.Finder, text string) (found []string) {
	for m := range f.AllString(text) {
		found = append(found, m.Kind.String()+" "+text[m.Start:m.End])
	}
	return found
}

func TestSet(t *testing.T) {
	const all = hosts.Names | hosts.IPs | hosts.Emails
	long := strings.Repeat("a", 64)
	for _, tt := range []struct {
		set  hosts.Set
		text string
		want []string
	}{
		{all, "", nil},
		{0, "example.com joe@example.com 192.0.2.1", nil},
		{hosts.Names, "See example.com, www.example.co.uk:80/a?b#c.", []string{"host example.com", "host www.example.co.uk:80/a?b#c"}},
		{hosts.Names, "joe@example.com joe.me@example.com joe.me@x", []string{"host joe.me"}},
		{hosts.Emails, "joe@example.com, MAILTO:joe.me@example.com/x example.com 1@2.3",
			[]string{"email joe@example.com", "email MAILTO:joe.me@example.com"}},
		{hosts.Emails, "**joe@a.com** _joe@b.com_ _joe@d.com *joe@e.com ~joe@f.com~ *@g.com", []string{"email joe@a.com",
			"email _joe@d.com", "email joe@e.com", "email joe@f.com"}},
		{all, "http://u@example.com/ example.com. example.com./", []string{"url http://u@example.com/", "host example.com", "host example.com./"}},
		{all, "http://... example.com http://a.b", []string{"host example.com", "url http://a.b"}},
		{all, "192.0.2.1 v192.0.2.1 1.192.0.2.1 192.0.2.1:80/x [2001:db8::7]:80/, [::1] [x] 192.0.2.256",
			[]string{"host 192.0.2.1", "host 192.0.2.1:80/x", "host [2001:db8::7]:80/", "host [::1]"}},
		{hosts.IPs, "1.2.3 1.2.3.04 0x1.2.3.4 [fe80::1%25eth0] [::ffff:192.0.2.1] [1::2::3] [v1.a]", []string{"host [::ffff:192.0.2.1]"}},
		{hosts.IPs, "example.com 192.0.2.1", []string{"host 192.0.2.1"}},
		{hosts.Names, "/example.com main.rs/ $a.me now.me( a.me[0] a.me=1 a%me.me _a.me", []string{"host main.rs/"}},
		{hosts.Names, "a.invalid -a.com a-.com a..com .com a.1com a.b-.com a.c " + long + ".com", nil},
		{hosts.Names, "a.com:65535 a.com:65536 a.com: a.com:80:", []string{"host a.com:65535", "host a.com", "host a.com", "host a.com:80"}},
		{hosts.Names, "**a.com/b** 'a.com/b','c.com/d'", []string{"host a.com/b", "host a.com/b", "host c.com/d"}},
		{hosts.Names, "例え.みんな bücher.DE/ü a.ck", []string{"host 例え.みんな", "host bücher.DE/ü", "host a.ck"}},
		{hosts.Names, "a.com查看 b.com입니다 例え.みんな", []string{"host a.com", "host b.com", "host 例え.みんな"}},
		{hosts.Names, "google.com、yahoo.com。a.com（b.com）「c.com」", []string{"host google.com", "host yahoo.com", "host a.com", "host b.com", "host c.com"}},
		{hosts.Emails, "@a.com .b@a.com b.@a.com b..c@a.com http://b:c@a.com " + long + "@a.com a" + long + "@a.com é@ü.de",
			[]string{"email " + long + "@a.com", "email é@ü.de"}},
	} {
		f := &find.Finder{Names: tt.set}
		if strings.Contains(tt.text, "http://b:c@") {
			f.Schemes = []string{}
		}
		if got := links(f, tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%d %q:\n got %q\nwant %q", tt.set, tt.text, got, tt.want)
		}
	}
	f := &find.Finder{Names: all, Syntax: find.SyntaxWeb}
	if got, want := strings.Join(links(f, "7,a.com/b,c {a.com/{b}} a.com/?b|c,d"), " "), "host a.com/b host a.com/{b} host a.com/?b|c,d"; got != want {
		t.Errorf("web: got %q, want %q", got, want)
	}
	f = &find.Finder{Names: all, Escapes: find.EscapesANSI}
	if got, want := strings.Join(links(f, "\x1b[1ma.com\x1b[0m/\x1b[1mb\x1b[0m \x1b[1;2mjoe@a.com\x1b[0m \x1b[mc.com\x1b[0mx"), ";"), "host a.com\x1b[0m/\x1b[1mb;email joe@a.com;host c.com"; got != want {
		t.Errorf("ANSI: got %q, want %q", got, want)
	}
	f = &find.Finder{Names: all, Escapes: find.EscapesJSON}
	want := []string{"host example.com", `host a.com\/b`, "email joe@a.com", "email njoe@a.com", "host lan.a.com"}
	if got := links(f, `x\nexample.com\na.com\/b \tjoe@a.com\u0026 \\njoe@a.com \u00e9lan.a.com`); !slices.Equal(got, want) {
		t.Errorf("JSON: got %q, want %q", got, want)
	}
}

// TestSCP has addresses of scp, and e-mail addresses before ":".
func TestSCP(t *testing.T) {
	for _, tt := range []struct{ text, emails, scps string }{
		{"git@github.com:o/r.git", "", "scp git@github.com:o/r.git"},
		{"[hosts] git clone org-12345@github.com:myorg/myrepo.git", "", "scp org-12345@github.com:myorg/myrepo.git"}, // git-pkgs/forge#157
		{"see git@gitlab.com:npm/path/to/x/info.git.", "", "scp git@gitlab.com:npm/path/to/x/info.git"},              // npm/hosted-git-info#56
		{"git@192.0.2.1:x.git git@host.internal:~/x", "", "scp git@192.0.2.1:x.git scp git@host.internal:~/x"},
		{"git@host.example:2222:repo.git git@a.com:22/x", "email git@a.com", "scp git@host.example:2222:repo.git scp git@a.com:22/x"},
		{"**git@github.com:o/r.git**, <git@github.com:o/r>", "", "scp git@github.com:o/r.git scp git@github.com:o/r"},
		{"joe@a.com: x, joe@b.com:25, joe@c.com:, (joe@d.com:)", "email joe@a.com email joe@b.com email joe@c.com email joe@d.com", ""},
		{"joe@a.com:secret joe@b.com:", "email joe@b.com", "scp joe@a.com:secret"},
		{"image@sha256:0123 joe@host:x ssh://git@a.com:b", "", ""},
		{"a@a.com:http://b", "", ""},
	} {
		for i, set := range []hosts.Set{hosts.Emails, hosts.Emails | hosts.Names, hosts.SCPs, hosts.SCPs | hosts.Names, hosts.SCPs | hosts.Emails | hosts.Names} {
			want := tt.scps
			switch {
			case i < 2:
				want = tt.emails
			case i == 4 && want == "":
				want = tt.emails
			case i == 4 && tt.emails != "" && !strings.Contains(tt.scps, "2222"):
				want += " " + tt.emails
			}
			var got []string
			for _, one := range links(&find.Finder{Names: set}, tt.text) {
				if !strings.HasPrefix(one, "url ") {
					got = append(got, one)
				}
			}
			if got := strings.Join(got, " "); got != want {
				t.Errorf("set %d, %q: got %q, want %q", set, tt.text, got, want)
			}
		}
	}
	f := &find.Finder{Names: hosts.SCPs}
	if got := string(f.AppendLinked(nil, "git@a.com:o/r git@a.com:/x", find.Linking{Schemes: []string{"ssh"}})); got !=
		`<a href="ssh://git@a.com/o/r">git@a.com:o/r</a> <a href="ssh://git@a.com/x">git@a.com:/x</a>` {
		t.Errorf("links: %s", got)
	}
}

// TestRuns has names in runs of letters, digits, marks and - _ . % $. A name is not found in a part of a run. None of the
// finders but the last one finds addresses with a scheme.
func TestRuns(t *testing.T) {
	for _, tt := range kit.Cases[struct{ text, want string }]("hosts.txt", "TestRuns") {
		for i, f := range []*find.Finder{
			{Names: hosts.Names | hosts.IPs | hosts.Emails, Schemes: []string{}}, {Names: hosts.Names | hosts.IPs | hosts.Emails, Syntax: find.SyntaxProse, Schemes: []string{}},
			{Names: hosts.Names | hosts.IPs | hosts.Emails, Syntax: find.SyntaxWeb, Schemes: []string{}}, hosts.UTS58(),
		} {
			want := tt.want
			if i == 3 && strings.HasPrefix(tt.text, "https://") {
				want = "host https://example.com"
			}
			if got := strings.Join(links(f, tt.text), " "); got != want {
				t.Errorf("finder %d, %q: got %q, want %q", i, tt.text, got, want)
			}
		}
	}
	if got := string(hosts.UTS58().AppendLinked(nil, "http://paypal_login.com/ a_b.com", find.Linking{})); got != "http://paypal_login.com/ a_b.com" {
		t.Errorf("links: %s", got)
	}
	// With SyntaxURI, a run is in US-ASCII.
	for text, want := range map[string]string{
		"请看example.com。谢谢": "host example.com", "请联系joe@example.com谢谢": "email joe@example.com", "example.com失败": "host example.com", "a_example.com失败": "", "bücher.de": "host cher.de",
	} {
		if got := strings.Join(links(&find.Finder{Names: hosts.Names | hosts.Emails, Syntax: find.SyntaxURI}, text), " "); got != want {
			t.Errorf("URI, %q: got %q, want %q", text, got, want)
		}
	}
	// The scheme after a name is a part of its run.
	f := &find.Finder{Names: hosts.Names}
	for text, want := range map[string]string{
		"a.comhttp://b": "url http://b", "a.com.http://b": "url http://b", "a.com/http://b": "host a.com/ url http://b", "a.com http://b": "host a.com url http://b",
	} {
		if got := strings.Join(links(f, text), " "); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestWindows finds a name at every offset from the start of the text, where a part that is searched at once may end.
func TestWindows(t *testing.T) {
	for n := range 2 << 10 {
		text := strings.Repeat(" ", n) + "日。com"
		for m, want := range map[string]string{"": "host 日。com", " [::1]": "host 日。com host [::1]", " a.com": "host 日。com host a.com"} {
			check := func() {
				if got := strings.Join(links(&find.Finder{Names: hosts.Names | hosts.IPs, Syntax: find.SyntaxProse}, text+m), " "); got != want {
					t.Errorf("%d spaces, %q: got %q, want %q", n, m, got, want)
				}
			}
			check()
			simdtest.Without(check)
		}
	}
}

func TestUTS58Options(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"See HTTP://a.com/x?", "host HTTP://a.com/x?"}, // the last safe end is after the delimiter of a part
		{"ftp://a.com", "host a.com"},
		{"http://b:c@a.com ftp://c@a.com", ""},
		{"192.0.2.1 localhost [::1]", ""},
		{"a.com@b.com", "email a.com@b.com"},
		{"a.com/" + strings.Repeat("(", 125) + "((", "host a.com/" + strings.Repeat("(", 125)},
	} {
		if got := strings.Join(links(hosts.UTS58(), tt.text), ";"); got != tt.want {
			t.Errorf("%q: got %q, want %q", tt.text, got, tt.want)
		}
	}
}

// TestAllocations checks that the loop over the matches does not allocate.
func TestAllocations(t *testing.T) {
	text := strings.Repeat("joe@example.com www.example.com/a 192.0.2.1 [::1] http://a.b/ main.rs bücher.DE a..com 1.2.3 [x] ", 20)
	for _, f := range []*find.Finder{{Names: hosts.Names | hosts.IPs | hosts.Emails}, hosts.UTS58()} {
		got := testing.AllocsPerRun(10, func() {
			for range f.AllString(text) {
			}
		})
		if got != 0 {
			t.Errorf("%v: %v allocations", f.Names, got)
		}
	}
}
