package find_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/url"
	"reflect"
	"runtime/debug"
	"strings"
	"sync"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/internal/test/kit"
)

// writeCut writes text in pieces of random sizes.
func writeCut(t *testing.T, w *find.RedactingWriter, random *rand.Rand, text string) {
	t.Helper()
	for len(text) > 0 {
		n := 1 + random.IntN(min(len(text), 20))
		if got, err := w.Write([]byte(text[:n])); got != n || err != nil {
			t.Fatalf("Write = %d, %v", got, err)
		}
		text = text[n:]
	}
}

// TestWriterAsAppend compares the output for random cuts with AppendRedacted.
func TestWriterAsAppend(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(1000, 4000, 250000) {
		text := plantedText(random)
		var out bytes.Buffer
		w := find.NewRedactingWriter(&out, planted)
		writeCut(t, w, random, text)
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if want := redacted(text, planted); out.String() != want {
			t.Fatalf("the writer turns %q into %q, want %q", text, &out, want)
		}
	}
}

// TestWriterFlush flushes at every offset of each shape.
func TestWriterFlush(t *testing.T) {
	for _, p := range plants {
		for cut := range len(p.text) {
			var out bytes.Buffer
			w := find.NewRedactingWriter(&out, planted)
			_, _ = io.WriteString(w, "x "+p.text[:cut])
			_ = w.Flush()
			_ = w.Flush()
			_, _ = io.WriteString(w, p.text[cut:]+" y\n")
			before, after, _ := strings.Cut(p.text, secret)
			isCut := cut > len(before) && cut < len(p.text)-len(after)
			if strings.Contains(out.String(), secret) || isCut && !strings.Contains(p.reason, "space") && (strings.Contains(out.String(), "SECRE") || strings.Contains(out.String(), "ECRET")) {
				t.Errorf("%q, flushed at %d: %q", p.text, cut, &out)
			}
			if !strings.HasPrefix(out.String(), "x ") || !strings.HasSuffix(out.String(), " y\n") {
				t.Errorf("%q, flushed at %d: %q", p.text, cut, &out)
			}
		}
	}
	var out bytes.Buffer
	w := find.NewRedactingWriter(&out, uri.Redactor{})
	_, _ = io.WriteString(w, "http")
	_ = w.Flush()
	_, _ = io.WriteString(w, ":")
	_ = w.Flush()
	_, _ = io.WriteString(w, "//u:p@h a")
	_ = w.Flush()
	_, _ = io.WriteString(w, "b https://u:12")
	_ = w.Flush()
	_, _ = io.WriteString(w, "34@h\n")
	if got, want := out.String(), "http://u:xxxxx@h ab https://u:xxxxx@h\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, prompt := range []string{"Password: ", "Continue [Y/n]? ", "user@host's password: ", "https://h:80/ is up. Continue? "} {
		out.Reset()
		_, _ = io.WriteString(w, prompt)
		_ = w.Flush()
		if out.String() != prompt {
			t.Errorf("a prompt is %q, want %q", &out, prompt)
		}
		_ = w.Close()
	}
	out.Reset()
	for _, part := range []string{"getaddrinfo ENOT", "FOUND SEC", "RET@h ", "x lookup SEC", "RET@h: no su", "ch host\n"} {
		_, _ = io.WriteString(w, part)
		_ = w.Flush()
	}
	if got, want := out.String(), "getaddrinfo ENOTFOUND xxxxx@h x lookup xxxxx@h: no such host\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestWriterLong writes tokens that are longer than a RedactingWriter keeps.
func TestWriterLong(t *testing.T) {
	random := kit.Random(t)
	long := strings.Repeat("a", 100<<10)
	for _, c := range []struct{ text, want string }{
		{long + "https://u:SECRET@h/ b\n", long + "https://u:xxxxx@h/ b\n"},
		{"https://u:" + long + "SECRET@h/ b\n", "https://u:xxxxx@h/ b\n"},
		{"x=https://u:" + long + "SECRET@h/ b\n", "x=https://u:xxxxx@h/ b\n"},
		{long + "=https://u:" + long + "SECRET@h/ b\n", long + "=https://u:xxxxx@h/ b\n"},
	} {
		for _, size := range []int{1, 100, 1 << 20} {
			if size == 1 && testing.Short() {
				continue
			}
			var out bytes.Buffer
			w := find.NewRedactingWriter(&out, uri.Redactor{})
			for text := c.text; text != ""; {
				n := min(len(text), 1+random.IntN(size)+size/2)
				_, _ = io.WriteString(w, text[:n])
				text = text[n:]
			}
			if out.String() != c.want {
				t.Errorf("a token of %d bytes in pieces of %d: got %d bytes: %.80q", len(c.text), size, out.Len(), &out)
			}
		}
	}
}

