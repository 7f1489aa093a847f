package find_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urispan/uri/find"
)

// allSyntaxes are the columns of tables.
var allSyntaxes = []find.Syntax{find.SyntaxIRI, find.SyntaxURI, find.SyntaxWeb, find.SyntaxProse}

// TestTable finds the addresses in the table of the comment of the package.
func TestTable(t *testing.T) {
	source, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, after, _ := strings.Cut(string(source), "Prose\n")
	table, _, ok := strings.Cut(after, "//\n")
	rows := 0
	for line := range strings.Lines(table) {
		rows++
		cells := regexp.MustCompile(` {2,}`).Split(strings.TrimSpace(strings.TrimPrefix(line, "//\t")), -1)
		for i, syntax := range allSyntaxes {
			if len(cells) != 5 {
				t.Fatalf("%d columns in %q", len(cells), line)
			}
			if got := texts(&find.Finder{Syntax: syntax}, cells[0]); len(got) != 1 || got[0] != "https://h"+cells[i+1] {
				t.Errorf("%s: syntax %d finds %q, want https://h%s", cells[0], syntax, got, cells[i+1])
			}
		}
	}
	if !ok || rows != 10 {
		t.Errorf("%d rows, want 10", rows)
	}
}

// TestSyntax has the cases of IRI, URI and Web that an issue names, and those near them. All three find the same, except
// where a case has other texts for URI or Web.
func TestSyntax(t *testing.T) {
	for _, tt := range []struct{ text, want, uri, web string }{
		// CJK text
		{text: "请求https://api.example.com/v1，重试", want: "https://api.example.com/v1"},
		{text: "https://github.com/a/b/pull/12345（作成済み）", want: "https://github.com/a/b/pull/12345"},
		{text: "https://a.example/x。次", want: "https://a.example/x"},
		{text: "https://a.example/1《…》https://a.example/2", want: "https://a.example/1 https://a.example/2"},
		{text: "https://a.example/v1失败", want: "https://a.example/v1失败", uri: "https://a.example/v1"},
		{text: "https://h/レオナルド・ダ・ヴィンチ", want: "https://h/レオナルド・ダ・ヴィンチ", uri: "https://h/"},
		{text: "https://h/々ー〜", want: "https://h/々ー〜", uri: "https://h/"},
		{text: "https://a.example、https://b.example：", want: "https://a.example https://b.example"},
		{text: "https://a.example…", want: "https://a.example"},
		{text: "https://é.example/", want: "https://é.example/", uri: "none"},
		{text: "https://h\u3000x https://i/\u3000 https://j/\u00a0k https://l/\u2028", want: "https://h https://i/ https://j/ https://l/"},

		{text: "访问https://www.baidu.com查看 https://a.example입니다 https://例え.日本/x", want: "https://www.baidu.com https://a.example https://例え.日本/x", uri: "https://www.baidu.com https://a.example"},

		// delimiters
		{text: "`https://h/a`", want: "https://h/a"},
		{text: `https://h/a\nnext "https://h/b"c`, want: "https://h/a https://h/b"},
		{text: "'https://h/a','https://h/b'", want: "https://h/a https://h/b"},
		{text: "<https://h/> [text](https://h/a_(b)) [https://h/c] {https://h/d}", want: "https://h/ https://h/a_(b) https://h/c https://h/d"},

		// what only the web has
		{text: "https://h/a^b", want: "https://h/a", web: "https://h/a^b"},
		{text: "https://h/100%/x https://h/50%", want: "https://h/100 https://h/50", web: "https://h/100%/x https://h/50%"},
		{text: "https://h/?q={a}&b=[1]", want: "https://h/?q=", web: "https://h/?q={a}&b=[1]"},
		{text: "https://h/[a](b)c]", want: "https://h/", web: "https://h/[a](b)c"},
		{text: "https://h/{a]", want: "https://h/", web: "https://h/{a"},
		{text: "https://h/a[ https://h/b{,", want: "https://h/a https://h/b"},
		{text: "https://h/(a/b)?c=(d=e)", want: "https://h/(a/b)?c=(d=e)"}, // UTS #58 forgets "(" at "/" and "="

		// lists
		{text: "http://a/b,http://c/d;https://e", want: "http://a/b,http://c/d;https://e", web: "http://a/b http://c/d https://e"},
		{text: "http://a/b,,HTTP://c http://h/http://i/,j", want: "http://a/b,,HTTP://c http://h/http://i/,j", web: "http://a/b HTTP://c http://h/http://i/,j"},
		{text: "http://a/b→http://c/é见http://d/é/http://e", want: "http://a/b→http://c/é见http://d/é/http://e", uri: "http://a/b http://c/ http://d/ http://e", web: "http://a/b http://c/ http://d/é/http://e"},
		{text: "7,http://a/b,c", want: "http://a/b,c", web: "http://a/b"},
		{text: "7;http://a/b,c;d,", want: "http://a/b,c;d", web: "http://a/b,c"},
		{text: ",http://a/b,c , ,http://d/e,f", want: "http://a/b,c http://d/e,f"},
		{text: "http://h/@52.5,13.4 x=http://h/?a,b", want: "http://h/@52.5,13.4 http://h/?a,b"},
		{text: "7,http://a,", want: "http://a"},

		// bars
		{text: "https://h/a?x=1|2", want: "https://h/a?x=1", web: "https://h/a?x=1|2"},
		{text: "https://h/?a|b|c#d|e,", want: "https://h/?a", web: "https://h/?a|b|c#d|e"},
		{text: "https://h/#a|b", want: "https://h/#a"},
		{text: "https://h/?a| https://h/?b|.", want: "https://h/?a https://h/?b"},
		{text: "<https://h/a|text> <https://h/?a|text>", want: "https://h/a https://h/?a"},
		{text: "|https://h/a|200| |https://h/?a|200|", want: "https://h/a https://h/?a"},
		{text: "{{cite|url=https://h/a|title=B}} {{cite|url=https://h/?a|title=B}}", want: "https://h/a https://h/?a"},
		{text: "12:00 | INFO | GET https://h/?a=1|2", want: "https://h/?a=1"},
		{text: "{{cite web | url = https://h/?a|title=B}} {{x}} https://h/?b|c", want: "https://h/?a https://h/?b"},
		{text: "https://h/a\u200e https://h/b\u2060c", want: "https://h/a https://h/b\u2060c", uri: "https://h/a https://h/b"},
		{text: `["https://h/?a|b","https://h/?c|d"]`, want: "https://h/?a https://h/?c", web: "https://h/?a|b https://h/?c|d"},
		{text: "(a|b)(https://h/?c|d)", want: "https://h/?c", web: "https://h/?c|d"},
		{text: "|" + strings.Repeat("a", 200) + "https://h/?c|d", want: "https://h/?c", web: "https://h/?c|d"},
		{text: "|" + strings.Repeat("a", 199) + "https://h/?c|d", want: "https://h/?c"},
	} {
		for i, want := range []string{tt.want, tt.uri, tt.web} {
			if want == "" {
				want = tt.want
			}
			if want == "none" {
				want = ""
			}
			if got := strings.Join(texts(&find.Finder{Syntax: syntaxes[i]}, tt.text), " "); got != want {
				t.Errorf("syntax %d, %q: got %q, want %q", syntaxes[i], tt.text, got, want)
			}
		}
	}
}

