package programs_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/suffix"
	"github.com/urispan/uri/urlkey"
)

// A pageStore counts the different pages of a crawl.
type pageStore struct {
	seen   map[uri.Key]bool
	sites  map[string]int
	shards [16]int
}

// add adds a page, however its URL is written.
func (s *pageStore) add(text string) error {
	u, err := uri.Parse(text)
	if err != nil {
		return err
	}
	page := u.WithoutFragment().Normalized()
	if s.seen[page.Key()] {
		return nil
	}
	s.seen[page.Key()] = true
	s.sites[suffix.Site(page.Hostname())]++
	s.shards[urlkey.Hash1(page)%uint64(len(s.shards))]++ // the same shard in every process and version
	return nil
}

// A store of a crawl has each page once. It counts them by site and shard.
func Example_store() {
	s := pageStore{seen: map[uri.Key]bool{}, sites: map[string]int{}}
	for _, text := range []string{
		"http://www.example.com/",
		"HTTP://www.Example.com:80#top",
		"http://shop.example.com/%7Ejoe",
		"http://192.0.2.16/a/../b",
		"http://a b/",
	} {
		if err := s.add(text); err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println(len(s.seen), s.sites)
	// Output:
	// illegal byte in authority at byte 8
	// 3 map[192.0.2.16:1 example.com:2]
}
