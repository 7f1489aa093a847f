package uri_test

import (
	"fmt"
	"net/url"
	"testing"

	"github.com/urispan/uri"
)

func TestUsernamePassword(t *testing.T) {
	for _, test := range []struct {
		uri, name   string
		hasName     bool
		password    string
		hasPassword bool
	}{
		{uri: "u:p"},
		{uri: "//h:80"},
		{uri: "//@h", hasName: true},
		{uri: "//u@h", name: "u", hasName: true},
		{uri: "//:@h", hasName: true, hasPassword: true},
		{uri: "//u:@h", name: "u", hasName: true, hasPassword: true},
		{uri: "//:p@h", hasName: true, password: "p", hasPassword: true},
		{uri: "//u:p:q@h", name: "u", hasName: true, password: "p:q", hasPassword: true},
		{uri: "http://j%6Fe:a%3Ab%40@h:1", name: "joe", hasName: true, password: "a:b@", hasPassword: true},
		{uri: "//u%3Ap@h", name: "u:p", hasName: true},
		{uri: "//%C3%A9%FF%00+:+@h", name: "é\xff\x00+", hasName: true, password: "+", hasPassword: true},
		{uri: "//%25:%2541@h", name: "%", hasName: true, password: "%41", hasPassword: true},
	} {
		u := uri.MustParse(test.uri)
		if got, ok := u.Username(); got != test.name || ok != test.hasName {
			t.Errorf("%q: Username %q, %t", test.uri, got, ok)
		}
		if got, ok := u.Password(); got != test.password || ok != test.hasPassword {
			t.Errorf("%q: Password %q, %t", test.uri, got, ok)
		}
		v, err := url.Parse(test.uri)
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := v.User.Password(); got != test.password || ok != test.hasPassword || v.User.Username() != test.name {
			t.Errorf("%q: net/url has %q, %q, %t", test.uri, v.User.Username(), got, ok)
		}
	}
}

// The fields are split first and decoded after that, so a password can have a ":".
func ExampleURI_Password() {
	u := uri.MustParse("ftp://joe:a%3Ab@example.com/")
	name, _ := u.Username()
	password, ok := u.Password()
	fmt.Println(name, password, ok)
	_, ok = uri.MustParse("ftp://joe@example.com/").Password()
	fmt.Println(ok)
	// Output:
	// joe a:b true
	// false
}

func ExampleURI_Username() {
	name, ok := uri.MustParse("ftp://joe%40example.net:secret@example.com/").Username()
	fmt.Println(name, ok)
	// Output: joe@example.net true
}
