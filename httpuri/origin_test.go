package httpuri_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/httpuri"
	"github.com/urispan/uri/internal/test/kit"
)

func TestCheck(t *testing.T) {
	for _, tt := range kit.Cases[struct {
		uri     string
		section string // of RFC 9110
		want    fault
	}]("origin.txt", "TestCheck", noFault) {
		if diff := cmp.Diff(tt.want, faultOf(t, httpuri.Check(uri.MustParse(tt.uri)))); diff != "" {
			t.Errorf("%s (section %s) (-want +got):\n%s", tt.uri, tt.section, diff)
		}
	}
}

// An origin is the triple of RFC 6454, section 4.
type origin struct {
	Scheme, Host string
	Port         uint16
	Text         string // section 6.2
}

var originTests = kit.Cases[struct {
	uri  string
	want origin
	err  fault
}]("origin.txt", "originTests", noFault)

func TestOrigin(t *testing.T) {
	values := map[httpuri.Origin]string{} // compares keys by ==
	for _, tt := range originTests {
		o, err := httpuri.OriginOf(uri.MustParse(tt.uri))
		got := origin{o.Scheme(), o.Host(), o.Port(), o.String()}
		if diff := cmp.Diff(tt.want, got) + cmp.Diff(tt.err, faultOf(t, err)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.uri, diff)
		}
		if text, ok := values[o]; ok && text != tt.want.Text {
			t.Errorf("%s is the same as %s", tt.uri, text)
		}
		values[o] = tt.want.Text
		checkOrigin(t, tt.uri)
	}
	texts := map[string]bool{}
	for _, tt := range originTests {
		texts[tt.want.Text] = true
	}
	if len(values) != len(texts) {
		t.Errorf("%d origins, want %d", len(values), len(texts))
	}
}

func TestOriginText(t *testing.T) {
	for _, tt := range kit.Cases[struct {
		text, want string
		err        fault
	}]("origin.txt", "TestOriginText", noFault) {
		before, _ := httpuri.OriginOf(uri.MustParse("http://before"))
		o := before
		err := o.UnmarshalText([]byte(tt.text))
		if tt.want == "" {
			tt.want = before.String()
		}
		if diff := cmp.Diff(tt.err, faultOf(t, err)); diff != "" || o.String() != tt.want {
			t.Errorf("%q: %v, want %v (-want +got):\n%s", tt.text, o, tt.want, diff)
		}
	}
}
