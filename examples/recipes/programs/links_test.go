package programs_test

import (
	"fmt"

	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/whatwg"
)

// sameSite resolves the links of a page as browsers do. It returns the normal form of each page of the same site once,
// without its fragment.
func sameSite(page string, links []string) ([]string, error) {
	base, err := whatwg.Parse(page)
	if err != nil {
		return nil, err
	}
	site := suffix.Site(base.Hostname())
	seen := make(map[string]bool)
	var found []string
	for _, link := range links {
		w, err := base.Parse(link)
		if err != nil || w.Scheme() != "http" && w.Scheme() != "https" || suffix.Site(w.Hostname()) != site {
			continue
		}
		u, _ := w.WithoutFragment().URI()
		if key := string(u.Key()); !seen[key] {
			seen[key] = true
			found = append(found, key)
		}
	}
	return found, nil
}

// A crawler follows the links of a page to other pages of the same site.
func Example_links() {
	found, err := sameSite("https://www.example.co.uk/a/b", []string{
		" c#top ", "/a/./%63", "//Shop.Example.co.uk./", "https://other.co.uk/", "mailto:joe@example.co.uk", "http://[",
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, page := range found {
		fmt.Println(page)
	}
	// Output:
	// https://www.example.co.uk/a/c
	// https://shop.example.co.uk./
}
