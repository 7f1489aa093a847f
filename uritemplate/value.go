package uritemplate

import (
	"cmp"
	"encoding"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// A Value is the value of a variable: a string, a list of strings, or an associative array (RFC 6570, section 2.3). The
// zero Value is undefined. An empty string is defined. An empty list, and an associative array without pairs, are
// undefined.
//
// Strings should be UTF-8. Other bytes are percent-encoded one by one.
//
// Compare values with [Value.Equal]. A Value does not compare with ==.
type Value struct {
	text     string
	isString bool
	list     []string
	pairs    []Pair
}

// A Pair is a member of an associative array.
type Pair struct{ Name, Value string }

// String returns the value that is the string s.
func String(s string) Value { return Value{text: s, isString: true} }

// List returns the value that is a list. It keeps the slice.
func List(members ...string) Value { return Value{list: members} }

// Pairs returns the value that is an associative array, in the order of the arguments. It keeps the slice.
func Pairs(pairs ...Pair) Value { return Value{pairs: pairs} }

// IsDefined reports whether v is defined.
func (v Value) IsDefined() bool { return v.isString || len(v.list) > 0 || len(v.pairs) > 0 }

// Text returns the string, and whether v is one.
func (v Value) Text() (s string, ok bool) { return v.text, v.isString }

// Members returns the members of a list, and whether v is one. Do not change the slice.
func (v Value) Members() (list []string, ok bool) { return v.list, len(v.list) > 0 }

// Pairs returns the pairs of an associative array, and whether v is one. Do not change the slice.
func (v Value) Pairs() (pairs []Pair, ok bool) { return v.pairs, len(v.pairs) > 0 }

// Equal reports whether v and w are the same string, have the same members, or have the same pairs in the same order.
func (v Value) Equal(w Value) bool {
	return v.isString == w.isString && v.text == w.text && slices.Equal(v.list, w.list) && slices.Equal(v.pairs, w.pairs)
}

// String returns the string, or a list or pairs as package fmt prints them: "[a b]", "[{a 1} {b 2}]". It returns "" if
// v is undefined.
func (v Value) String() string {
	switch {
	case len(v.list) > 0:
		return fmt.Sprint(v.list)
	case len(v.pairs) > 0:
		return fmt.Sprint(v.pairs)
	}
	return v.text
}

// A Source returns the values of variables by their names.
type Source interface {
	// Lookup returns the value of a variable, or the zero Value if it is undefined.
	Lookup(name string) Value
}

// A Map is a map from names to values that is a [Source].
type Map map[string]Value

// Lookup returns m[name].
func (m Map) Lookup(name string) Value { return m[name] }

var errValue = &Error{Reason: ReasonValue}

// valueOf returns the value of x: see [MapOf].
func valueOf(x reflect.Value) (Value, error) {
	if v, err := scalar(x); err == nil {
		return v, nil
	}
	x = indirect(x)
	switch x.Kind() {
	case reflect.Slice, reflect.Array:
		list := make([]string, x.Len())
		for i := range list {
			member, err := scalar(x.Index(i))
			if err != nil || !member.isString {
				return Value{}, errValue
			}
			list[i] = member.text
		}
		return List(list...), nil
	case reflect.Map:
		if x.Type().Key().Kind() != reflect.String {
			break
		}
		var pairs []Pair
		for k, v := range x.Seq2() {
			member, err := scalar(v)
			if err != nil {
				return Value{}, errValue
			}
			if member.isString {
				pairs = append(pairs, Pair{k.String(), member.text})
			}
		}
		slices.SortFunc(pairs, func(a, b Pair) int { return cmp.Compare(a.Name, b.Name) })
		return Pairs(pairs...), nil
	}
	return Value{}, errValue
}

// indirect follows pointers and interfaces. The result is the zero Value of package reflect if one is nil.
func indirect(x reflect.Value) reflect.Value {
	for range 8 { // a pointer can point to itself
		if x.Kind() == reflect.Pointer || x.Kind() == reflect.Interface {
			x = x.Elem()
		}
	}
	return x
}

// scalar returns the string of x, or the zero Value if x is nil.
func scalar(x reflect.Value) (Value, error) {
	for range 8 { // a pointer can point to itself
		isPointer := x.Kind() == reflect.Pointer
		if !x.IsValid() || (isPointer || x.Kind() == reflect.Interface) && x.IsNil() {
			return Value{}, nil
		}
		if m, ok := marshaler(x); ok {
			text, err := m.MarshalText()
			return String(string(text)), err
		}
		if !isPointer && x.Kind() != reflect.Interface {
			break
		}
		x = x.Elem()
	}
	switch {
	case x.Kind() == reflect.String:
		return String(x.String()), nil
	case x.CanInt():
		return String(strconv.FormatInt(x.Int(), 10)), nil
	case x.CanUint():
		return String(strconv.FormatUint(x.Uint(), 10)), nil
	case x.CanFloat():
		return String(strconv.FormatFloat(x.Float(), 'f', -1, x.Type().Bits())), nil
	}
	return Value{}, errValue
}

func marshaler(x reflect.Value) (encoding.TextMarshaler, bool) {
	if x.Kind() == reflect.Interface || !x.CanInterface() { // an interface may have a nil pointer
		return nil, false
	}
	m, ok := x.Interface().(encoding.TextMarshaler)
	return m, ok
}

// MapOf returns the values of a struct, of a pointer to one, or of a map from strings. The tag of a field gives its name,
// as in
//
//	Page int `uritemplate:"page,omitzero"`
//
// or its own. With omitzero, the zero value of the field is undefined. The tag "-" omits the field. Fields that are not
// exported are omitted, and the fields of embedded structs belong to the struct.
//
// Strings, [encoding/json.Number] and types with a method MarshalText are strings. Integers and floating-point numbers are
// strings of decimal digits. Slices and arrays of these are lists. Maps from strings to these are associative arrays,
// sorted by name. Nil pointers and nil are undefined, and so are nil members of maps. The value of any other pointer is
// the value that it points to.
//
// Other values, such as bool, a list of lists and a list with a nil member, are an [*Error] with ReasonValue and the
// name. The RFC does not define them.
func MapOf(x any) (Map, error) {
	v := indirect(reflect.ValueOf(x))
	m := Map{}
	switch {
	case v.Kind() == reflect.Struct:
		return m, m.addFields(v)
	case v.Kind() == reflect.Map && v.Type().Key().Kind() == reflect.String:
		for key, member := range v.Seq2() {
			if err := m.add(key.String(), member); err != nil {
				return nil, err
			}
		}
		return m, nil
	}
	return nil, fmt.Errorf("uritemplate: %T is not a struct and not a map from strings", x)
}

func (m Map) add(name string, x reflect.Value) error {
	v, err := valueOf(x)
	if err != nil {
		return &Error{Reason: ReasonValue, Name: name}
	}
	m[name] = v
	return nil
}

// isStruct reports whether t is a struct or a pointer to one.
func isStruct(t reflect.Type) bool {
	return t.Kind() == reflect.Struct || t.Kind() == reflect.Pointer && t.Elem().Kind() == reflect.Struct
}

func (m Map) addFields(v reflect.Value) error {
	var whole []int // the index of the last embedded field with a tag, which is a value
	for _, field := range reflect.VisibleFields(v.Type()) {
		if n := len(whole); n > 0 && n < len(field.Index) && slices.Equal(whole, field.Index[:n]) {
			continue
		}
		tag, ok := field.Tag.Lookup("uritemplate")
		if field.Anonymous && ok {
			whole = field.Index
		}
		if !field.IsExported() || tag == "-" || field.Anonymous && !ok && isStruct(field.Type) {
			continue
		}
		x, err := v.FieldByIndexErr(field.Index)
		if err != nil {
			continue // in a nil embedded pointer: undefined
		}
		name, options, _ := strings.Cut(tag, ",")
		if options == "omitzero" && x.IsZero() {
			continue
		}
		if err := m.add(cmp.Or(name, field.Name), x); err != nil {
			return err
		}
	}
	return nil
}
