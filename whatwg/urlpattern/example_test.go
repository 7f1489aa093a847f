package urlpattern_test

import (
	"bufio"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"

	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

func Example() {
	p, err := urlpattern.New("https://*.example.com/books/:id", nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var r urlpattern.Result
	if p.Match(whatwg.MustParse("https://www.example.com/books/42?page=2"), &r) {
		id, _ := r.Group(urlpattern.ComponentPathname, "id")
		host, _ := r.Group(urlpattern.ComponentHostname, "0")
		fmt.Println(id, host)
	}
	// Output: 42 www
}

func ExampleNew_relative() {
	base := whatwg.MustParse("https://example.com/forum/?page=2")
	p, err := urlpattern.New("../admin/*", &base, nil)
	fmt.Println(p.Component(urlpattern.ComponentHostname), p.Component(urlpattern.ComponentPathname), err)
	// Output: example.com /admin/* <nil>
}

func ExampleNewInit() {
	pathname := "/:lang(en|fr)/:page+"
	p, err := urlpattern.NewInit(urlpattern.Init{Pathname: &pathname}, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"https://example.com/fr/a/b", "http://example.org/de/a"} {
		fmt.Println(p.MatchString(text, nil, nil))
	}
	// Output:
	// true
	// false
}

// An optional group that has no part in the match is undefined, which differs from empty.
func ExampleResult_Groups() {
	pathname := "/files{/:dir}?/*"
	p, err := urlpattern.NewInit(urlpattern.Init{Pathname: &pathname}, nil, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	var r urlpattern.Result
	for _, text := range []string{"https://example.com/files/a/", "https://example.com/files/"} {
		p.MatchString(text, nil, &r)
		for g := range r.Groups() {
			if g.Component == urlpattern.ComponentPathname {
				fmt.Println(g.Name, g.Text, g.IsDefined)
			}
		}
	}
	// Output:
	// dir a true
	// 0  true
	// dir  false
	// 0  true
}

func ExampleError() {
	for _, pattern := range []string{"https://example.com/:id(\\d+", "https://example.com/((?<=a)b)"} {
		_, err := urlpattern.New(pattern, nil, nil)
		var e *urlpattern.Error
		if errors.As(err, &e) {
			fmt.Println(e.Component, e.Offset, e.Reason, errors.Is(err, errors.ErrUnsupported))
		}
	}
	// Output:
	// pathname 23 no ")" ends the regular expression false
	// pathname 21 look-behind true
}

func ExampleSet() {
	var patterns []*urlpattern.Pattern
	for _, text := range []string{"https://*/*", "https://example.com/books/:id", "https://example.com/*.pdf"} {
		p, err := urlpattern.New(text, nil, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		patterns = append(patterns, p)
	}
	set := urlpattern.NewSet(patterns...)
	fmt.Println(set.AppendMatches(nil, whatwg.MustParse("https://example.com/books/42")))
	fmt.Println(set.First(whatwg.MustParse("ftp://example.com/")))
	// Output:
	// [0 1]
	// -1
}

// A table is a list of patterns, and the set that finds them.
type table struct {
	patterns []*urlpattern.Pattern
	set      *urlpattern.Set
}

// read returns the table of the patterns in a string, one on each line. It compiles those that old does not have.
func read(text string, old map[string]*urlpattern.Pattern) (*table, error) {
	t := new(table)
	lines := bufio.NewScanner(strings.NewReader(text))
	for n := 1; lines.Scan(); n++ {
		p := old[lines.Text()]
		if p == nil {
			var err error
			if p, err = urlpattern.New(lines.Text(), nil, nil); err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			old[lines.Text()] = p
		}
		t.patterns = append(t.patterns, p)
	}
	t.set = urlpattern.NewSet(t.patterns...)
	return t, lines.Err()
}

// A program that serves while its patterns change makes a new set of them, and stores it. Goroutines that match at the
// same time use the old set or the new one.
func ExampleSet_swap() {
	var current atomic.Pointer[table]
	compiled := map[string]*urlpattern.Pattern{} // only one goroutine uses it
	load := func(text string) {
		if t, err := read(text, compiled); err != nil {
			fmt.Println(err) // and the old set stays
		} else {
			current.Store(t)
		}
	}
	serve := func(u whatwg.URL) {
		t := current.Load()
		var r urlpattern.Result
		if i := t.set.First(u); i >= 0 && t.patterns[i].Match(u, &r) {
			id, _ := r.Group(urlpattern.ComponentPathname, "id")
			fmt.Println("pattern", i, "id", id)
			return
		}
		fmt.Println("no pattern")
	}

	u := whatwg.MustParse("https://example.com/books/42")
	load("https://example.com/films/:id")
	serve(u)
	load("https://example.com/films/:id\nhttps://example.com/books/:id")
	serve(u)
	load("https://example.com/films/:id\nhttps://example.com/{books")
	serve(u)
	// Output:
	// no pattern
	// pattern 1 id 42
	// line 2: urlpattern: pathname: expected "}" at byte 26
	// pattern 1 id 42
}
