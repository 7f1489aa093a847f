package test_test

import (
	"strings"
	"testing"
	"unsafe"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
)

// TestClone: a value that is parsed from a part of a page is a part of it, as the comments of the types say, and its
// Clone is not.
func TestClone(t *testing.T) {
	page := strings.Repeat(" ", 1000) + "http://example.com/a" + strings.Repeat(" ", 1000)
	link := strings.TrimSpace(page)
	u, w := uri.MustParse(link), whatwg.MustParse(link)
	if u.Clone() != u || w.Clone() != w {
		t.Error("a Clone differs from its value")
	}
	isPart := func(s string) bool {
		offset := uintptr(unsafe.Pointer(unsafe.StringData(s))) - uintptr(unsafe.Pointer(unsafe.StringData(page)))
		return offset < uintptr(len(page))
	}
	for name, texts := range map[string][2]string{
		"URI": {u.String(), u.Clone().String()},
		"URL": {w.Href(), w.Clone().Href()},
	} {
		if !isPart(texts[0]) || isPart(texts[1]) {
			t.Errorf("%s is a part of the page: %t; its Clone: %t", name, isPart(texts[0]), isPart(texts[1]))
		}
	}
	if (uri.URI{}).Clone() != (uri.URI{}) || (whatwg.URL{}).Clone() != (whatwg.URL{}) {
		t.Error("the Clone of a zero value is another")
	}
}
