package links

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// HTML5lib returns the files of html5lib's tests that are a part of x/net, which is a dependency of this module's
// tests. They are beside the source of x/net, where the compiler found it.
func HTML5lib(t *testing.T, pattern string) []string {
	parse := runtime.FuncForPC(reflect.ValueOf(html.Parse).Pointer())
	source, _ := parse.FileLine(parse.Entry())
	files, err := filepath.Glob(filepath.Join(filepath.Dir(source), "testdata", "html5lib-tests", pattern))
	if err != nil || len(files) == 0 {
		t.Skip("golang.org/x/net has no tests here")
	}
	return files
}

// A tokenTest is a test of html5lib's for tokenizers.
type tokenTest struct {
	Description, Input, LastStartTag string
	Output                           [][]any
	InitialStates                    []string
	DoubleEscaped                    bool
}

func tokenTests(t *testing.T) (tests []tokenTest) {
	for _, file := range HTML5lib(t, "tokenizer/*.test") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var suite struct{ Tests []tokenTest }
		if err := json.Unmarshal(text, &suite); err != nil {
			t.Fatal(file, err)
		}
		for _, test := range suite.Tests {
			if test.DoubleEscaped {
				test.Input = unescape(test.Input)
				for _, token := range test.Output {
					for i, part := range token {
						if text, ok := part.(string); ok {
							token[i] = unescape(text)
						}
					}
				}
			}
			tests = append(tests, test)
		}
	}
	return tests
}

// unescape replaces escapes such as "\u0026".
func unescape(s string) string {
	text, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	if err != nil {
		return s // a surrogate
	}
	return text
}

// has reports whether a test has a token of this type.
func (test *tokenTest) has(kind string) bool {
	return slices.ContainsFunc(test.Output, func(token []any) bool { return token[0] == kind })
}

// withAttributes calls f while all elements have the attributes of places.
func withAttributes(f func()) {
	old := elements
	defer func() { elements = old }()
	for i := range elements {
		elements[i].attributes = 0
		for _, a := range places {
			elements[i].attributes |= 1 << a
		}
	}
	f()
}

// places are attributes with URLs.
var places = []attribute{attrAction, attrBackground, attrCite, attrClassid, attrCodebase, attrData, attrFormaction, attrLongdesc, attrPoster, attrSrc}

// rename replaces an attribute in the tags of a page. ok is false if the result may differ in other places.
func rename(page, from, to string, values []string) (renamed string, ok bool) {
	name := regexp.MustCompile(`(?i)([\s/"'])` + from + `([\s/=>])`)
	for _, value := range values {
		if name.MatchString(`"` + value + " ") {
			return page, false
		}
	}
	for range 2 { // a space may be between two of them
		page = name.ReplaceAllString(page, "${1}"+to+"${2}")
	}
	return page, true
}

// TestTokenizerAttributes compares the attributes of all start tags of html5lib's tests. Attributes whose names are letters
// become attributes with URLs. The others stay, and have no links.
func TestTokenizerAttributes(t *testing.T) {
	count := 0
	for _, test := range tokenTests(t) {
		if len(test.InitialStates) > 0 && !slices.Contains(test.InitialStates, "Data state") {
			continue
		}
		var want, values []string
		names := map[string]string{}
		page, skip := test.Input, false
		for _, token := range test.Output {
			if token[0] != "StartTag" {
				continue
			}
			element := token[1].(string)
			skip = skip || element == "" || elements[elementOf(element)].flags&flagRaw != 0
			for name, value := range token[2].(map[string]any) {
				skip = skip || strings.Contains(name, "\ufffd") // a NUL
				values = append(values, value.(string))
				if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz") != "" {
					continue
				}
				if names[name] == "" && len(names) < len(places) {
					names[name] = attributes[places[len(names)]].text
				}
				skip = skip || names[name] == ""
				want = append(want, names[name]+"="+value.(string))
			}
		}
		for from, to := range names {
			var ok bool
			page, ok = rename(page, from, to, values)
			skip = skip || !ok
		}
		if skip || len(want) == 0 && !strings.Contains(test.Input, "<") {
			continue
		}
		slices.Sort(want)
		var got []string
		withAttributes(func() {
			var s Scanner
			s.Reset([]byte(page))
			for l := range s.All() {
				got = append(got, l.Attribute+"="+string(l.URL))
			}
		})
		count++
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: %q:\n got %q\nwant %q", test.Description, page, got, want)
		}
	}
	if count < 1000 {
		t.Errorf("%d tests", count)
	}
	t.Log(count, "tests")
}