// longWords are words with secrets, and some without.
var longWords = []string{
	"https://u:SECRET@h.example/ ", "?token=SECRET&a ", "host=h user=u token='SECRET SECRET' ", "https://u:SECRET w@h/ ",
	`{"u":"https://h:80","m":"a@b"} `, `parse "pg://u:SECRET": invalid port ":SECRET" after host `, `invalid port ":SECRET" after host `, "root:SECRET@tcp(h)/d ", "x;token={SECRET; SECRET};y ",
	"https://u:SECRET  w@h/ ", "https://u:SECRET\tw@h/ ", "host=h token = SECRET ", "u:SECRET@tcp(h)/d ", "u:SECRET@/d ", "h:1,token=SECRET,a=b ",
	"//u:SECRET@h/ ", `"{\"u\":\"https://u:SECRET@h\"}" `, "sip:u:SECRET@h ", "jdbc:db2://h:1/x:token=SECRET; ", "https%3A%2F%2Fu%3ASECRET%40h ",
	`invalid integer value "SECRET SECRET SECRET" for connection option "port" `,
	"word ", strings.Repeat("word", 20) + " ", "a:b ", "c@d ", "= ", "== ", "host= ",
}

// TestWriterLongLines writes lines that are longer than a RedactingWriter keeps, with calls of Flush.
func TestWriterLongLines(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(3, 10, 100) {
		var line strings.Builder
		for line.Len() < 200<<10 {
			line.WriteString(longWords[random.IntN(len(longWords))])
		}
		var out bytes.Buffer
		w := find.NewRedactingWriter(&out, planted)
		for rest := line.String(); rest != ""; {
			n := 1 + random.IntN(min(len(rest), 50_000))
			_, _ = io.WriteString(w, rest[:n])
			if rest = rest[n:]; random.IntN(3) == 0 {
				_ = w.Flush()
			}
		}
		_ = w.Close()
		if want := redacted(line.String(), planted); out.String() != want {
			t.Fatalf("a line of %d bytes: got %d bytes, want %d; a secret is shown: %v", line.Len(), out.Len(), len(want), strings.Contains(out.String(), secret))
		}
	}
	for _, piece := range []string{
		`{"a":"b","u":"https://u:SECRET@h/"},`, // without a space
		`"https://u:SECRET SECRET@h/",`, `"h=1;token='S SECRET'",`, `"h=1;token={S SECRET}",`, `"'?token=''S SECRET'''",`,
		`{"a":"host=h token='S SECRET'"},{"b":""}, `, "'host=h token = 'SECRET ", `, "u": "https://u:SECRET@h/"`,
		`{"a":"parse \"redis://u:SECRET\": invalid port \":SECRET\" after host"},{"b":""}, `,
		`invalid integer value "S SECRET" for connection option "port" `,
	} {
		text := strings.Repeat(piece, 140<<10/len(piece))
		cut := 1000 + random.IntN(120_000)
		var out bytes.Buffer
		w := find.NewRedactingWriter(&out, planted)
		writeCut(t, w, random, text[:1000])
		_, _ = io.WriteString(w, text[1000:cut])
		_, _ = io.WriteString(w, text[cut:])
		_ = w.Close()
		if out.String() != redacted(text, planted) {
			t.Errorf("%q, repeated, cut at %d: got other text than from AppendRedacted", piece, cut)
		}
	}
}

