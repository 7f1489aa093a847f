package hostile_test

import (
	"fmt"
	"github.com/urispan/uri/internal/test/kit"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// mayPanic maps the types with pointer methods that may panic on a nil receiver to the reason. The pointer methods of
// all other types must do the same as for the zero value, and so must those in readsNil.
var mayPanic = maps.Collect(kit.Pairs[string, string]("nil.txt", "mayPanic"))

// readsNil are the methods that only read a value of a type that may panic.
var readsNil = []string{
	"uri.Builder.URI",
	"whatwg.SearchParams.AppendTo", "whatwg.SearchParams.Get", "whatwg.SearchParams.GetAll",
	"whatwg.SearchParams.Has", "whatwg.SearchParams.Len", "whatwg.SearchParams.String",
	"whatwg.Batch.Full", "whatwg.Batch.Len", "links.Scanner.Base", "links.Scanner.Err",
}

// nilDiffers are the types that accept their zero value and refuse nil.
var nilDiffers = []string{"suffix.List"}

// TestNilReceivers calls the pointer methods on nil and on the zero value, with zero arguments. It fails for a method
// that panics on nil, or differs, and is not in the tables.
func TestNilReceivers(t *testing.T) {
	seen := map[string]bool{}
	for _, v := range samples(t, passwords[0]) {
		typ := reflect.Indirect(reflect.ValueOf(v)).Type()
		if seen[typ.String()] {
			continue
		}
		seen[typ.String()] = true
		pointer := reflect.PointerTo(typ)
		for i := range pointer.NumMethod() {
			m := pointer.Method(i)
			if _, byValue := typ.MethodByName(m.Name); byValue {
				continue // such a call dereferences nil before the method begins
			}
			name := typ.String() + "." + m.Name
			got, want := call(m, reflect.Zero(pointer)), call(m, reflect.New(typ))
			switch {
			case got == want, strings.HasSuffix(name, ".String") && got == "<nil>;":
			case slices.Contains(nilDiffers, typ.String()) && !strings.HasPrefix(got, "panic"):
			case mayPanic[typ.String()] == "" || slices.Contains(readsNil, name):
				t.Errorf("%s of nil: %s, want %s", name, got, want)
			}
		}
	}
}

var errorType = reflect.TypeFor[error]()

// call returns the results of a method as text. A method may panic if its arguments include a nil pointer.
func call(m reflect.Method, receiver reflect.Value) (text string) {
	defer func() {
		if r := recover(); r != nil {
			text = fmt.Sprint("panic: ", r)
		}
	}()
	args := []reflect.Value{receiver}
	for i := 1; i < m.Type.NumIn(); i++ {
		args = append(args, reflect.Zero(m.Type.In(i)))
	}
	if m.Type.IsVariadic() {
		args = args[:len(args)-1]
	}
	for _, result := range m.Func.Call(args) {
		if result.Kind() == reflect.Interface && result.Elem().Kind() == reflect.Pointer && !result.Type().Implements(errorType) {
			result = result.Elem().Elem() // not the address
		}
		text += fmt.Sprintf("%v;", result)
	}
	return text
}