// TestTokenizerText checks where the text of elements and CDATA sections ends, by a link after the input.
func TestTokenizerText(t *testing.T) {
	const probe = "<a href=P>"
	count := 0
	for _, test := range tokenTests(t) {
		tail := test.Input[strings.LastIndexByte(test.Input, '>')+1:]
		if strings.ContainsRune(tail, '<') {
			continue
		}
		for _, state := range test.InitialStates {
			if state == "Data state" {
				continue
			}
			var s Scanner
			s.Reset([]byte(test.Input + probe))
			want := false
			switch state {
			case "PLAINTEXT state":
				s.tokens.state = statePlaintext
			case "CDATA section state":
				s.tokens.state = stateCDATA
				want = strings.Contains(test.Input, "]]>")
			default:
				e := elementOf(test.LastStartTag)
				if test.LastStartTag == "" || e == elementOther || (e == elementScript) != (state == "Script data state") {
					continue
				}
				s.tokens.startText(e)
				want = test.has("EndTag")
			}
			count++
			got := false
			for l := range s.All() {
				got = got || string(l.URL) == "P"
			}
			if got != want {
				t.Errorf("%s, %s: %q: a link after it: %t", test.Description, state, test.Input, got)
			}
		}
	}
	if t.Log(count, "tests"); count < 100 {
		t.Errorf("%d tests", count)
	}
}

// TestTokenizerReferences reads the character references of html5lib's tests as values of attributes.
func TestTokenizerReferences(t *testing.T) {
	count := 0
	for _, test := range tokenTests(t) {
		if len(test.Output) != 1 || test.Output[0][0] != "Character" || strings.ContainsAny(test.Input, "<\x00") ||
			len(test.InitialStates) > 0 && !slices.Contains(test.InitialStates, "Data state") {
			continue
		}
		want := test.Output[0][1].(string)
		got := string(appendValue(nil, []byte(test.Input)))
		if got == want {
			count++
			continue
		}
		// In attributes, "&" without ";" is text before "=" and alphanumerics.
		same := 0
		for same < min(len(want), len(test.Input)) && want[len(want)-1-same] == test.Input[len(test.Input)-1-same] {
			same++
		}
		name, after := test.Input[:len(test.Input)-same], test.Input[len(test.Input)-same:]
		if got != test.Input || name == "" || name[len(name)-1] == ';' || after == "" || !is(after[0], classLetter|classDigit) && after[0] != '=' {
			t.Errorf("%q: %q, want %q", test.Input, got, want)
		}
	}
	if t.Log(count, "references"); count < 4000 {
		t.Errorf("%d references", count)
	}
}

// TestCutValues: a value that the limit of a tag cuts, here at "|", does not decide about the tag, and is beside no link.
func TestCutValues(t *testing.T) {
	for page, want := range map[string]string{
		`<meta content="0;url=n" http-equiv=refresh|ed>`: "",
		`<meta content=n property=og:image|:width>`:      "",
		`<style type=text/css|x>a{b:url(n)}</style>`:     "",
		`<a href=y rel=next|x>`:                          "y rel=",
		`<a href=y rel=next |x>`:                         "y rel=next",
	} {
		before, after, _ := strings.Cut(page, "|")
		s := Scanner{CSS: true, Meta: true}
		s.tokens.limit = len(before)
		s.Reset([]byte(before + after))
		got := ""
		for l := range s.All() {
			got += string(l.URL) + " rel=" + string(l.Rel)
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", page, got, want)
		}
	}
}
