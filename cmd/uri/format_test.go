package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"text/template"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// Plain templates do not run in package template. The tests compare the two.

// formattedVerbs lists arguments for every verb, in every dialect.
var formattedVerbs = []string{
	"split", "split -iri", "split -web", "check", "check -iri", "check -web", "check -audit", "explain", "explain -web",
	"resolve", "resolve -base=http://b/c/d", "resolve -iri", "resolve -web", "resolve -web -base=http://b/c/d", "normalize",
	"normalize -iri", "normalize -web", "normalize -key=fingerprint", "relativize", "relativize -base=http://b/c/d", "to-uri", "to-uri -idna", "to-iri",
	"to-iri -idna",
}

func init() { formattedVerbs = append(formattedVerbs, otherVerbs(formattedVerbs)...) }

// formattedInputs are lines that are valid or invalid in various ways.
const formattedInputs = "http://u:p@[::1]:80/a/%7Eb;c?q=1#f\nHTTP://EXAMPLE.com:80/a/../b?#\n//h\n?\n#\n\n.\na b\n" +
	"http://h/\\\"<>&'\n//1.2.3.4:5/x\n//[v1.a]\nfile:///c:/\nurn:a\n%\n//[\n//u:hunter2 @h/\na\xffb\nhttp://h/\xff\xfe\xed\xa0\x80\n" +
	"http://\u00e9/\u2028\ue000\n//h:99999\n\x00\n\t\nhttp://b/c\t../e\nhttp://b/c\t\nhttp://b/\xff\t\xc3x\nx:\t%\n" +
	"http://b/c/d\thttp://b/c/e\n\r\n\ufeffa\nhttp://xn--rsum-bpad.example/%E6%97%A5\n{{.host}}"

// plainKeys returns the keys of the objects for the inputs, except the keys of arrays and objects.
func plainKeys(t *testing.T, args []string) (valid, all []string) {
	_, stdout, _ := runWith(formattedInputs, append(args, "-json")...)
	keys := map[bool]map[string]bool{false: {}, true: {}}
	nested := map[string]bool{}
	for line := range strings.Lines(stdout) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Fatal(err)
		}
		for key, v := range object {
			switch v.(type) {
			case []any, map[string]any:
				nested[key] = true
			default:
				keys[object["ok"].(bool)][key] = true
			}
		}
	}
	for _, found := range keys {
		maps.DeleteFunc(found, func(key string, _ bool) bool { return nested[key] })
	}
	delete(keys[true], "ok")
	valid = slices.Sorted(maps.Keys(keys[true]))
	maps.Copy(keys[true], keys[false])
	return valid, slices.Sorted(maps.Keys(keys[true]))
}

// TestPlainKeys: the Keys of a verb are the keys of its JSON objects.
func TestPlainKeys(t *testing.T) {
	for _, text := range formattedVerbs {
		args := strings.Fields(text)
		want, _ := plainKeys(t, args)
		v := verbs[args[0]]
		formats := &v.Formats
		if v.Web != nil && slices.Contains(args, "-web") {
			formats = v.Web
		}
		var got []string
		for _, key := range formats.Keys {
			if !key.Nested && !key.Extra && !key.Maybe && key.Name != "ok" && key.Of != engine.OfInvalid {
				got = append(got, key.Name)
			}
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("%s: keys %q, want %q", text, got, want)
		}
	}
}

// checkPlain compares the output of a compiled template with that of package template, which executes the template if
// an empty "if" follows it: with the values of the keys or, if the "if" reads the object as a whole, with those of the
// decoded object. It skips templates that do not parse: they may end in a string that includes the "if", as
// "{{`" does.
func checkPlain(t *testing.T, args []string, text, stdin string) {
	t.Helper()
	with := func(text string) (status int, result string) {
		status, stdout, stderr := runWith(stdin, append(slices.Clone(args), "-quiet", "-format", text)...) // hints repeat the template
		return status, fmt.Sprintf("status %d, %q, %q", status, stdout, stderr)
	}
	status, got := with(text)
	known := template.FuncMap{"defined": func(any) bool { return true }}
	if _, err := template.New("").Funcs(known).Parse(text); err != nil {
		if status != engine.ExitTrouble {
			t.Errorf("%q -format %q: %s, want %v", args, text, got, err)
		}
		return
	}
	for _, more := range []string{"{{if false}}{{end}}", "{{if false}}{{.}}{{end}}"} {
		if _, want := with(text + more); got != want {
			t.Errorf("%q -format %q: %s, but with %s: %s", args, text, got, more, want)
		}
	}
}

