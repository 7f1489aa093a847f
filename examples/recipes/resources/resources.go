// Package resources is an example of your own code: the resources of a server for the Model Context Protocol (MCP), which
// are named by URI templates. A client asks for a URI, and the server finds the template and its variables.
package resources

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/urispan/uri/uritemplate"
)

// ErrNotFound means that no template has the URI as an expansion.
var ErrNotFound = errors.New("no such resource")

// A Handler reads a resource.
type Handler func(v Variables) (text string, err error)

// A Registry holds resource templates in the order of their registration.
type Registry struct{ entries []entry }

type entry struct {
	matcher *uritemplate.Matcher
	handler Handler
}

// Register adds a template. The error names the two parts that cannot be told apart, if there are such parts.
func (r *Registry) Register(template string, h Handler) error {
	t, err := uritemplate.Parse(template)
	if err != nil {
		return err
	}
	m, err := t.Matcher()
	if err != nil {
		return fmt.Errorf("template %s: %w", template, err)
	}
	r.entries = append(r.entries, entry{m, h})
	return nil
}

// Read calls the handler of the first template that has uri as an expansion.
func (r *Registry) Read(uri string) (string, error) {
	for _, e := range r.entries {
		if values, ok := e.matcher.Match(uri); ok {
			return e.handler(Variables{values})
		}
	}
	return "", ErrNotFound
}

// Variables are the variables of a request.
type Variables struct{ values uritemplate.Map }

// String returns a variable that must be a string.
func (v Variables) String(name string) (string, error) {
	s, ok := v.values[name].Text()
	if !ok {
		return "", fmt.Errorf("%s is not a string", name)
	}
	return s, nil
}

// Int returns a variable that must be an integer, or missing if it is undefined.
func (v Variables) Int(name string, missing int) (int, error) {
	if !v.values[name].IsDefined() {
		return missing, nil
	}
	s, err := v.String(name)
	if err != nil {
		return 0, err
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, fmt.Errorf("%s is not an integer", name)
	}
	return n, nil
}
