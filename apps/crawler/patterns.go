package main

import (
	"errors"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// A patternFilter refuses links and targets of redirects by URL patterns. The zero patternFilter refuses none.
type patternFilter struct {
	include *urlpattern.Set // nil for all URLs
	exclude *urlpattern.Set
}

var (
	errNotIncluded = errors.New("no pattern of -include")
	errExcluded    = errors.New("a pattern of -exclude")
)

// newPatternFilter returns the filter for the values of -include and -exclude. An error does not quote them.
func newPatternFilter(include, exclude []string) (f patternFilter, err error) {
	if len(include) > 0 {
		if f.include, err = newPatternSet(include); err != nil {
			return f, fmt.Errorf("-include: %w", err)
		}
	}
	if f.exclude, err = newPatternSet(exclude); err != nil {
		return f, fmt.Errorf("-exclude: %w", err)
	}
	return f, nil
}

func newPatternSet(texts []string) (*urlpattern.Set, error) {
	var list []*urlpattern.Pattern
	for _, text := range texts {
		p, err := urlpattern.New(text, nil, nil)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return urlpattern.NewSet(list...), nil
}

// check returns an error if u is refused: if it matches no pattern to include, or a pattern to exclude.
func (f *patternFilter) check(u uri.URI) error {
	if f.include == nil && f.exclude == nil {
		return nil
	}
	target, _, err := whatwg.FromURI(u)
	switch {
	case err != nil:
		return err
	case f.include != nil && f.include.First(target) < 0:
		return errNotIncluded
	case f.exclude.First(target) >= 0:
		return errExcluded
	}
	return nil
}
