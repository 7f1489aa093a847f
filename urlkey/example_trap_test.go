package urlkey_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/urlkey"
)

// maxPages is the number of pages of a shape that the crawler fetches.
const maxPages = 2

// A frontier decides which links a crawler follows.
type frontier struct {
	seen   map[uri.Key]bool
	shapes map[string]int
	rules  uri.Normalizer
}

// accepts reports whether a link is new, apart from parameters that track, and is not one of too many of its shape, as
// in a calendar without an end.
func (f *frontier) accepts(link uri.URI) bool {
	page := f.rules.Normalized(link)
	if f.seen[page.Key()] {
		return false
	}
	f.seen[page.Key()] = true
	f.shapes[urlkey.Shape1(page)]++
	return f.shapes[urlkey.Shape1(page)] <= maxPages
}

// This program fetches each page once, and leaves a calendar without an end.
func Example_trap() {
	f := frontier{map[uri.Key]bool{}, map[string]int{}, uri.Normalizer{
		Steps: uri.AllSteps,
		Query: &uri.QueryRules{Tracking: true, Sort: true},
	}}
	for _, link := range []string{
		"http://example.com/about",
		"http://example.com/about?utm_source=mail",
		"http://example.com/calendar?month=2024-05",
		"http://example.com/calendar?month=2024-06",
		"http://example.com/calendar?month=2024-07",
		"http://example.com/item/17",
	} {
		if f.accepts(uri.MustParse(link)) {
			fmt.Println(link)
		}
	}
	// Output:
	// http://example.com/about
	// http://example.com/calendar?month=2024-05
	// http://example.com/calendar?month=2024-06
	// http://example.com/item/17
}
