package uri

import (
	"bytes"
	"fmt"
	"github.com/urispan/uri/internal/test/kit"
	"log/slog"
	"os"
	"strings"
	"testing"
)

func TestRedacted(t *testing.T) {
	tests := kit.Cases[struct{ in, want string }]("redact.txt", "TestRedacted")
	for _, test := range tests {
		got := MustParse(test.in).Redacted()
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.in, got, test.want)
		}
		if v, err := Parse(got); err != nil || v.Redacted() != got {
			t.Errorf("%q: redacted to %q, and again to %q, %v", test.in, got, v.Redacted(), err)
		}
		if text := (Redactor{}).AppendRedacted([]byte("<"), MustParse(test.in)); string(text) != "<"+test.want {
			t.Errorf("%q appended: %q", test.in, text)
		}
	}
}

func TestLogValue(t *testing.T) {
	var b bytes.Buffer
	u := MustParse("http://joe:hunter2@example.com/")
	for _, handler := range []slog.Handler{slog.NewTextHandler(&b, nil), slog.NewJSONHandler(&b, nil)} {
		slog.New(handler).Info("fetched", "uri", u, "pointer", &u, slog.Group("g", "uri", u))
	}
	if strings.Contains(b.String(), "hunter2") || strings.Count(b.String(), "http://joe:xxxxx@example.com/") != 6 {
		t.Errorf("logged:\n%s", &b)
	}
}

// redactorTests have Redactors as newRedactor reads them.
var redactorTests = kit.Cases[struct{ r, in, want string }]("redact.txt", "redactorTests")

// newRedactor returns the Redactor that text describes, such as "user" or "keys=token,key".
func newRedactor(text string) Redactor {
	if text == "secret" {
		return keys(SecretKeys()...)
	}
	if names, ok := strings.CutPrefix(text, "keys="); ok {
		return keys(strings.Split(names, ",")...)
	}
	return Redactor{User: text == "user", Fragment: text == "fragment", OriginOnly: text == "origin"}
}

func keys(keys ...string) Redactor { return Redactor{QueryKeys: keys} }

func TestRedactor(t *testing.T) {
	for _, test := range redactorTests {
		u, r := MustParse(test.in), newRedactor(test.r)
		if got := r.Redacted(u); got != test.want {
			t.Errorf("%+v, %q: %q, want %q", test.r, test.in, got, test.want)
		}
		if got := string(r.AppendRedacted([]byte("uri="), u)); got != "uri="+test.want {
			t.Errorf("%+v, %q: appended: %q", test.r, test.in, got)
		}
		checkRedactor(t, r, test.in)
	}
}

func FuzzRedactor(f *testing.F) {
	for _, test := range redactorTests {
		r := newRedactor(test.r)
		f.Add(test.in, strings.Join(r.QueryKeys, ","), r.User, r.Fragment, r.OriginOnly)
	}
	f.Fuzz(func(t *testing.T, in, keys string, user, fragment, originOnly bool) {
		checkRedactor(t, Redactor{user, strings.Split(keys, ","), fragment, originOnly}, in)
	})
}

// checkRedactor checks that the redacted text is a URI-reference that does not change when it is redacted again, and that
// the components that r hides are hidden.
func checkRedactor(t *testing.T, r Redactor, in string) {
	u, err := Parse(in)
	if err != nil {
		return
	}
	got := r.Redacted(u)
	v, err := Parse(got)
	if err != nil {
		t.Fatalf("%+v, %q: redacted %q is invalid: %v", r, in, got, err)
	}
	if again := r.Redacted(v); again != got {
		t.Errorf("%+v, %q: redacted to %q, and again to %q", r, in, got, again)
	}
	for c, hides := range map[Component]bool{
		ComponentUserinfo: r.User || r.OriginOnly, ComponentPath: r.OriginOnly, ComponentQuery: r.OriginOnly,
		ComponentFragment: r.Fragment || r.OriginOnly,
	} {
		text, _ := v.scanned(c)
		if hides && strings.TrimPrefix(text, "/") != "" && strings.TrimPrefix(text, "/") != "xxxxx" {
			t.Errorf("%+v, %q: redacted %q shows the %v %q", r, in, got, c, text)
		}
	}
	if !strings.ContainsAny(in, "@%=&") && !r.Fragment && !r.OriginOnly && got != in {
		t.Errorf("%+v, %q: redacted to %q", r, in, got)
	}
}

