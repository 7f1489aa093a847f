package engine

import (
	"fmt"
	"maps"
	"slices"
)

// The flag -field is a short form of -format for a single key.

// fieldTemplate returns the template that prints the value of a key.
func fieldTemplate(name string) *string {
	text := "{{." + name + "}}"
	return &text
}

// checkField returns an error if the objects have no key of that name, or if its value is an array or an object. It
// needs the keys that check sets.
func (t *objectTemplate) checkField(name string) error {
	names := slices.DeleteFunc(slices.Sorted(maps.Keys(t.keys)), func(key string) bool { return t.nested[key] })
	if slices.Contains(names, name) {
		return nil
	}
	return fmt.Errorf("-field: no such key of text: an object has %s", Listed(names, "and"))
}