// TestPlainTemplates: plain templates print the same bytes as package template. The test has half of the templates, and
// the values of -invalid take turns. With URI_LONG, each template has all values.
func TestPlainTemplates(t *testing.T) {
	every := kit.Rounds(5*len(engine.InvalidWords), 5*len(engine.InvalidWords), 1)
	for _, text := range formattedVerbs {
		args := strings.Fields(text)
		_, keys := plainKeys(t, args)
		templates := []string{`{{"x"}}`, `{{"a\t\xff"}}`, "{{/* c */}}", "{{`{{.ok}}`}}", "a {{- `b` -}} c\n", "{{define `x`}}{{end}}y"}
		var all string
		for i, key := range keys {
			field := "{{." + key + "}}"
			all += field + "\t"
			templates = append(templates, field, "<"+field+"\xff>", "{{- .ok}}"+field, field+"{{."+keys[i/2]+" -}} \n",
				"{{if ."+keys[i/2]+"}}a"+field+"{{else if defined "+"."+key+"}}b{{end}}",
				"12345678"+field, "123456789"+field, "x"+field+field)
		}
		for i, text := range append(templates, all) {
			for j, how := range engine.InvalidWords.Names() {
				if (i+j)%every != 0 {
					continue
				}
				checkPlain(t, append(args, "-invalid", how), text, formattedInputs)
			}
		}
	}
}

func FuzzPlainTemplates(f *testing.F) {
	for i := range formattedVerbs {
		f.Add(uint(i), uint(i), "|", formattedInputs)
	}
	for _, text := range []string{"{{`", "{{`\n", `{{"`, "{{'", "{{/*", "{{- ", "{{if 1}}", "{{end}}", "{", " -}}\n",
		"{{ne}}", "{{defined}}"} { // byte 2 of the line
		f.Add(uint(1), uint(1), text, "http://a/b\n")
	}
	f.Fuzz(func(t *testing.T, verb, key uint, text, stdin string) {
		args := strings.Fields(formattedVerbs[verb%uint(len(formattedVerbs))])
		_, keys := plainKeys(t, args)
		checkPlain(t, args, text+"{{."+keys[key%uint(len(keys))]+"}}"+text, stdin)
	})
}

// TestInvalidFlag compares the output for the values of -invalid, and the exit status: with -format or -field, an input
// that is omitted does not count. Standard error has the reasons that standard output lacks.
func TestInvalidFlag(t *testing.T) {
	const stdin = "HTTP://a\nb c\n\nhttp://A/\n"
	const reasons = "uri: line 2: illegal space in path at byte 1: b c\n"
	for _, test := range kit.Cases[struct {
		args           string
		status         int
		stdout, stderr string
	}]("format.txt", "TestInvalidFlag", map[string]any{"reasons": reasons}) {
		status, stdout, stderr := runWith(stdin, strings.Fields(test.args)...)
		if status != test.status || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%s: status %d, %q, %q, want %d, %q, %q", test.args, status, stdout, stderr, test.status, test.stdout, test.stderr)
		}
	}
	for _, args := range []string{"check -invalid empty", "normalize -tsv -invalid mark", "check -json -invalid=mark", "check -field ok -invalid no"} {
		if status, _, stderr := runWith("", strings.Fields(args)...); status != engine.ExitTrouble ||
			!strings.Contains(stderr, "-invalid") {
			t.Errorf("%s: status %d, %q", args, status, stderr)
		}
	}
}

// TestBareResults: verbs with a result print it alone, without the escapes of lines, and nothing else. Standard error
// describes three invalid inputs, also if workers read them at the same time, and has their number.
func TestBareResults(t *testing.T) {
	const few = "uri: line 1: illegal space in path at byte 1: a b\n"
	for _, test := range kit.Cases[struct {
		stdin, args    string
		status         int
		stdout, stderr string
	}]("format.txt", "TestBareResults", map[string]any{"few": few}) {
		status, stdout, stderr := runWith(test.stdin, strings.Fields(test.args)...)
		if status != test.status || stdout != test.stdout || stderr != test.stderr {
			t.Errorf("%q %s: status %d, %q, %q, want %d, %q, %q", test.stdin, test.args, status, stdout, stderr, test.status, test.stdout, test.stderr)
		}
	}
	const lines = 100_000
	for _, workers := range []int{1, manyWorkers} {
		status, stdout, stderr := runWorkers(workers, strings.NewReader("\n"+strings.Repeat("<\nHTTP:\n", lines)), "normalize")
		const want = "uri: line 2: illegal character \"<\" in path at byte 0: <\nuri: line 4: illegal character \"<\" in path at byte 0: <\n" +
			"uri: line 6: illegal character \"<\" in path at byte 0: <\nuri: 100,000 of 200,000 lines are invalid\n"
		if status != engine.ExitInvalid || stdout != strings.Repeat("http:\n", lines) || stderr != want {
			t.Errorf("%d workers: status %d, %d bytes, %q", workers, status, len(stdout), stderr)
		}
	}
}

