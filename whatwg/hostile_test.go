package whatwg_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/whatwg"
)

// The tests call every exported function and method with hostile arguments.

// An input is the arguments of the calls: two strings, and the URLs and the URI that they make.
type input struct {
	a, b   string
	base   whatwg.URL // b, if it is a URL
	u      whatwg.URL // a against base, if it is a URL
	uri    uri.URI    // a, if it is a URI-reference
	parser whatwg.Parser
	small  uint8
}

// encodings are encodings, one of each kind.
var encodings = []encoding.Encoding{
	nil, charmap.Windows1252, japanese.ISO2022JP, japanese.ShiftJIS, simplifiedchinese.GB18030, traditionalchinese.Big5,
}

// params returns the query a as a list, which may have been changed.
func params(x *input) *whatwg.SearchParams {
	p := whatwg.ParseSearchParams(x.a)
	if x.small&1 != 0 {
		p.Add(x.b, x.a)
	}
	return p
}

// changing makes a call of a method that changes a list. A list that is written and read again must be the same.
func changing(change func(x *input, p *whatwg.SearchParams)) func(*input) hostile.Outcome {
	return func(x *input) (o hostile.Outcome) {
		p := params(x)
		change(x, p)
		o.Text = p.String()
		if again := whatwg.ParseSearchParams("?" + o.Text); again.String() != o.Text || again.Len() != p.Len() {
			o.Err = fmt.Errorf("%w: %q becomes %q", hostile.ErrBroken, o.Text, again)
		}
		return o
	}
}

func newInput(a, b string, flags uint8) *input {
	x := &input{a: a, b: b, small: flags, parser: whatwg.Parser{InvalidUTF8: whatwg.InvalidUTF8(flags & 1)}}
	x.parser.Encoding = encodings[int(flags>>1)%len(encodings)]
	x.base, _ = whatwg.Parse(b)
	x.u, _ = x.base.Parse(a)
	x.uri, _ = uri.Parse(a)
	return x
}

func offsetOf(err error) (offset int, ok bool) {
	var e *whatwg.Error
	if errors.As(err, &e) {
		return e.Offset, true
	}
	return 0, false
}

// parsed returns the outcome of a function that returns a URL. The URL must equal its href, parsed. n is the length of
// the input.
func parsed(u whatwg.URL, err error, n int) hostile.Outcome {
	if again, againErr := whatwg.Parse(u.Href()); err == nil && again != parsedAgain(u) || err != nil && u != (whatwg.URL{}) {
		err = fmt.Errorf("%w: %q becomes %q, %w, %w", hostile.ErrBroken, u, again, err, againErr)
	}
	return hostile.Outcome{Text: u.Href(), Err: err, Length: max(1, n)}
}

// setting makes a call of a setter. It must return a URL that equals its href, parsed, or the URL unchanged.
func setting(set func(u whatwg.URL, v string) (whatwg.URL, bool)) func(*input) hostile.Outcome {
	return func(x *input) hostile.Outcome {
		u := x.u
		if u == (whatwg.URL{}) {
			u = x.base
		}
		v, ok := set(u, x.a)
		if !ok && v != u {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q is ignored, but %q", hostile.ErrBroken, x.a, v)}
		}
		if v == (whatwg.URL{}) {
			return hostile.Outcome{Number: hostile.One(ok)}
		}
		return parsed(v, nil, 0)
	}
}

// part makes a call of a method that returns a string made from the URL, such as a component.
func part(get func(whatwg.URL) string) func(*input) hostile.Outcome {
	return hostile.Text(func(x *input) string { return get(x.u) + " " + get(x.base) })
}

