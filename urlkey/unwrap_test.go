package urlkey_test

import (
	"fmt"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/urlkey"
	"github.com/urispan/uri/whatwg"
)

// TestUnwrap has links of each service, from the threads that the table cites where they have one.
func TestUnwrap(t *testing.T) {
	for _, test := range kit.Cases[struct{ in, want string }]("unwrap.txt", "TestUnwrap") {
		u := whatwg.MustParse(test.in)
		got, ok := urlkey.Unwrap(u)
		if isWrapped := test.want != ""; ok != isWrapped || isWrapped && got.Href() != test.want || !isWrapped && got != u {
			t.Errorf("%s: %s, %t, want %s", test.in, got, ok, test.want)
		}
	}
}

func ExampleUnwrap() {
	link := whatwg.MustParse("https://l.facebook.com/l.php?u=https%3A%2F%2Fexample.com%2F%3Fid%3D1&h=AT1")
	page, ok := urlkey.Unwrap(link)
	fmt.Println(page, ok)
	// Output: https://example.com/?id=1 true
}