// TestWriterFlushLinear flushes parts of a line without a word that can be written.
func TestWriterFlushLinear(t *testing.T) {
	for i, piece := range []string{"a=b&", "&", "http://u:p@", "@", "?token="} {
		size := []int{4096, 128}[i/3]
		hostile.CheckLinear(t, fmt.Sprintf("%q", piece), 128*size, func(n int) func() {
			part := strings.Repeat(piece, size/len(piece))
			return func() {
				w := find.NewRedactingWriter(io.Discard, planted)
				for range n / len(part) {
					_, _ = io.WriteString(w, part)
					_ = w.Flush()
				}
			}
		})
	}
}

// TestWriterSplit cuts each of longWords at each offset, at the end of more text than a RedactingWriter keeps.
func TestWriterSplit(t *testing.T) {
	before := strings.Repeat("word ", 14_000)
	for _, word := range longWords {
		want := redacted(before+word+"end\n", planted)
		for cut := range len(word) {
			var out bytes.Buffer
			w := find.NewRedactingWriter(&out, planted)
			_, _ = io.WriteString(w, before+word[:cut])
			_, _ = io.WriteString(w, word[cut:]+"end\n")
			if out.String() != want {
				t.Errorf("%q, cut at %d: got %q", word, cut, out.String()[len(before)-10:])
			}
		}
	}
}

// A failing writer fails, or writes less, every second time.
type failing struct {
	bytes.Buffer
	calls int
}

var errFailing = errors.New("failing")

func (f *failing) Write(p []byte) (int, error) {
	f.calls++
	switch f.calls % 4 {
	case 1:
		n, _ := f.Buffer.Write(p[:len(p)/2])
		return n, errFailing
	case 3:
		return f.Buffer.Write(p[:len(p)/2])
	}
	return f.Buffer.Write(p)
}

// TestWriterErrors looks for secrets after errors.
func TestWriterErrors(t *testing.T) {
	random := kit.Random(t)
	for range kit.Rounds(200, 1000, 100000) {
		text := plantedText(random)
		var out failing
		w := find.NewRedactingWriter(&out, planted)
		for rest := text; rest != ""; {
			n := 1 + random.IntN(min(len(rest), 20))
			calls := out.calls
			got, err := io.WriteString(w, rest[:n])
			var want error
			if calls < out.calls && out.calls%4 == 1 {
				want = errFailing
			}
			if got != n || want != nil && err != want || err != nil && err != errFailing && err != io.ErrShortWrite {
				t.Fatalf("Write = %d, %v", got, err)
			}
			rest = rest[n:]
		}
		if strings.Contains(out.String(), secret) {
			t.Fatalf("%q: %q", text, &out)
		}
	}
}

// TestWriterConcurrent writes lines from several goroutines.
func TestWriterConcurrent(t *testing.T) {
	var out bytes.Buffer
	w := find.NewRedactingWriter(&out, planted)
	var group sync.WaitGroup
	for i := range 4 {
		group.Add(1)
		go func() {
			defer group.Done()
			for n := range 200 {
				fmt.Fprintf(w, "%s %d\n", plants[(i+n)%len(plants)].text, n)
			}
		}()
	}
	group.Wait()
	if strings.Contains(out.String(), secret) || strings.Count(out.String(), "\n") != 800 {
		t.Errorf("secrets, or other lines: %.200q", &out)
	}
}

// A config has a secret where package fmt prints an address.
type config struct{ URL *string }

func TestRedactingHandler(t *testing.T) {
	for _, p := range plants {
		for _, isJSON := range []bool{false, true} {
			var out bytes.Buffer
			var next slog.Handler = slog.NewTextHandler(&out, nil)
			if isJSON {
				next = slog.NewJSONHandler(&out, nil)
			}
			log := slog.New(find.NewRedactingHandler(next, planted))
			url := p.text
			log.With("a", url).WithGroup("g").Error(url, "b", errors.New(url), "c", slog.GroupValue(slog.String(url, url)), "d", config{&url},
				"e", []string{url}, "f", []byte(url), "n", 1, "m", map[string]string{"url": url}, "p", &url, "o", nil)
			if got := out.String(); strings.Contains(got, secret) || !strings.Contains(got, "xxxxx") {
				t.Errorf("%s: %q", p.reason, got)
			}
		}
	}
}

// A node is a list that is linked by pointers.
type node struct {
	URL   string
	Next  *node
	Owner *node `json:"-"`
}

// A groupLoop has a group with itself in it.
type groupLoop struct{}

