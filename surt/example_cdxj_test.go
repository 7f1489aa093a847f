package surt_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/surt"
)

// A capture is a page that was archived at a time, such as 20240102030405.
type capture struct{ url, time string }

// line returns the line of a CDXJ index for c: the key, a space, the time, a space, and a JSON object.
func (c capture) line() (string, error) {
	u, err := uri.Parse(c.url)
	if err != nil {
		return "", err
	}
	fields, err := json.Marshal(map[string]string{"url": c.url})
	return fmt.Sprintf("%s %s %s", surt.Aggressive.Key(u), c.time, fields), err
}

// between returns the lines of a sorted index from lo to hi, exclusive.
func between(index []string, lo, hi string) []string {
	begin, _ := slices.BinarySearch(index, lo)
	end, _ := slices.BinarySearch(index, hi)
	return index[begin:end]
}

// A CDXJ index of an archive is a text file of sorted lines. Keys have no space, which is less than all their bytes, so
// the lines of an index sort as their keys do, and then by time. Adding captures means merging sorted lines. A binary
// search finds the captures of a URL, and of a domain with all its subdomains.
func Example_cdxj() {
	var index []string
	for _, c := range []capture{
		{"https://shop.example.com/B?x=1", "20240105000000"},
		{"http://example.com/", "20240101000000"},
		{"http://example-shop.com/", "20240102000000"},
		{"https://WWW.example.com:443/#top", "20240103000000"},
		{"http://example.com/a%2Fb", "20240104000000"},
		{"http://example.com/a/b/", "20240106000000"},
		{"http://example.org/", "20240107000000"},
	} {
		line, err := c.line()
		if err != nil {
			fmt.Println(err)
			return
		}
		index = append(index, line)
	}
	slices.Sort(index)

	fmt.Println("The captures of https://www.example.com/a/b. A reader compares url, because the key is lossy:")
	key := surt.Aggressive.Key(uri.MustParse("https://www.example.com/a/b"))
	fmt.Println(strings.Join(between(index, key+" ", key+"!"), "\n"))

	fmt.Println("The captures of example.com and its subdomains:")
	host := strings.TrimSuffix(surt.Aggressive.Key(uri.MustParse("//example.com")), ")/")
	fmt.Println(strings.Join(between(index, host+")", host+"-"), "\n"))

	// Output:
	// The captures of https://www.example.com/a/b. A reader compares url, because the key is lossy:
	// com,example)/a/b 20240104000000 {"url":"http://example.com/a%2Fb"}
	// com,example)/a/b 20240106000000 {"url":"http://example.com/a/b/"}
	// The captures of example.com and its subdomains:
	// com,example)/ 20240101000000 {"url":"http://example.com/"}
	// com,example)/ 20240103000000 {"url":"https://WWW.example.com:443/#top"}
	// com,example)/a/b 20240104000000 {"url":"http://example.com/a%2Fb"}
	// com,example)/a/b 20240106000000 {"url":"http://example.com/a/b/"}
	// com,example,shop)/b?x=1 20240105000000 {"url":"https://shop.example.com/B?x=1"}
}
