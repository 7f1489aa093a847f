package find

import (
	"io"

	"github.com/urispan/uri"
)

// RedactionSteps returns the number of steps of AppendRedacted.
func RedactionSteps(text []byte, redactor uri.Redactor) int {
	_, steps := appendRedacted(nil, text, redactor)
	return steps
}

// Steps returns the number of steps of a loop over the addresses that f finds in text.
func Steps(f *Finder, text string) int {
	s := f.search(text)
	for s.next() {
	}
	return s.rules.Steps
}

// ReaderSteps returns the number of steps of a loop over the addresses that f finds in src.
func ReaderSteps(f *Finder, src io.Reader, limit int) int {
	r := NewReader(src, f, limit)
	for range r.All() {
	}
	return r.search.rules.Steps
}