func TestRedactorLogValuer(t *testing.T) {
	var b bytes.Buffer
	logger := slog.New(slog.NewTextHandler(&b, nil))
	logger.Info("fetched", "uri", keys("token").LogValuer(MustParse("http://joe:hunter2@h/?token=hunter2")))
	if strings.Contains(b.String(), "hunter2") || !strings.Contains(b.String(), "http://joe:xxxxx@h/?token=xxxxx") {
		t.Errorf("logged:\n%s", &b)
	}
}

// No verb of package fmt prints the secret, wherever the value is.
func TestRedactorFormat(t *testing.T) {
	const text, hidden = "http://joe:hunter2@h/?token=hunter2", "http://joe:xxxxx@h/?token=xxxxx"
	v := keys("token").LogValuer(MustParse(text))
	for format, want := range map[string]string{
		"%v": hidden, "%+v": hidden, "%s": hidden, "%40s": strings.Repeat(" ", 40-len(hidden)) + hidden,
		"%#v": `"` + hidden + `"`, "%q": `"` + hidden + `"`, "%x": fmt.Sprintf("%x", hidden),
		"%X": fmt.Sprintf("%X", hidden), "%d": "%!d(string=" + hidden + ")", "%t": "%!t(string=" + hidden + ")",
	} {
		if got := fmt.Sprintf(format, v); got != want {
			t.Errorf("%s: %s, want %s", format, got, want)
		}
	}
	if got := v.(fmt.Stringer).String(); got != hidden {
		t.Errorf("String: %s", got)
	}
	in := []any{v, &v, []slog.LogValuer{v}, struct{ V slog.LogValuer }{v}, struct{ v slog.LogValuer }{v}}
	for _, verb := range "vsqxXdtpTbeUc" {
		for _, flags := range []string{"", "+", "#", "# ", "012.3"} {
			for _, x := range in {
				got := fmt.Sprintf("%"+flags+string(verb), x)
				if strings.Contains(got, "hunter2") || strings.Contains(got, fmt.Sprintf("%x", "hunter2")) {
					t.Errorf("%%%s%c, %T: %s", flags, verb, x, got)
				}
			}
		}
	}
}

// TestFormatOfHolders has the forms that package fmt prints of the other types that hold a URI. That no verb shows a
// password is tested in internal/hostile, for all types.
func TestFormatOfHolders(t *testing.T) {
	const text, hidden = "http://joe:hunter2@h/?%25", "http://joe:xxxxx@h/?%25"
	u := MustParse(text)
	base, err := NewBase(u, 0)
	if err != nil {
		t.Fatal(err)
	}
	elements, err := u.Elements()
	if err != nil {
		t.Fatal(err)
	}
	const fields = `{IsRelative:false Scheme:http UserInfo:joe:xxxxx Host:h Port:0 HasPort:false Path:[ ] Query:%25 ` +
		`Fragment:}`
	for _, test := range []struct {
		format string
		v      any
		want   string
	}{
		{"%v", *base, hidden},
		{"%v", base, hidden},
		{"%s", base, hidden},
		{"%25s|", *base, strings.Repeat(" ", 25-len(hidden)) + hidden + "|"},
		{"%#v", base, `"` + hidden + `"`},
		{"%d", base, "%!d(string=" + hidden + ")"},
		{"%v", (*Base)(nil), "<nil>"},
		{"%v", u.Builder(), hidden},
		{"%s", *u.Builder(), hidden},
		{"%v", u.Builder().SetPort("x"), "bad port at byte 0: expected a digit"},
		{"%v", u.Key(), hidden},
		{"%+v", map[Key]int{u.Key(): 1}, "map[" + hidden + ":1]"},
		{"%s", u.Key(), text},
		{"%q", u.Key(), `"` + text + `"`},
		{"%v", Key("http://joe:hunter2@h/ "), "xxxxx"},
		{"%v", Key(""), ""},
		{"%+v", elements, fields},
		{"%+v", &elements, fields},
		{"%#v", Elements{UserInfo: "a%3ab"}, `uri.Elements{IsRelative:false, Scheme:"", UserInfo:"xxxxx", Host:"", ` +
			`Port:0x0, HasPort:false, Path:[]string(nil), Query:"", Fragment:""}`},
		{"%v", Elements{Scheme: "http", Path: []string{"", "", "joe:hunter2@h", "a:b@c"}},
			"{false http   0 false [  joe:xxxxx@c]  }"},
		{"%v", Elements{Scheme: "FTP", Path: []string{"joe:@h"}}, "{false FTP   0 false [joe:@h]  }"},
		{"%v", Elements{Scheme: "http", Host: "h", Path: []string{"", "joe:b@h"}}, "{false http  h 0 false [ joe:b@h]  }"},
		{"%v", Elements{Scheme: "file", Path: []string{"", "joe:b@h"}}, "{false file   0 false [ joe:b@h]  }"},
		{"%v", Elements{Scheme: "jdbc", Path: []string{"db:", "", "joe:hunter2@h", "a:b@c"}},
			"{false jdbc   0 false [db:  joe:xxxxx@c]  }"},
		{"%v", Elements{Scheme: "jdbc", Path: []string{"db:", ""}}, "{false jdbc   0 false [db: ]  }"},
		{"%v", (&Builder{}).SetScheme("http").SetPath("/joe:hunter2@h"), "http:/joe:xxxxx@h"},
		{"%v", (&Builder{}).SetScheme("jdbc").SetPath("db://joe:hunter2@h"), "jdbc:db://joe:xxxxx@h"},
		{"%v", Key("http:joe:hunter2@h"), "http:joe:xxxxx@h"},
	} {
		if got := fmt.Sprintf(test.format, test.v); got != test.want {
			t.Errorf("%s of %T: %s, want %s", test.format, test.v, got, test.want)
		}
	}
	if elements.UserInfo != "joe:hunter2" {
		t.Error("printing changed the elements")
	}
}

