package hosts_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
	"github.com/urispan/uri/internal/simd"
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
	for _, tt := range kit.Cases[struct {
		set  hosts.Set
		text string
		want []string
	}]("hosts.txt", "TestSet", map[string]any{"Emails": hosts.Emails, "IPs": hosts.IPs, "Names": hosts.Names, "all": all}) {
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
	for _, tt := range kit.Cases[struct{ text, emails, scps string }]("hosts.txt", "TestSCP") {
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
			kit.Without(&simd.Available, check)
		}
	}
}

func TestUTS58Options(t *testing.T) {
	for _, tt := range kit.Cases[struct{ text, want string }]("hosts.txt", "TestUTS58Options", map[string]any{
		"brackets": "a.com/" + strings.Repeat("(", 125) + "((",
		"linked":   "host a.com/" + strings.Repeat("(", 125),
	}) {
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
