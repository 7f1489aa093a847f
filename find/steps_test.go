package find

import "github.com/urispan/uri"

// RedactionSteps returns the number of steps of AppendRedacted.
func RedactionSteps(text []byte, redactor uri.Redactor) int {
	_, steps := appendRedacted(nil, text, redactor)
	return steps
}
