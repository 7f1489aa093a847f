package kit

import (
	"reflect"
	"strings"
	"testing"
)

// CheckAllocs checks the number of allocations of a call. The name is that of a function or method, such as "URI.Host",
// with details after a "/".
func CheckAllocs(t *testing.T, name string, want float64, f func()) {
	t.Helper()
	if got := testing.AllocsPerRun(100, f); got != want {
		t.Errorf("%s: %v allocations, want %v", name, got, want)
	}
}

// CheckMethods fails for a method of the pointer types that none of the names, as CheckAllocs has them, is about.
func CheckMethods(t *testing.T, names []string, types ...reflect.Type) {
	t.Helper()
	named := map[string]bool{}
	for _, name := range names {
		name, _, _ = strings.Cut(name, "/")
		named[name] = true
	}
	for _, typ := range types {
		for i := range typ.NumMethod() {
			if name := typ.Elem().Name() + "." + typ.Method(i).Name; !named[name] {
				t.Errorf("%s is not tested", name)
			}
		}
	}
}

// CheckErrorType checks that an error is small, and that none of its fields can hold a part of an input.
func CheckErrorType[E any](t *testing.T) {
	t.Helper()
	typ := reflect.TypeFor[E]()
	if size := typ.Size(); size > 16 {
		t.Errorf("%v has %d bytes, want at most 16", typ, size)
	}
	for i := range typ.NumField() {
		if field := typ.Field(i); field.Type.Kind() > reflect.Uint64 {
			t.Errorf("%v.%s is a %v: it could hold a pointer", typ, field.Name, field.Type)
		}
	}
}