// TestRedactorLogValuerInside logs the results of LogValuer in places where package log/slog does not call LogValue.
func TestRedactorLogValuerInside(t *testing.T) {
	const hidden = "http://joe:xxxxx@h/?token=xxxxx"
	v := keys("token").LogValuer(MustParse("http://joe:hunter2@h/?token=hunter2"))
	in := []any{
		map[string]any{"uri": v}, struct{ URI slog.LogValuer }{v}, []any{v}, []slog.LogValuer{v},
		&struct{ In map[string]any }{map[string]any{"uri": v}},
	}
	for _, x := range in {
		var b bytes.Buffer
		slog.New(slog.NewJSONHandler(&b, nil)).Info("fetched", "in", x)
		slog.New(slog.NewTextHandler(&b, nil)).Info("fetched", "in", x)
		got := b.String()
		lines := strings.Split(strings.TrimSpace(got), "\n")
		isPointer := strings.HasPrefix(fmt.Sprintf("%T", x), "*")
		if strings.Contains(got, "hunter2") || len(lines) != 2 || !strings.Contains(lines[0], hidden) ||
			!isPointer && !strings.Contains(lines[1], hidden) {
			t.Errorf("%T: logged:\n%s", x, got)
		}
	}
}
func ExampleRedactor() {
	r := Redactor{QueryKeys: []string{"token"}, Fragment: true}
	u := MustParse("https://joe:hunter2@example.com/a?b=c&%74oken=1234#access_token=5678")
	fmt.Println(r.Redacted(u))
	fmt.Println(Redactor{OriginOnly: true}.Redacted(u))
	// Output:
	// https://joe:xxxxx@example.com/a?b=c&%74oken=xxxxx#xxxxx
	// https://xxxxx@example.com/xxxxx
}

// In a map, a struct or a slice, a JSONHandler writes a URI with its password. It redacts the value of LogValuer.
func ExampleRedactor_LogValuer() {
	u := MustParse("https://joe:hunter2@example.com/a?token=1234")
	logger := slog.New(slog.NewJSONHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
				return slog.Attr{}
			}
			return a
		},
	}))
	r := Redactor{QueryKeys: []string{"token"}}
	logger.Info("a", "uri", u)
	logger.Info("b", "job", map[string]any{"id": 7, "uri": r.LogValuer(u)})
	logger.Info("c", "job", map[string]any{"id": 7, "uri": u.Redacted()})
	// Output:
	// {"msg":"a","uri":"https://joe:xxxxx@example.com/a?token=1234"}
	// {"msg":"b","job":{"id":7,"uri":"https://joe:xxxxx@example.com/a?token=xxxxx"}}
	// {"msg":"c","job":{"id":7,"uri":"https://joe:xxxxx@example.com/a?token=1234"}}
}
