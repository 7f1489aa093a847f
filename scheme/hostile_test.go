package scheme_test

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/whatwg"
)

// An address is the arguments of the calls.
type address struct {
	text string
	u    whatwg.URL // the text as browsers read it, if they accept it
	data scheme.Data
	uri  uri.URI // the text, if it is one
	half uri.URI // the first half of the text, if it is one

	hosts  scheme.Hosts
	object scheme.Object
}

func newAddress(a, b string, _ uint8) *address {
	x := &address{text: a + b}
	x.u, _ = whatwg.Parse(x.text)
	x.data, _ = scheme.ParseData(x.u)
	x.uri, _ = uri.Parse(x.text)
	x.half, _ = uri.Parse(a)
	x.hosts, _ = scheme.ParseHosts(x.text)
	x.object, _ = scheme.ParseObject(x.text)
	return x
}

var suite = hostile.Suite[*address]{
	New: newAddress,
	Calls: hostile.Calls[*address]{
		"ParseData": func(x *address) hostile.Outcome {
			d, err := scheme.ParseData(x.u)
			return hostile.Outcome{Text: d.MediaType(), Number: uint64(d.Len()), Err: err, Length: len(x.u.Href())}
		},
		"Data.MediaType": hostile.Text(func(x *address) string { return x.data.MediaType() }),
		"Data.IsBase64":  hostile.Truth(func(x *address) bool { return x.data.IsBase64() }),
		"Data.Len":       func(x *address) hostile.Outcome { return hostile.Outcome{Number: uint64(x.data.Len())} },
		"Data.AppendBody": hostile.Appending(func(x *address, dst []byte) ([]byte, error) {
			return x.data.AppendBody(dst, len(x.text))
		}),
		"Data.Reader": func(x *address) hostile.Outcome {
			body, err := io.ReadAll(x.data.Reader())
			return hostile.Outcome{Text: string(body), Err: err}
		},
		"DataURL": func(x *address) hostile.Outcome {
			s, err := scheme.DataURL(x.text, []byte(x.text))
			return hostile.Outcome{Text: s, Err: err}
		},
		"Equal": hostile.Truth(func(x *address) bool { return scheme.Equal(x.uri, x.half) }),
		"AppendKey1": hostile.Appending(func(x *address, dst []byte) ([]byte, error) {
			return scheme.AppendKey1(dst, x.uri), nil
		}),
		"ParseHosts": func(x *address) hostile.Outcome {
			h, err := scheme.ParseHosts(x.text)
			return hostile.Outcome{Text: h.String(), Number: uint64(len(h.Hosts())), Err: err}
		},
		"Hosts.Prefix":   hostile.Text(func(x *address) string { return x.hosts.Prefix() }),
		"Hosts.Scheme":   hostile.Text(func(x *address) string { return x.hosts.Scheme() }),
		"Hosts.User":     hostile.Optional(func(x *address) (string, bool) { return x.hosts.User() }),
		"Hosts.Password": hostile.Optional(func(x *address) (string, bool) { return x.hosts.Password() }),
		"Hosts.Hosts":    hostile.Text(func(x *address) string { return fmt.Sprint(x.hosts.Hosts()) }),
		"Host.String": hostile.Text(func(x *address) string {
			return scheme.Host{Name: x.text, Port: uint16(len(x.text))}.String()
		}),
		"Hosts.Path": hostile.Text(func(x *address) string { return x.hosts.Path() }),
		"Hosts.Params": hostile.Text(func(x *address) (text string) {
			n := 0
			for name, value := range x.hosts.Params() {
				if n += len(name) + len(value); n > len(x.text) {
					return "more than the text"
				}
			}
			return strconv.Itoa(n)
		}),
		"Hosts.String":   hostile.Text(func(x *address) string { return x.hosts.String() }),
		"Hosts.Format":   hostile.Text(func(x *address) string { return fmt.Sprintf("%v", x.hosts) }),
		"Hosts.LogValue": hostile.Text(func(x *address) string { return x.hosts.LogValue().String() }),
		"ParseGit": func(x *address) hostile.Outcome {
			u, err := scheme.ParseGit(x.text)
			return hostile.Outcome{Text: u.String(), Err: err}
		},
		"SplitGit": func(x *address) hostile.Outcome {
			u, dir, ref, err := scheme.SplitGit(x.text)
			return hostile.Outcome{Text: u.String() + " " + dir + " " + ref, Err: err}
		},
		"GitKey1": func(x *address) hostile.Outcome {
			key, err := scheme.GitKey1(x.text)
			return hostile.Outcome{Text: key, Err: err}
		},
		"ParseObject": func(x *address) hostile.Outcome {
			o, err := scheme.ParseObject(x.text)
			return hostile.Outcome{Text: fmt.Sprintf("%q", o), Err: err}
		},
		"Object.URL":   hostile.Text(func(x *address) string { return x.object.URL() }),
		"Object.HTTPS": hostile.Text(func(x *address) string { return x.object.HTTPS() }),
		"Error.Error": func(x *address) hostile.Outcome {
			return hostile.Outcome{Err: &scheme.Error{Offset: len(x.text), Reason: "a reason"}}
		},
	},
	OffsetOf: func(err error) (int, bool) {
		var e *scheme.Error
		if !errors.As(err, &e) {
			return 0, false
		}
		return e.Offset, true
	},
	Seeds: [][2]string{
		{"", ""}, {"data:,", "a%20b#c"}, {"data:text/html;charset=utf-8;base64,", "PHA+"}, {"DATA:;a=\"\\", "\";b=c,"},
		{"data:;base64,%", "zz"}, {"text/html; charset", "=utf-8"}, {"http://h/", ","},
		{"URN:a", "b:c%2f?+d?=e#f"}, {"tel:+1-2", ";ext=3-4;phone-context=a.B"}, {"mailto:a@B", ",c@D?to=E@F"},
		{"pkg:Npm/@a/b@1", "?x=y&a=%20#c/../d"}, {"ipfs://Qm", "/a"}, {"x://%2FA", "/./b"},
		{"mongodb://u:p@a:1,", "[::1]/db?x=y"}, {"jdbc:sqlserver://h:1;a={b", "}};c};d=e"}, {"jdbc:oracle:thin:u/p", "@tcp://a,b:1/c"},
		{"git@h:", "o/r.git#a"}, {"[u@h:22", "]:/r"}, {"git::https://h/", "a//b?ref=c#d=e"}, {"git+ssh://h:a", "/b@c#egg=d"},
		{"s3://b/", "a ?#"}, {"https://b.s3.amazonaws.com/", "%20/../x"}, {"abfss://c@a.dfs.core.windows.net", "/k"},
	},
	Shapes: []hostile.Shape{
		{"data:,", "%41", ""}, {"data:,", "%", ""}, {"data:;base64,", "QUJD", ""}, {"data:;base64,", " %20", "=="}, {"data:;base64,", "=", ""},
		{"data:a/b;", "a$=b;", ","}, {"data:a/b;", "a=b;", ","}, {"data:a/b;a=\"", "\\\"", "\","}, {"data:a/b", ";base64", ","},
		{"data:a/b", "; ", "base64,"}, {"data:", " ", ","}, {"data:a/b;", ";", ","}, {"data:a/b;c=", "\"\";c=", ","},
		{"a/b;", "a$=b;", ""}, {"a/b;c=\"", "\\\\", "\""}, {"a/b;c=", "d", ""}, {"a/b", " ", ";"},
		{"urn:ab:", "%2f", ""}, {"urn:ab:c?+", "?=", ""}, {"tel:+1", "-", ";"}, {"tel:+1;", "ext=1-2;", ""}, {"tel:1;", "a$;", ""},
		{"mailto:", "a@B,", ""}, {"mailto:", "@", "A"}, {"pkg:a/", "b/", ""}, {"pkg:a/b?", "a$=b&", ""}, {"pkg:a/b", "@", ""},
		{"pkg:a/b#", "../", ""}, {"pkg:", "/", ""}, {"pkg:a/", "%20", ""}, {"ipfs://", "A", ""}, {"x://", "%2f", ""}, {"http://h/", "a/../", ""},
		{"a://", "a,", "a"}, {"a://", "b:1,", "b"}, {"a://u:", "p", "@h"}, {"a://", "@", ""}, {"a://", "[", ""}, {"a://[", "::", "]"},
		{"a", "a:", "//h"}, {"jdbc:", "a:", "//h"}, {"jdbc:oracle:thin:", "a/", "@h"}, {"jdbc:oracle:thin:@", "a,", "b:1"},
		{"a://h?", "a=b&", ""}, {"jdbc:a://h;", "a={b};", ""}, {"jdbc:a://h;", "a={", ""}, {"jdbc:a://h;", "a={;", ""}, {"jdbc:a://h;a={", "}}", ""}, {"a://h", "/a", ""},
		{"jdbc:a://h;", "password=", ""}, {"jdbc:a://h;password=", ";a", ""}, {"jdbc:a://", "!", ""},
		{"h:", "a/", ""}, {"[", "a:", "]:b"}, {"git+https://h/a", "@", ""}, {"https://h/", "//", "a"}, {"https://h/a?", "ref=", ""},
		{"https://h/a//", "../", ""}, {"h:", "%", ""}, {"git+ssh://h", ":", "/"}, {"https://h/", ".git", "/"}, {"a", "::", "b"},
		{"s3://b/", " ", ""}, {"s3://", "b", "/"}, {"https://", "s3.", "amazonaws.com/b"}, {"https://b.s3.amazonaws.com/", "%41", ""},
		{"https://storage.googleapis.com/", "b/", ""},
	},
}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