// TestHeader: -header names the columns of each line, and works with columns alone. A line for a valid input has as many
// columns as the header.
func TestHeader(t *testing.T) {
	for _, test := range kit.Cases[struct{ args, want string }]("format.txt", "TestHeader") {
		status, stdout, stderr := runWith("http://h/a\n", append(strings.Fields(test.args), "-header")...)
		header, line, _ := strings.Cut(stdout, "\n")
		if header != test.want || strings.Count(line, "\t") != strings.Count(header, "\t") || status != engine.ExitValid || stderr != "" {
			t.Errorf("%s: %d, %q, %q, want %q", test.args, status, stdout, stderr, test.want)
		}
	}
	for _, args := range []string{"normalize", "check -json", "split -format {{.host}}", "split -picture always"} {
		status, stdout, stderr := runWith("", append(strings.Fields(args), "-header")...)
		if status != engine.ExitTrouble || stdout != "" || !strings.Contains(stderr, "-header works only with -tsv or -field") {
			t.Errorf("%s: %d, %q, %q", args, status, stdout, stderr)
		}
	}
}

// TestFramesAgreeWithJSON: a line that is only text and the record has the same result as JSON, which runs the Step.
func TestFramesAgreeWithJSON(t *testing.T) {
	_, web := kit.Web(t, 2)
	lines := slices.Concat(strings.Split(formattedInputs, "\n"), web, kit.Refs(), kit.Files(), kit.Queries())
	stdin := strings.Join(lines, "\n")
	for _, test := range []struct{ args, key, before string }{
		{"check", "input", "ok\t\t\t\t"}, {"check -iri", "input", "ok\t\t\t\t"}, {"check -crlf -max-line=50", "input", "ok\t\t\t\t"},
		{"normalize", "output", "ok\t"}, {"normalize -steps=", "output", "ok\t"}, {"normalize -steps=case,dot", "output", "ok\t"},
		{"normalize -iri", "output", "ok\t"}, {"normalize -max-line=30", "output", "ok\t"},
	} {
		args := strings.Fields(test.args)
		_, stdout, _ := runWith(stdin, tabbed(args...)...)
		_, objects, _ := runWith(stdin, append(args, "-json")...)
		got := strings.Split(stdout, "\n")
		for i, line := range strings.Split(strings.TrimSuffix(objects, "\n"), "\n") {
			var object map[string]any
			if err := json.Unmarshal([]byte(line), &object); err != nil {
				t.Fatal(err)
			}
			switch {
			case object["ok"] == false && strings.HasPrefix(got[i], "invalid\t"):
			case object["ok"] == true && got[i] == test.before+object[test.key].(string):
			default:
				t.Fatalf("%s: line %d is %q, but the object %s", test.args, i+1, got[i], line)
			}
		}
	}
}

// TestLineAllocations: a line does not allocate once the template is prepared and the buffers are large enough, even if
// the line is not in normal form.
func TestLineAllocations(t *testing.T) {
	const lines = 20_000
	stdin := strings.Repeat("http://example.com/a?b\nHTTP://h:80/%7e\n", lines/2)
	for _, args := range []string{"check", "normalize", "normalize -iri", "normalize -field output", "split",
		"split -format {{.scheme}}\t{{.host}}", "resolve -base=http://h/ -field target",
		"split -web", "split -web -json", "normalize -web", "normalize -web -json", "resolve -web -base=http://h/"} {
		n := testing.AllocsPerRun(1, func() { runWith(stdin, strings.Fields(args)...) })
		if n > lines/20 {
			t.Errorf("%s: %.0f allocations for %d lines", args, n, lines)
		}
	}
}
