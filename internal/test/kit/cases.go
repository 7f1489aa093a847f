package kit

import (
	"encoding"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// testdata is the folder of the cases, also for a test that works in another folder.
var testdata, _ = filepath.Abs("testdata")

// Cases returns the cases of a section of a file in testdata. This section has two cases, each with three words:
//
//	== TestResolve: base ref target
//	# Section 5.4.1
//	http://a/b/c/d;p?q g  http://a/b/c/g
//	http://a/b/c/d;p?q "" http://a/b/c/d;p?q # the empty reference
//
// The first line has the name of the section and the fields of a struct. Blanks separate words. A word is a Go string
// literal if it is empty, begins with a quotation mark or "#", or has blanks or invisible characters. A word that begins
// with "#" begins a comment. The word "<<" is the text of the lines that follow, up to a line "--"; none begins with "== ":
//
//	== TestSplit: args want
//	"split a/b" <<
//	path  a/b
//	--
//
// C is a struct, an array, or the type of a single value, and takes its values from the words from left to right. A slice
// takes all words that are left. A number whose type has a method String is written as that method writes it, or in
// digits; ", " separates the members of a set. A word that names has means the value there, if a value of that type is
// expected.
//
// Cases panics if the file has another format: tests alone call it. A fuzz target that OSS-Fuzz builds runs without the
// folder, and has no cases.
func Cases[C any](file, section string, names ...map[string]any) (cases []C) {
	text, err := os.ReadFile(filepath.Join(testdata, file))
	if err != nil && !testing.Testing() {
		return nil
	}
	if err != nil {
		panic(err)
	}
	found, line := false, 0
	defer func() {
		if e := recover(); e != nil {
			panic(fmt.Sprintf("%s:%d: %v", file, line, e))
		}
	}()
	rest := string(text)
	document := func() string {
		lines, after, ok := strings.Cut("\n"+rest, "\n--\n")
		if !ok {
			panic(`no line "--" ends a text`)
		}
		rest, line = after, line+strings.Count(lines, "\n")+1
		return strings.TrimPrefix(lines+"\n", "\n")
	}
	for rest != "" {
		var s string
		s, rest, _ = strings.Cut(rest, "\n")
		line++
		if header, ok := strings.CutPrefix(s, "== "); ok {
			name, columns, _ := strings.Cut(strings.TrimSpace(header), ":")
			if found = name == section; found {
				checkColumns(reflect.TypeFor[C](), strings.Fields(columns))
			}
			continue
		}
		if !found {
			continue
		}
		words := wordsOf(s, document)
		if len(words) == 0 {
			continue
		}
		var c C
		if words = take(reflect.ValueOf(&c).Elem(), words, names); len(words) > 0 {
			panic(fmt.Sprintf("%q is left", words))
		}
		cases = append(cases, c)
	}
	if len(cases) == 0 {
		panic("no cases of " + section)
	}
	return cases
}

// Pairs returns the cases of a section whose lines have a K and a V.
func Pairs[K, V any](file, section string, names ...map[string]any) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) {
		for _, c := range Cases[struct {
			K K
			V V
		}](file, section, names...) {
			if !yield(c.K, c.V) {
				return
			}
		}
	}
}

// checkColumns compares the names of the columns, if there are any, with the fields of a struct.
func checkColumns(typ reflect.Type, columns []string) {
	for i, name := range columns {
		if typ.NumField() != len(columns) || typ.Field(i).Name != name {
			panic(fmt.Sprintf("the columns %q are not the fields of %v", columns, typ))
		}
	}
}

// wordsOf returns the words of a line. A word "<<" is what document returns.
func wordsOf(line string, document func() string) (words []string) {
	for {
		line = strings.TrimLeftFunc(line, unicode.IsSpace)
		if line == "" || line[0] == '#' {
			return words
		}
		word := line[:strings.IndexFunc(line+" ", unicode.IsSpace)]
		if line[0] == '"' || line[0] == '`' {
			literal, err := strconv.QuotedPrefix(line)
			if err != nil {
				panic(fmt.Sprintf("%v: %s", err, line))
			}
			line = line[len(literal):]
			word, _ = strconv.Unquote(literal)
		} else {
			line = line[len(word):]
			if word == "<<" {
				word = document()
			}
		}
		words = append(words, word)
	}
}

// take gives words to v, and returns the words that are left.
func take(v reflect.Value, words []string, names []map[string]any) (rest []string) {
	v = reflect.NewAt(v.Type(), v.Addr().UnsafePointer()).Elem() // which may be set if it is an unexported field
	for _, values := range names {
		if len(words) > 0 && values[words[0]] != nil && reflect.TypeOf(values[words[0]]).AssignableTo(v.Type()) {
			v.Set(reflect.ValueOf(values[words[0]]))
			return words[1:]
		}
	}
	unmarshaler, isText := v.Addr().Interface().(encoding.TextUnmarshaler)
	switch kind := v.Kind(); {
	case kind == reflect.Slice:
		for len(words) > 0 {
			item := reflect.New(v.Type().Elem()).Elem()
			words = take(item, words, names)
			v.Set(reflect.Append(v, item))
		}
		return nil
	case kind == reflect.Struct && !isText:
		for i := range v.NumField() {
			words = take(v.Field(i), words, names)
		}
		return words
	case kind == reflect.Array && !isText:
		for i := range v.Len() {
			words = take(v.Index(i), words, names)
		}
		return words
	case len(words) == 0:
		panic("a word is missing")
	case (kind == reflect.Interface || kind == reflect.Pointer) && words[0] == "nil":
	case isText:
		if err := unmarshaler.UnmarshalText([]byte(words[0])); err != nil {
			panic(err)
		}
	default:
		set(v, words[0])
	}
	return words[1:]
}

// set sets v to the value that word means.
func set(v reflect.Value, word string) {
	if v.Kind() == reflect.String {
		v.SetString(word)
		return
	}
	if _, ok := v.Interface().(fmt.Stringer); !ok {
		if _, err := fmt.Sscan(word, v.Addr().Interface()); err != nil {
			panic(err)
		}
		return
	}
	n, ok := numberOf(v.Type(), word)
	if !ok {
		for member := range strings.SplitSeq(word, ", ") {
			bit, ok := numberOf(v.Type(), member)
			if !ok {
				panic(fmt.Sprintf("no %v is %q", v.Type(), member))
			}
			n |= bit
		}
	}
	v.Set(reflect.ValueOf(n).Convert(v.Type()))
}

// numberOf returns the number that the method String of the type writes as text, or that text has in digits.
func numberOf(typ reflect.Type, text string) (n uint64, ok bool) {
	for i := range uint64(1<<8 + 64) {
		if n = i; i >= 1<<8 {
			n = 1 << (i - 1<<8) // a set with one member
		}
		if fmt.Sprint(reflect.ValueOf(n).Convert(typ)) == text {
			return n, true
		}
	}
	n, err := strconv.ParseUint(text, 10, 64)
	return n, err == nil
}
