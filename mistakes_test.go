package uri

import "testing"

// TestMistakes has the mistakes that people make most often, and what they read. An empty text means that the input is
// a URI, which is surprising in a few cases.
func TestMistakes(t *testing.T) {
	const (
		hexDigit  = ": expected a hex digit"
		port      = `: expected only digits in a port, or "@" after a userinfo`
		ipLiteral = `: expected an IPv6address or IPvFuture, closed by "]"`
		noScheme  = ": a URI was asked for"
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
		{"postgresql://u:p@h1:1,h2:2/db", "bad port at byte 21: expected a digit"},
		// spaces and ends of lines
		{"http://exa mple.com/", "illegal byte in authority at byte 10"},
		{"http://example.com/a b", "illegal space in path at byte 20"},
		{"http://example.com/?q=a b", "illegal space in query at byte 23"},
		{" http://example.com/", "no scheme at byte 0" + noScheme},
		{"http://example.com/ ", "illegal space in path at byte 19"},
		{"http://example.com/\n", "illegal newline in path at byte 19"},
		{"http://example.com/\r\n", "illegal carriage return in path at byte 19"},
		{"http://example.com/\t", "illegal tab in path at byte 19"},
		{"ht tp://example.com/", "no scheme at byte 2" + noScheme},
		// templates
		{"http://example.com/{id}", `illegal character "{" in path at byte 19`},
		{"http://{host}/a", "illegal byte in authority at byte 7"},
		{"http://${HOST}:8080/", "illegal byte in authority at byte 8"},
		// schemes
		{"", "no scheme at byte 0" + noScheme},
		{"example.com", "no scheme at byte 11" + noScheme},
		{"www.example.com/a", "no scheme at byte 15" + noScheme},
		{"//example.com/a", "no scheme at byte 0" + noScheme},
		{"://example.com", "no scheme at byte 0" + noScheme},
		{"127.0.0.1:8080", "no scheme at byte 0" + noScheme},
		{"[::1]:8080", "no scheme at byte 0" + noScheme},
		{"http//example.com", "no scheme at byte 4" + noScheme},
		{"http;//example.com/", "no scheme at byte 4" + noScheme},
		{"localhost:8080", ""},      // the scheme is localhost
		{"example.com:8080/a", ""},  // the scheme is example.com
		{"http:/example.com/a", ""}, // there is no authority
		{"http:example.com", ""},    // there is no authority
		{"http://http://a/", ""},    // the host is http, and the port is empty
		// backslashes
		{`http:\\example.com\a`, `illegal character "\\" in path at byte 5`},
		{`http://example.com\a`, "illegal byte in authority at byte 18"},
		{`C:\x`, `illegal character "\\" in path at byte 2`},
		{`\\server\share`, "no scheme at byte 0" + noScheme},
		// raw UTF-8
		{"http://example.com/é", "illegal byte 0xc3 in path at byte 19"},
		{"http://exämple.com/", "illegal byte in authority at byte 9"},
		// brackets and quotes
		{"http://example.com/?a[]=1", `illegal character "[" in query at byte 21`},
		{"http://example.com/a|b", `illegal character "|" in path at byte 20`},
		{"<http://example.com/>", "no scheme at byte 0" + noScheme},
		{`"http://example.com/"`, "no scheme at byte 0" + noScheme},
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
