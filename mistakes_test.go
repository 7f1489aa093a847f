package uri

import "testing"

// TestMistakes has the mistakes that people make most often, and the messages for them: the place, the fault and, if it
// is known, the correction. An empty text means that the input is a URI, which is surprising in a few cases. The
// messages were written before the code printed them. Errors show nothing of an authority, which may have a password:
// the command shows it if that is certain, and adds a hint (TestHints in cmd/uri).
func TestMistakes(t *testing.T) {
	const (
		hexDigit  = ": expected a hex digit"
		port      = `: expected only digits in a port, or "@" after a userinfo`
		ipLiteral = `: expected an IPv6address or IPvFuture, closed by "]"`
		aURI      = ": expected a URI, such as https://example.com/"
		write     = ": write "
	)
	for _, test := range []struct{ in, text string }{
		// ports
		{"http://example.com:abc/", "bad port at byte 22" + port},
		{"http://example.com:80a?q", "bad port at byte 22" + port},
		{"http://example.com:-1#top", "bad port at byte 21" + port},
		{"http://example.com:8o80", "bad port at byte 23" + port},
		{"http://example.com:80:80/", "bad port at byte 24" + port},
		{"http://joe@example.com:abc/", "bad port at byte 23: expected a digit"},
		{"http://example.com: 80/", "illegal byte in authority at byte 19"},
		{"http://example.com:{port}/", "illegal byte in authority at byte 19"},
		{"http://example.com:99999/", ""}, // PortNumber refuses it
		{"mongodb://h1:1,h2:2/", "bad port at byte 19" + port},
		{"postgresql://u:p@h1:1,h2:2/db", "list of hosts at byte 21: a URI has one host; scheme.ParseHosts reads a list"},
		// spaces and ends of lines
		{"http://exa mple.com/", "illegal byte in authority at byte 10"},
		{"http://example.com/a b", "illegal space in path at byte 20"},
		{"http://example.com/?q=a b", "illegal space in query at byte 23"},
		{" http://example.com/", "illegal space in scheme at byte 0" + aURI},
		{"http://example.com/ ", "illegal space in path at byte 19"},
		{"http://example.com/\n", "illegal newline in path at byte 19"},
		{"http://example.com/\r\n", "illegal carriage return in path at byte 19"},
		{"http://example.com/\t", "illegal tab in path at byte 19"},
		{"ht tp://example.com/", "illegal space in scheme at byte 2" + aURI},
		{"\nhttp://example.com/", "illegal newline in scheme at byte 0" + aURI},
		{"\ufeffhttp://example.com/", "illegal character U+FEFF in scheme at byte 0" + aURI},
		// templates
		{"http://example.com/{id}", `illegal character "{" in path at byte 19`},
		{"http://{host}/a", "illegal byte in authority at byte 7"},
		{"http://${HOST}:8080/", "illegal byte in authority at byte 8"},
		{"{base}/a", `illegal character "{" in scheme at byte 0` + aURI},
		{"http://example.com/<id>", `illegal character "<" in path at byte 19`},
		// schemes
		{"", "no scheme at byte 0" + aURI},
		{"example.com", "no scheme at byte 11" + aURI},
		{"www.example.com/a", "no scheme at byte 15" + aURI},
		{"//example.com/a", "no scheme at byte 0" + aURI},
		{"://example.com", "no scheme at byte 0" + aURI},
		{"127.0.0.1:8080", "no scheme at byte 0" + aURI},
		{"[::1]:8080", "no scheme at byte 0" + aURI},
		{"http//example.com", "no scheme at byte 4" + aURI},
		{"http;//example.com/", "no scheme at byte 4" + aURI},
		{"localhost:8080", ""},      // the scheme is localhost
		{"example.com:8080/a", ""},  // the scheme is example.com
		{"http:/example.com/a", ""}, // there is no authority
		{"http:example.com", ""},    // there is no authority
		{"http://http://a/", ""},    // the host is http, and the port is empty
		// backslashes
		{`http:\\example.com\a`, `illegal character "\\" in path at byte 5`},
		{`http://example.com\a`, "illegal byte in authority at byte 18"},
		{`C:\x`, `illegal character "\\" in path at byte 2`},
		{`\\server\share`, `illegal character "\\" in scheme at byte 0` + aURI},
		// raw UTF-8
		{"http://example.com/é", "illegal character U+00E9 in path at byte 19" + write + "%C3%A9"},
		{"http://example.com/?q=日本", "illegal character U+65E5 in query at byte 22" + write + "%E6%97%A5"},
		{"http://example.com/#\u00c3", "illegal character U+00C3 in fragment at byte 20" + write + "%C3%83"},
		{"http://example.com/\U0001f600", "illegal character U+1F600 in path at byte 19" + write + "%F0%9F%98%80"},
		{"http://example.com/“a”", "illegal character U+201C in path at byte 19" + write + "%E2%80%9C"},
		{"http://example.com/caf\xe9", "illegal byte 0xe9 in path at byte 22"}, // ISO 8859-1
		{"http://exämple.com/", "illegal byte in authority at byte 9"},
		{"é", "illegal character U+00E9 in scheme at byte 0" + aURI},
		// brackets and quotes
		{"http://example.com/?a[]=1", `illegal character "[" in query at byte 21`},
		{"http://example.com/a|b", `illegal character "|" in path at byte 20`},
		{"<http://example.com/>", `illegal character "<" in scheme at byte 0` + aURI},
		{`"http://example.com/"`, `illegal character "\"" in scheme at byte 0` + aURI},
		{"http://[::1/", "bad IP-literal in host at byte 11" + ipLiteral},
		{"http://[example.com]/", "bad IP-literal in host at byte 9" + ipLiteral},
		{"http://[fe80::1%eth0]/", "bad IP-literal in host at byte 15" + ipLiteral},
		{"http://2001:db8::1/", "bad port at byte 18" + port},
		// percent signs
		{"http://example.com/100%", "unexpected end in path at byte 23" + hexDigit},
		{"http://example.com/%u20ac", "bad percent-encoding in path at byte 20" + hexDigit},
		{"http://example.com/?q=50% off", "bad percent-encoding in query at byte 25" + hexDigit},
		// delimiters
		{"http://user@name@example.com/", "illegal byte in host at byte 16"},
		{"http://user:pa#ss@example.com/", "bad port at byte 14" + port},
		{"http://example.com/#a#b", `illegal character "#" in fragment at byte 21`},
	} {
		_, err := ParseURI(test.in)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if text != test.text {
			t.Errorf("%q\n got %s\nwant %s", test.in, text, test.text)
		}
	}
}
