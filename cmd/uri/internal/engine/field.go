package engine

import (
	"fmt"
	"slices"
	"strings"
)

// The flag -field is a short form of -format for one key or several.

// fieldTemplate returns the template that prints the values of keys, separated by tabs.
func fieldTemplate(names []string) *string {
	text := "{{." + strings.Join(names, "}}\t{{.") + "}}"
	return &text
}

// checkFields returns an error if the objects have no key of one of the names, or if its value is an array or an object.
// It needs the keys that check sets.
func (t *objectTemplate) checkFields(names []string) error {
	keys := slices.DeleteFunc(t.names(), func(key string) bool { return t.nested[key] })
	for _, name := range names {
		if !slices.Contains(keys, name) {
			return fmt.Errorf("-field: no such key of text: an object has %s", Listed(keys, "and"))
		}
	}
	return nil
}

// setFields sets the value of -field. It accepts only text that can be a list of keys.
func (o *Options) setFields(list string) error {
	names := strings.Split(list, ",")
	for _, name := range names {
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" {
			return ErrValue
		}
	}
	o.fields = names
	return nil
}