// TestEmphasis has marks around addresses. The wishes of the cases with "issue" are public.
func TestEmphasis(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"**PR: https://h/1**", "https://h/1"}, // issue NousResearch/hermes-agent#41093
		{"*see https://h/1*", "https://h/1"},
		{"~~https://h/1~~:", "https://h/1"},
		{"==see https://h/1==.", "https://h/1"},
		{"__https://h/1__", "https://h/1"},
		{"***https://h/1***", "https://h/1"},
		{"**_see https://h/1_**", "https://h/1"},
		{"**see https://h/1.**", "https://h/1"},
		{"**see https://h/1**, x", "https://h/1"},
		{"(*see https://h/1*)", "https://h/1"},
		{"|**see https://h/1**|", "https://h/1"},
		{"说明：**见 https://h/1**。", "https://h/1"},
		{"：**https://h/1**", "https://h/1"},
		{"a**https://h/1**", "https://h/1"}, // directly before the address
		{"**a** and **b https://h/1**", "https://h/1"},
		{"* item **https://h/1**", "https://h/1"},
		{`"text":"a\n**b https://h/1**"`, "https://h/1"},

		{"**Note *new*: https://x.com/b**", "https://x.com/b"},
		{"*a **b** c https://x.com/b*", "https://x.com/b"},
		{"_a __b__ https://x.com/b_", "https://x.com/b"},
		{"**see *https://x.com/a* and https://x.com/b**", "https://x.com/a https://x.com/b"},
		{"请看**链接：https://x.com/b**", "https://x.com/b"},
		{"**粗体**和https://x.com/b**", "https://x.com/b**"},
		{"**https://x.com/a**,**https://x.com/b**", "https://x.com/a https://x.com/b"},
		{"*https://h/?x=**", "https://h/?x=*"},
		{"__https://h/__init__.py__", "https://h/__init__.py"},
		{"**https://h/1**请查看", "https://h/1"},
		{"*见https://h/1*请 ~~https://h/2~~见**x**", "https://h/1 https://h/2"},

		{"https://x.com/name_", "https://x.com/name_"},
		{"https://h/?t=YWJj==", "https://h/?t=YWJj=="},
		{"https://h/?x=*", "https://h/?x=*"},
		{"https://h/a_b_c", "https://h/a_b_c"},
		{"_https://h/a_b_c_", "https://h/a_b_c"},
		{"https://h/~u/x", "https://h/~u/x"},
		{"https://h/1**", "https://h/1**"},
		{"* https://h/?x=*", "https://h/?x=*"}, // an item of a list
		{"_name_ https://x.com/name_", "https://x.com/name_"},
		{"**note**: https://h/**", "https://h/**"},
		{"2*3 https://h/?x=*", "https://h/?x=*"},
		{"x == https://h/?t=YWJj==", "https://h/?t=YWJj=="},
		{"x==https://h/?t=YWJj==", "https://h/?t=YWJj=="},
		{"=a https://h/?t=YWJj==", "https://h/?t=YWJj=="},
		{"==a https://h/?t=YWJ=", "https://h/?t=YWJ="},
		{"*a\nhttps://h/?x=*", "https://h/?x=*"},
		{"snake_case_ https://h/name_", "https://h/name_"},
		{"*" + strings.Repeat("a", 199) + "https://h/1*", "https://h/1"},
		{"*" + strings.Repeat("a", 200) + "https://h/1*", "https://h/1*"},
	} {
		for _, syntax := range syntaxes {
			if got := strings.Join(texts(&find.Finder{Syntax: syntax}, tt.text), " "); got != tt.want {
				t.Errorf("syntax %d, %q: got %q, want %q", syntax, tt.text, got, tt.want)
			}
		}
	}
	opaque := &find.Finder{Schemes: []string{"mailto", "tel"}}
	if got, want := texts(opaque, "**mailto:joe@h.example** *tel:1*"), []string{"mailto:joe@h.example", "tel:1"}; !slices.Equal(got, want) {
		t.Errorf("without //: got %q, want %q", got, want)
	}
	if got := texts(&find.Finder{Syntax: find.SyntaxProse}, "*see https://h/1*"); !slices.Equal(got, []string{"https://h/1*"}) {
		t.Errorf("prose: %q", got)
	}
}