var calls = hostile.Merge(hostile.Stored("URL", func(x *input) (whatwg.URL, string) { return x.u, x.a }), hostile.Calls[*input]{
	"Parse": func(x *input) hostile.Outcome {
		u, err := whatwg.Parse(x.a)
		return parsed(u, err, len(x.a))
	},
	"MustParse": func(x *input) (o hostile.Outcome) {
		defer func() {
			if text, ok := recover().(string); ok {
				o.Err = errors.New(text)
			}
		}()
		return hostile.Outcome{Text: whatwg.MustParse(x.a).Href()}
	},
	"CanParse": hostile.Truth(func(x *input) bool { return whatwg.CanParse(x.a) }),
	"IsNormal": func(x *input) (o hostile.Outcome) {
		normal := whatwg.IsNormal(x.a)
		if u, err := whatwg.Parse(x.a); normal != (err == nil && u.Href() == x.a) {
			o.Err = fmt.Errorf("%w: normal: %t, but the href is %q", hostile.ErrBroken, normal, u)
		}
		o.Number = hostile.One(normal)
		return o
	},
	"AppendHref": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		return whatwg.AppendHref(dst, x.a)
	}),
	"Scheme": func(x *input) hostile.Outcome {
		scheme, ok := whatwg.Scheme(x.a)
		return hostile.Outcome{Text: scheme, Number: hostile.One(ok)}
	},
	"SameOriginRef": func(x *input) (o hostile.Outcome) {
		ref, ok := whatwg.SameOriginRef(x.a)
		if again, okAgain := whatwg.SameOriginRef(ref); again != ref || !okAgain {
			o.Err = fmt.Errorf("%w: %q becomes %q, %t", hostile.ErrBroken, ref, again, okAgain)
		}
		o.Text, o.Number = ref, hostile.One(ok)
		return o
	},
	"URL.Parse": func(x *input) hostile.Outcome {
		u, err := x.base.Parse(x.a)
		return parsed(u, err, len(x.a))
	},
	"Parser.Parse": func(x *input) hostile.Outcome {
		u, err := x.parser.Parse(x.base, x.a)
		return parsed(u, err, len(x.a))
	},
	"Parser.AppendHref": hostile.Appending(func(x *input, dst []byte) ([]byte, error) {
		return x.parser.AppendHref(dst, x.base, x.a)
	}),
	"Validate": func(x *input) hostile.Outcome {
		found, err := whatwg.Validate(x.base, x.a)
		sum := uint64(len(found))
		for _, e := range found {
			sum = sum*31 + uint64(e.Code)<<48 + uint64(e.Offset)<<24 + uint64(e.End)
		}
		return hostile.Outcome{Number: sum, Err: err, Length: max(1, len(x.a))}
	},
	"Error.Error": func(x *input) (o hostile.Outcome) {
		var e *whatwg.Error
		if _, err := x.base.Parse(x.a); errors.As(err, &e) {
			o.Text = e.Error()
		}
		return o
	},
	"Code.String":     hostile.Text(func(x *input) string { return whatwg.Code(x.small).String() }),
	"HostKind.String": hostile.Text(func(x *input) string { return whatwg.HostKind(x.small).String() }),

	"URL.Href": part(whatwg.URL.Href), "URL.String": part(whatwg.URL.String), "URL.Origin": part(whatwg.URL.Origin),
	"URL.Scheme": part(whatwg.URL.Scheme), "URL.Protocol": part(whatwg.URL.Protocol),
	"URL.Username": part(whatwg.URL.Username), "URL.Password": part(whatwg.URL.Password),
	"URL.Host": part(whatwg.URL.Host), "URL.Hostname": part(whatwg.URL.Hostname), "URL.Port": part(whatwg.URL.Port),
	"URL.Pathname": part(whatwg.URL.Pathname), "URL.Search": part(whatwg.URL.Search), "URL.Hash": part(whatwg.URL.Hash),
	"URL.DomainToUnicode": part(whatwg.URL.DomainToUnicode),
	"URL.IsSpecial":       hostile.Truth(func(x *input) bool { return x.u.IsSpecial() }),
	"URL.HasOpaquePath":   hostile.Truth(func(x *input) bool { return x.u.HasOpaquePath() }),
	"URL.HostKind":        func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(x.u.HostKind())} },
	"URL.PortNumber": func(x *input) hostile.Outcome {
		port, ok := x.u.PortNumber()
		return hostile.Outcome{Number: uint64(port)<<1 | hostile.One(ok)}
	},
	"URL.Ranges": hostile.Text(func(x *input) string { return fmt.Sprint(x.u.Ranges()) }),
	"URL.WithoutFragment": func(x *input) hostile.Outcome {
		u := x.u.WithoutFragment()
		if strings.Contains(u.Href(), "#") {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q", hostile.ErrBroken, u)}
		}
		return hostile.Outcome{Text: u.Href()}
	},
	"URL.Redacted": func(x *input) hostile.Outcome { return redacted(x, x.u.Redacted()) },
	"URL.LogValue": func(x *input) hostile.Outcome { return redacted(x, x.u.LogValue().String()) },
	"URL.Format": func(x *input) hostile.Outcome {
		return redacted(x, fmt.Sprintf("%v %+v %#v %d", x.u, x.u, x.u, x.u))
	},
	"URL.Clone": part(func(u whatwg.URL) string { return u.Clone().Href() }),

	"Batch.Reset": func(x *input) hostile.Outcome {
		b := batch(x)
		b.Reset()
		return hostile.Outcome{Number: uint64(b.Len())}
	},
	"Batch.Full": hostile.Truth(func(x *input) bool { return batch(x).Full() }),
	"Batch.Len":  func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(batch(x).Len())} },
	"Batch.Add":  hostile.Truth(func(x *input) bool { return new(whatwg.Batch).Add(x.base, x.a) }),
	"Batch.Href": func(x *input) hostile.Outcome {
		b := batch(x)
		clear(append(b.Href(0), "appended"...)[len(b.Href(0)):]) // must not reach the next href
		return hostile.Outcome{Text: string(b.Href(1)), Length: max(1, len(x.a))}
	},
	"Batch.Ranges": hostile.Text(func(x *input) string { return fmt.Sprint(batch(x).Ranges(1)) }),
	"Batch.URL": func(x *input) hostile.Outcome {
		u := batch(x).URL(1)
		if want, _ := x.base.Parse(x.a); u != want {
			return hostile.Outcome{Err: fmt.Errorf("%w: %q, want %q", hostile.ErrBroken, u, want)}
		}
		return hostile.Outcome{Text: u.Href(), Length: max(1, len(x.a))}
	},

	"URL.WithProtocol": setting(whatwg.URL.WithProtocol), "URL.WithUsername": setting(whatwg.URL.WithUsername),
	"URL.WithPassword": setting(whatwg.URL.WithPassword), "URL.WithHost": setting(whatwg.URL.WithHost),
	"URL.WithHostname": setting(whatwg.URL.WithHostname), "URL.WithPort": setting(whatwg.URL.WithPort),
	"URL.WithPathname": setting(whatwg.URL.WithPathname), "URL.WithSearch": setting(whatwg.URL.WithSearch),
	"URL.WithHash": setting(whatwg.URL.WithHash),

	"ParseSearchParams": changing(func(*input, *whatwg.SearchParams) {}),
	"URL.SearchParams":  part(func(u whatwg.URL) string { return u.SearchParams().String() }),
	"URL.WithSearchParams": setting(func(u whatwg.URL, v string) (whatwg.URL, bool) {
		return u.WithSearchParams(whatwg.ParseSearchParams(v))
	}),
	"SearchParams.All": func(x *input) (o hostile.Outcome) {
		for name, value := range params(x).All() {
			o.Text += name + value
			if o.Number++; o.Number == 10 {
				break
			}
		}
		return o
	},
	"SearchParams.Len": func(x *input) hostile.Outcome { return hostile.Outcome{Number: uint64(params(x).Len())} },
	"SearchParams.Get": func(x *input) hostile.Outcome {
		value, ok := params(x).Get(x.b)
		return hostile.Outcome{Text: value, Number: hostile.One(ok)}
	},
	"SearchParams.GetAll": hostile.Text(func(x *input) string { return strings.Join(params(x).GetAll(x.b), " ") }),
	"SearchParams.Has":    hostile.Truth(func(x *input) bool { return params(x).Has(x.b) }),
	"SearchParams.Add":    changing(func(x *input, p *whatwg.SearchParams) { p.Add(x.b, x.a) }),
	"SearchParams.Set":    changing(func(x *input, p *whatwg.SearchParams) { p.Set(x.b, x.a) }),
	"SearchParams.Delete": changing(func(x *input, p *whatwg.SearchParams) { p.Delete(x.b) }),
	"SearchParams.Sort":   changing(func(_ *input, p *whatwg.SearchParams) { p.Sort() }),
	"SearchParams.String": hostile.Text(func(x *input) string { return params(x).String() }),

	"URL.URI": func(x *input) (o hostile.Outcome) {
		v, changes := x.u.URI()
		if again, err := uri.Parse(v.String()); again != v || (changes == 0) != (v.String() == x.u.Href()) {
			o.Err = fmt.Errorf("%w: %q becomes %q, %v, %w", hostile.ErrBroken, x.u, v, changes, err)
		}
		o.Text, o.Number = v.String(), uint64(changes)
		return o
	},
	"FromURI": func(x *input) hostile.Outcome {
		u, changes, err := whatwg.FromURI(x.uri)
		o := parsed(u, err, len(x.a))
		if o.Number = uint64(changes); err == nil && (changes == 0) != (u.Href() == x.uri.String()) {
			o.Err = fmt.Errorf("%w: %q becomes %q, %v", hostile.ErrBroken, x.uri, u, changes)
		}
		return o
	},
	"Changes.String": hostile.Text(func(x *input) string { return whatwg.Changes(int(x.small) * 257).String() }),
})

