package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/whatwg/urlpattern"
)

// matchVerb answers URLs. It is not in verbTable, because it needs a file.
var matchVerb = &engine.Verb{
	Name:     "match",
	Dialects: []*dialect.Dialect{dialect.Web},
	Flags:    matchFlags,
	Formats: engine.Formats{
		Line: matchLine, Keys: []engine.Key{engine.InputKey, engine.OKKey, matchesKey},
		OmitsFaults: true,
	},
}

// matchFlags defines the flags of match.
func matchFlags(fs *flag.FlagSet) engine.Prepare {
	file := fs.String("patterns", "", "a file")
	return func(*engine.Arguments) (engine.Work, error) {
		if *file == "" {
			return engine.Work{}, errors.New("want -patterns FILE")
		}
		list, err := readPatterns(*file)
		if err != nil {
			return engine.Work{}, fmt.Errorf("-patterns: %w", engine.Nameless(err))
		}
		newStep := func() engine.Step { return (&matcher{patternList: list}).match }
		return engine.Work{NewStep: newStep}, nil
	}
}

// A patternList is the patterns of a file.
type patternList struct {
	set      *urlpattern.Set
	patterns []*urlpattern.Pattern
	sources  [][]byte // the lines
	numbers  []int    // of the lines, from 1 on
}

// maxPattern is the length in bytes of the longest line of a file of patterns. A byte of a pattern can take more memory
// than one of a URL: a line of this length takes at most as much as an input of the default of -max-line.
const maxPattern = 128 << 10

// readPatterns reads the patterns in a file, one a line.
func readPatterns(name string) (*patternList, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	list := new(patternList)
	for line, text := range engine.Inputs(data) {
		if len(text) > maxPattern {
			return nil, fmt.Errorf("line %d: longer than %d bytes, the limit of a pattern", line, maxPattern)
		}
		p, err := urlpattern.New(string(text), nil, nil)
		switch {
		case hostLine.Match(text): // with a port, the name is read as a scheme
			err = errors.New("a host and no URL: -where host=@FILE takes such lines")
		case err != nil && text[0] == '/':
			err = errors.New("a relative pattern: *://*:* before it stands for every host")
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		list.patterns = append(list.patterns, p)
		list.sources = append(list.sources, text)
		list.numbers = append(list.numbers, line)
	}
	list.set = urlpattern.NewSet(list.patterns...)
	return list, nil
}

// A matcher is the state of a worker of match, and the value of its records.
type matcher struct {
	*patternList
	webReader
	matches []int // the indexes of the patterns that match the record
	result  urlpattern.Result
}

// match implements the Step of match.
func (m *matcher) match(rec *engine.Record) {
	m.setURL(rec)
	rec.Value = m
	m.matches = m.matches[:0]
	if rec.OK {
		m.matches = m.set.AppendMatches(m.matches, m.url)
	}
}

// matchLine appends the tab-separated line that "uri help match formats" describes.
func matchLine(dst []byte, rec *engine.Record) []byte {
	m := rec.Value.(*matcher)
	dst = escape.AppendText(dst, rec.Bytes)
	for _, i := range m.matches {
		dst = paint.DrainLong(escape.AppendText(append(dst, '\t'), m.sources[i]), rec.Drain)
	}
	return append(dst, '\n')
}

// matchesKey is a key of the object that "uri help match formats" describes.
var matchesKey = engine.Key{Name: "matches", Of: engine.OfAll, Nested: true, Append: func(dst []byte, rec *engine.Record) []byte {
	m := rec.Value.(*matcher)
	return engine.AppendList(dst, m.matches, func(dst []byte, i int) []byte {
		m.patterns[i].Match(m.url, &m.result)
		dst = appendObject(dst, "pattern", m.numbers[i], "text", m.sources[i], "groups", groupsOf(&m.result))
		return paint.DrainLong(dst, rec.Drain)
	})
}}

// groupsOf returns the groups of a match, as an object of objects by component.
func groupsOf(r *urlpattern.Result) (groups object) {
	var last urlpattern.Component
	for g := range r.Groups() {
		if groups == nil || g.Component != last {
			groups, last = append(groups, g.Component.String(), object{}), g.Component
		}
		in := &groups[len(groups)-1]
		*in = append((*in).(object), g.Name, optional(g.Text, g.IsDefined))
	}
	return groups
}
