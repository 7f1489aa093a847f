package scheme_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/scheme"
)

type objectTest struct {
	source, in string
	want       scheme.Object
	err        string
}

// The sources are threads, and pages of the documentation of the stores.
var objectTests = append(kit.Cases[objectTest]("object.txt", "objectTests"), []objectTest{
	{"own", "https://" + strings.Repeat("a.", 116) + "s3.amazonaws.com/k", scheme.Object{Store: "s3", Bucket: strings.Repeat("a.", 115) + "a", Key: "k"}, ""},
	{"own", "https://" + strings.Repeat("a.", 119) + "s3.amazonaws.com.example/k", scheme.Object{}, "unknown store at byte 8"},
}...)

func TestParseObject(t *testing.T) {
	for _, test := range objectTests {
		o, err := scheme.ParseObject(test.in)
		var e *scheme.Error
		if o != test.want || (err != nil) != (test.err != "") || err != nil && (!errors.As(err, &e) || err.Error() != test.err) {
			t.Errorf("%s: %q: %q, %v, want %q, %s", test.source, test.in, o, err, test.want, test.err)
		}
		for _, s := range []string{o.URL(), o.HTTPS()} {
			if again, err := scheme.ParseObject(s); s != "" && (err != nil || again != o) {
				t.Errorf("%q: %q is read as %q, %v", test.in, s, again, err)
			}
		}
	}
}

func TestObjectAddresses(t *testing.T) {
	for _, test := range kit.Cases[struct {
		o          scheme.Object
		url, https string
	}]("object.txt", "TestObjectAddresses") {
		if got := test.o.URL(); got != test.url {
			t.Errorf("%q: URL is %q, want %q", test.o, got, test.url)
		}
		if got := test.o.HTTPS(); got != test.https {
			t.Errorf("%q: HTTPS is %q, want %q", test.o, got, test.https)
		}
	}
}

// TestObjectKeys writes and reads objects with random keys. A written object is normal, and has no "?" or "#".
func TestObjectKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	written := 0
	for range 1000 {
		var key strings.Builder
		for range r.IntN(9) {
			key.WriteByte("aZ./%2F?#@&+ \xc3\xb6\x00"[r.IntN(16)])
		}
		for _, o := range []scheme.Object{{Store: "s3", Bucket: "b"}, {Store: "gs", Bucket: "b"}, {Store: "az", Account: "a", Bucket: "b"}} {
			o.Key = key.String()
			if again, err := scheme.ParseObject(o.URL()); err != nil || again != o {
				t.Fatalf("%q: %q is read as %q, %v", o, o.URL(), again, err)
			}
			https := o.HTTPS()
			if https == "" {
				if !strings.Contains("/"+o.Key+"/", "/./") && !strings.Contains("/"+o.Key+"/", "/../") {
					t.Fatalf("%q has no https address", o)
				}
				continue
			}
			written++
			u, err := uri.Parse(https)
			if again, err2 := scheme.ParseObject(https); err != nil || err2 != nil || again != o || strings.ContainsAny(https, "?#") || u.Normalized() != u {
				t.Fatalf("%q: %q is read as %q, %v, %v", o, https, again, err, err2)
			}
		}
	}
	if written < 2000 {
		t.Errorf("only %d addresses", written)
	}
	if text := fmt.Sprint(scheme.ParseObject("s3://u:Q7Q7@b/k")); strings.Contains(text, "Q7") {
		t.Error(text)
	}
}
