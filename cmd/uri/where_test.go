package main

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// TestWhere tests the addresses that each condition chooses. They have numbers from 1 on.
func TestWhere(t *testing.T) {
	lines := strings.Split(`http://WWW.Example.com:80/a.PNG?utm_source=1&q=2
https://example.com/b?a=q
ftp://[2001:DB8::0]/x.png
https://b%C3%BCcher.example/
http://a.b.co.uk:/?%71
//h.example.com.:443/
mailto:joe@example.com
http://exa mple.com/?q
/x?x+y=q
http://notexample.com/q
https://xn--bcher-kva.example:8443/
https://co.uk/q.jpg/?pq=1&qq
http://192.0.2.1/`, "\n")
	many := "host="
	for n := range 100 {
		many += fmt.Sprintf("h%d.example,*.i%d.example,", n, n)
	}
	for _, test := range []struct{ where, want string }{
		{"host=example.com", "2"},
		{"host=EXAMPLE.com.,www.example.COM", "1 2"},
		{"host=*.example.com", "1 6"},
		{"host=*.com", "1 2 6 10"},
		{"host=2001:db8::", "3"},
		{"host=[2001:db8:0::0],192.0.2.1", "3 13"},
		{"host=bücher.example", "4 11"},
		{"host=*.example,xn--bcher-kva.example", "4 11"},
		{many + "*.example.com,example.com", "1 2 6"},
		{many + "b%C3%BCcher.example", "4 11"},
		{"domain=example.com", "1 2 6"},
		{"domain=B.co.uk,bücher.example", "4 5 11"},
		{"domain=co.uk", ""},
		{"domain=com", ""},
		{strings.Replace(many, "host", "domain", 1) + "example.com", "1 2 6"},
		{"scheme=HTTP", "1 5 10 13"},
		{"scheme=ftp,mailto", "3 7"},
		{"port=443", "2 4 6 12"},
		{"port=80,21", "1 3 5 10 13"},
		{"port=08443", "11"},
		{"param=q", "1 5"},
		{"param=utm_source,x y", "1 9"},
		{"param=a=q", ""},
		{"param=utm_*,q*", "1 5 12"},
		{"param=*", "1 2 5 9 12"},
		{"param=x *", "9"},
		{"param!=*", "3 4 6 7 10 11 13"},
		{"ext=png,.JPG", "1 3"},
		{"ext!=png,jpg", "2 4 5 6 7 9 10 11 12 13"},
		{"host!=*.com,bücher.example,2001:db8::", "5 7 9 12 13"},
		{"host!=192.0.2.1", "1 2 3 4 5 6 7 9 10 11 12"},
		{"param!=q", "2 3 4 6 7 9 10 11 12 13"},
		{"scheme!=http,https,ftp", "6 7 9"},
		{"port!=80,443", "3 7 9 11"},
	} {
		args := []string{"check", "-quiet", "-field", "input", "-where", test.where}
		status, stdout, stderr := runWith(strings.Join(lines, "\n")+"\n", args...)
		var got []string
		for i, line := range lines {
			if strings.Contains("\n"+stdout, "\n"+line+"\n") {
				got = append(got, fmt.Sprint(i+1))
			}
		}
		if strings.Join(got, " ") != test.want || status != engine.ExitValid || stderr != "" {
			t.Errorf("%.80s: %d, %q, %q, want %q", test.where, status, got, stderr, test.want)
		}
	}
}

// TestWhereInCommands: every command that reads addresses has the flag. With resolve it is about the target.
func TestWhereInCommands(t *testing.T) {
	const stdin = "HTTP://a.example/x?q=1\nhttp://b.example/\nHTTP://A.example/\nhttp:// a.example/\n"
	for _, test := range []struct{ args, stdin, want, stderr string }{
		{"normalize -where host=a.example -where param=q", stdin, "http://a.example/x?q=1\n", "uri: 3 of 4 lines are left out by -where\n"},
		{"split -web -field host -where host=a.example", stdin + "http:\\\\a.example\n", "a.example\na.example\na.example\n", "uri: 2 of 5 lines are left out by -where\n"},
		{"split -iri -field host -where host=é", "http://É/\nhttp://e/\n", "É\n", "uri: 1 of 2 lines is left out by -where\n"},
		{"resolve -base http://a.example/ -where host=a.example", "b\n//b/c\n<\n", "http://a.example/b\n", "uri: 2 of 3 lines are left out by -where\n"},
		{"resolve -where ext=png", "http://h/\tb.png\nhttp://h/\tc\n", "http://h/b.png\n", "uri: 1 of 2 lines is left out by -where\n"},
		{"dedupe -where host=a.example", stdin, "HTTP://a.example/x?q=1\nHTTP://A.example/\n", "uri: dedupe: 2 of 4 lines are left out by -where\n"},
		{"dedupe -web -where port=80 -only web", stdin, "HTTP://a.example/x?q=1\nhttp://b.example/\nHTTP://A.example/\n",
			"uri: dedupe: 1 of 4 lines is left out by -only web -where\n"},
		{"find -where host=a.example", stdin, "HTTP://a.example/x?q=1\nHTTP://A.example/\n", ""},
		{"find -hosts -emails -where domain=example.com", "www.example.com joe@example.com a.org http://h.example.com", "www.example.com\njoe@example.com\nhttp://h.example.com\n", ""},
		{"set -where host=b.example -port 1", stdin, "http://b.example:1/\n", "uri: 3 of 4 lines are left out by -where\n"},
	} {
		status, stdout, stderr := runWith(test.stdin, strings.Fields(test.args)...)
		if status != engine.ExitValid || stdout != test.want || stderr != test.stderr {
			t.Errorf("%s: %d, %q, %q, want %q, %q", test.args, status, stdout, stderr, test.want, test.stderr)
		}
	}
}

// TestWhereWrong has values that no address can have.
func TestWhereWrong(t *testing.T) {
	for _, value := range []string{"host", "host=", "host!=", "host!", "!host=a", "host=a,", "host=.", "host=%2E", "domain=.", "host=http://a/", "host=a/", "host=a:80", "host=u@a", "port=http", "scheme=a:"} {
		status, _, stderr := runWith("http://a/\n", "check", "-where", value)
		if status != engine.ExitTrouble || !strings.Contains(stderr, "-where: want KEY=LIST") {
			t.Errorf("%s: %d, %q", value, status, stderr)
		}
	}
}