func (groupLoop) LogValue() slog.Value {
	return slog.GroupValue(slog.String("url", "http://u:"+secret+"@h/"), slog.Any("next", groupLoop{}))
}

// A mapLoop has a field that package fmt prints and encoding/json does not.
type mapLoop struct {
	URL   string
	inner map[string]any
}

// A printedLoop is printed by its method.
type printedLoop []any

func (p printedLoop) String() string { return "printed" }

// A looping is an error that contains itself.
type looping struct{ ring *node }

func (looping) Error() string { return "looping" }

// TestRedactingHandlerDepth logs values that are nested without an end, or very deep. The promise is that of
// [NewRedactingHandler]: a part that is too large is hidden, and the rest is as in other values.
func TestRedactingHandlerDepth(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(16 << 20)) // 100,000 levels take more
	const url = "http://u:" + secret + "@h/"
	loop := map[string]any{"url": url}
	loop["self"] = loop
	list := []any{url, nil}
	list[1] = list
	type nested []nested
	inSlices := make(nested, 1)
	inSlices[0] = inSlices
	array := [1]any{loop}
	two := []any{loop, list}
	loop["two"] = two
	printed := printedLoop{nil}
	printed[0] = printed
	ring := &node{URL: url}
	ring.Next = ring
	child := &node{URL: url, Owner: &node{}}
	child.Owner.Owner = child
	var chain *node
	for range 100_000 {
		chain = &node{URL: url, Next: chain}
	}
	levels := func(n int) any {
		x := any(url)
		for range n {
			x = []any{x}
		}
		return x
	}
	key := any(url)
	for range 10_000 {
		key = [1]any{key}
	}
	shared := []any{url}
	list100k := make([]int, 100_000)
	for _, test := range []struct {
		value            any
		asText, asObject string // "" if only the secrets matter
	}{
		{loop, "a=xxxxx", `"a":"xxxxx"`},
		{list, "a=xxxxx", `"a":"xxxxx"`},
		{&loop, "a=xxxxx", `"a":"xxxxx"`},
		{inSlices, "a=xxxxx", `"a":"xxxxx"`},
		{array, "a=xxxxx", `"a":"xxxxx"`},
		{two, "a=xxxxx", `"a":"xxxxx"`},
		{mapLoop{url, loop}, "a=xxxxx", `"a":"xxxxx"`},
		{struct{ V any }{loop}, "a=xxxxx", `"a":"xxxxx"`},
		{map[any]int{key: 1}, "a=xxxxx", `"a":"xxxxx"`},
		{reflect.ValueOf(loop), "a=xxxxx", `"a":"xxxxx"`},
		{levels(10_000), "a=xxxxx", `"a":"xxxxx"`},
		{levels(4000), "a=[[[[", `"a":[[[[`},
		{[]any{shared, shared, shared}, "http://u:xxxxx@h/", `[["http://u:xxxxx@h/"],["http://u:xxxxx@h/"],["http://u:xxxxx@h/"]]`},
		{groupLoop{}, "a.next.next.url=http://u:xxxxx@h/", `"next":{"url":"http://u:xxxxx@h/"`},
		{slog.GroupValue(slog.Any("b", loop)), "a.b=xxxxx", `"a":{"b":"xxxxx"}`},
		{printed, "a=xxxxx", `"a":"xxxxx"`},
		{fmt.Errorf("%w", fmt.Errorf("get %s", url)), `"get http://u:xxxxx@h/"`, `"a":"get http://u:xxxxx@h/"`},
		{fmt.Errorf("get %s: %w", url, &looping{ring}), `"get http://u:xxxxx@h/: looping"`, `"a":"get http://u:xxxxx@h/: looping"`},
		{ring, "a=xxxxx", `"a":"xxxxx"`},
		{[]*node{ring}, "a=xxxxx", `"a":"xxxxx"`},
		{chain, "a=xxxxx", `"a":"xxxxx"`},
		{child, "a=xxxxx", `"a":"xxxxx"`},
		{list100k, "a=\"[0 0 ", `"a":[0,0,`},
	} {
		for _, isJSON := range []bool{false, true} {
			var out bytes.Buffer
			var next slog.Handler = slog.NewTextHandler(&out, nil)
			want := test.asText
			if isJSON {
				next, want = slog.NewJSONHandler(&out, nil), test.asObject
			}
			handler := find.NewRedactingHandler(next, uri.Redactor{})
			slog.New(handler).Error("", "a", test.value)
			slog.New(handler).With("a", test.value).Error("")
			got := out.String()
			if n := strings.Count(got, want); strings.Contains(got, secret) || n < 2 {
				t.Errorf("%T: %.300q, want %q", test.value, got, want)
			}
		}
	}
}