// batch returns a batch of two links.
func batch(x *input) *whatwg.Batch {
	b := new(whatwg.Batch)
	b.Add(whatwg.URL{}, "https://example.com/")
	b.Add(x.base, x.a)
	return b
}

// redacted returns the outcome of a call that must not show the password.
func redacted(x *input, text string) (o hostile.Outcome) {
	if strings.Contains(x.u.Password(), hostile.Secret) && strings.Contains(text, hostile.Secret) {
		o.Err = fmt.Errorf("%w: it shows the password", hostile.ErrBroken)
	}
	o.Text = text
	return o
}

// seeds are inputs of every kind.
var seeds = [][2]string{
	{"", ""}, {"https://user:pass@example.com:8080/a/b?c#d", ""}, {" \tHTTPS:\\EXAMPLE.com\\..\\a b?'\"#`<", "a:b"},
	{"../x?y#z", "https://u:p@h:1/a/b/c?d#e"}, {"//[::1]:80/", "file:///C:/a"}, {"C|/..", "file://host/D:/"},
	{"a:/.//b", "a:b ?c"}, {"mailto:é\xff ", "web+demo:/x"}, {"https://xn--a.ß/", "https://0x7f.1/"},
	{"https://b\u00fccher.example/\xe2\x82", "blob:https://a/b"}, {"file://localhost", "ws://%41:80"},
	{"https://%31%32%37.1/%2e%2E/", "https://1.2.3.256/"}, {"https://:@h:443/", "ftp://h:21/"}, {"80", "https://h/"},
}