// An odd is an error that has other texts than Error returns.
type odd struct{ text, json, marshaled, formatted string }

func (o odd) Error() string                 { return o.text }
func (o odd) MarshalJSON() ([]byte, error)  { return json.Marshal(o.json) }
func (o odd) MarshalText() ([]byte, error)  { return []byte(o.marshaled), nil }
func (o odd) Format(f fmt.State, verb rune) { io.WriteString(f, o.formatted) }

// A panicking panics with its text when it is printed.
type panicking struct{ text string }

func (p panicking) LogValue() slog.Value         { panic(p.text) }
func (p panicking) MarshalText() ([]byte, error) { panic(p.text) }
func (p panicking) MarshalJSON() ([]byte, error) { panic(p.text) }

// An unprintable panics only in MarshalText.
type unprintable struct{ text string }

func (p unprintable) MarshalText() ([]byte, error) { panic(p.text) }

// A textless has no text: MarshalText returns an error.
type textless struct{}

func (textless) MarshalText() ([]byte, error) { return nil, errors.New("postgres://u:SECRET@h/d") }

// TestHandlerValues logs values that show a secret in one of their texts.
func TestHandlerValues(t *testing.T) {
	const address = "postgres://u:SECRET@h/d"
	u, err := url.Parse("https://u:SECRET@h/")
	if err != nil {
		t.Fatal(err)
	}
	query, err := url.Parse("https://h/?token=SECRET")
	if err != nil {
		t.Fatal(err)
	}
	type holder struct {
		URL    url.URL
		Header map[string][]string
		hidden map[string][]string
	}
	type body []byte
	header := map[string][]string{"Authorization": {"Basic SECRET"}, "Accept": {"text/html"}}
	for name, value := range map[string]any{
		"text": odd{text: address}, "json": odd{json: address}, "marshaled": odd{marshaled: address}, "formatted": odd{formatted: address},
		"url": *u, "pointer": u, "userinfo": *u.User, "user": u.User, "urls": []url.URL{*u}, "map": map[string]*url.URL{"a": u},
		"holder": holder{URL: *u}, "header": header, "cookie": map[string][]string{"Cookie": {"a=SECRET"}},
		"proxy": http.Header{"Proxy-Authorization": {"Basic SECRET"}}, "inside": holder{Header: header}, "unexported": &holder{hidden: header},
		"panic": panicking{address}, "unprintable": unprintable{address}, "wrapped": fmt.Errorf("a: %w", odd{text: address}),
		"body": body(address), "raw": json.RawMessage(address), "textless": textless{},
		"query": []url.URL{*query}, "queries": []*url.URL{query}, "both": holder{URL: *query, Header: header},
		"fragment": holder{URL: url.URL{Scheme: "https", Fragment: "token=SECRET"}},
	} {
		for _, isJSON := range []bool{false, true} {
			var out bytes.Buffer
			var next slog.Handler = slog.NewTextHandler(&out, nil)
			if isJSON {
				next = slog.NewJSONHandler(&out, nil)
			}
			slog.New(find.NewRedactingHandler(next, uri.Redactor{QueryKeys: []string{"token"}})).Info("a", "value", value)
			if strings.Contains(out.String(), secret) || isJSON && !json.Valid(out.Bytes()) {
				t.Errorf("%s: %s", name, &out)
			}
		}
	}
	var out bytes.Buffer
	slog.New(find.NewRedactingHandler(slog.NewTextHandler(&out, nil), uri.Redactor{})).
		Info("a", "h", header, "u", (*url.URL)(nil), "e", io.EOF, "pointer", u, "url", *u)
	for _, want := range []string{"text/html", "e=EOF", "pointer=https://u:xxxxx@h/", "url=https://u:xxxxx@h/"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in %s", want, &out)
		}
	}
}