// shapes are inputs that grow, valid and invalid ones.
var shapes = []hostile.Shape{
	{"https://h/", "a", ""}, {"https://h/", "a/", ""}, {"https://h/", "../", ""}, {"https://h/", "a/../", ""},
	{"https://h", "/a", "/../.."}, {"https://h", "//", "/.."}, {"https://h/", "%2e%2E/", ""}, {"https://h/", "é", ""},
	{"https://h/", "abcdefgh\xff", ""}, {"https://h/", "a\t", ""}, {"https://h/", "abcdefgh\xff\n", ""},
	{"https://", "@", "h/"}, {"https://", "@", ""}, {"https://", "a:@", "h"}, {"https://", "a.", "b"},
	{"https://", "1.", ""}, {"https://", "é.", ""}, {"https://", "é", ""}, {"https://", "xn--a.", "é"},
	{"https://", "xn--tda.", ""}, {"https://xn--", "9", ""}, {"https://", "%41", ""}, {"https://", "%", ""},
	{"https://h:", "0", "80"}, {"https://h:", "9", ""}, {"https://[", "0:", ":]"}, {"https://[", "0", "]"},
	{"https://", "[", ""}, {"https:", "/", "h"}, {"https:", "\\", ""}, {"a", "a", ":b"}, {"a:", " ", "?"},
	{"a:/", "/", ""}, {"a:", "/..", "//"}, {"https://h/?", "'", ""}, {"https://h/?", "%", "#"},
	{"https://h/#", "`", ""}, {"", " ", ""}, {"", "\t", "https://h/"}, {"https://h/", "\x00", ""}, {"", "../", "x"},
	{"", "a/", ""}, {"file:", "c|/", ".."}, {"https://h/", "\u200d", ""}, {"https://", "\u00ad", "a"},
	{"?", "a=%41&", ""}, {"?", "a&", ""}, {"?", "&", ""}, {"?", "%", ""}, {"?", "+", ""}, {"?", "%ff=", ""},
	{"https://h/?", "日a", ""}, {"https://h/?", "¥あ", ""}, {"https://h/?", "☃", ""}, {"https://h/", "[", ""},
	{"blob:", "blob:", "https://h/"}, {"https://", "日", ""}, {"https://", "a_", "/"}, {"https://", "-", ".b"},
}

var suite = hostile.Suite[*input]{New: newInput, OffsetOf: offsetOf, Calls: calls, Seeds: seeds, Shapes: shapes}

func TestCallsComplete(t *testing.T) { suite.TestComplete(t) }
func TestAppends(t *testing.T)       { suite.TestAppends(t) }
func TestConcurrent(t *testing.T)    { suite.TestConcurrent(t) }
func TestGrowth(t *testing.T)        { suite.TestGrowth(t) }
func FuzzHostileCalls(f *testing.F)  { suite.Fuzz(f) }
