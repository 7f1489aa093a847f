package engine

import (
	"errors"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"
)

// The flag -field is a short form of -format for one key or several. It also has families of keys, such as param[NAME],
// and it prints arrays and objects as JSON. With -json, it chooses the keys of the object.

// addFields adds the keys of a -field. It accepts only text that can be a list of keys.
func (o *Options) addFields(list string) error {
	for _, name := range SplitList(list) {
		o.fields = append(o.fields, name)
		if family, arg, ok := strings.Cut(name, "["); ok && strings.HasSuffix(arg, "]") && arg != "]" {
			name = family
		}
		if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" {
			return ErrValue
		}
	}
	return nil
}

// SplitList returns the names in the value of a flag, without spaces around them. A comma inside brackets does not separate
// names.
func SplitList(list string) (names []string) {
	start, open := 0, 0
	for i, c := range list + "," {
		switch {
		case c == '[':
			open++
		case c == ']':
			open--
		case c == ',' && (open <= 0 || i == len(list)):
			names = append(names, strings.Trim(list[start:i], " "))
			start, open = i+1, 0
		}
	}
	return names
}

// columns returns the template of -field: it prints the values of keys, separated by tabs. Of several values, each is
// escaped as in lines.
func (f *Formats) columns(names []string) (*objectTemplate, error) {
	t := &objectTemplate{escapes: len(names) > 1}
	separator := ""
	for _, name := range names {
		k := f.key(name)
		if k == nil {
			return nil, f.noSuchKey(name)
		}
		t.plain = append(t.plain, plainStep{text: separator, key: k})
		t.partial = t.partial || k.isPartial()
		t.reports = t.reports || k.isFault()
		separator = "\t"
	}
	return t, nil
}

// noSuchKey returns the error for a wrong key of -field.
func (f *Formats) noSuchKey(name string) error {
	if name == "segment[0]" || name == "label[0]" {
		return errors.New("-field: the number of the first is 1, and of the last -1")
	}
	return &longError{"-field: no such key", "some of " + Listed(f.names(true), "and")}
}

// chosen returns the keys with the names for an object. Invalid records have those that are parts of some of them too,
// beside their fault.
func (f *Formats) chosen(names []string) (keys []Key, err error) {
	input, ok := InputKey, OKKey
	input.Of, ok.Of = OfInvalid, OfInvalid
	keys = []Key{input, ok}
	for _, name := range names {
		k := f.key(name)
		if k == nil || k.Of == OfInvalid {
			return nil, f.noSuchKey(name)
		}
		if k.isPartial() {
			part := *k
			part.Of = OfInvalid
			keys = append(keys, part)
		}
		k.Of, k.Maybe, k.Extra = OfValid, false, false // its value may be null
		keys = append(keys, *k)
	}
	return keys, nil
}

// A plainTemplate is a template of text, keys such as {{.host}}, and conditions on keys, such as {{if .ok}} and
// {{if defined .query}}. It prints the same as package template, but without an object.
type plainTemplate []plainStep

// A plainStep appends its text and then a value, or a part that a value chooses.
type plainStep struct {
	text string
	key  *Key // has the value; may be nil

	isTrue       func(value any) bool // chooses a part; nil if the value is printed
	then, orElse plainTemplate        // the parts
}

// compileList returns the steps for a list, which may be nil.
func (t *objectTemplate) compileList(list *parse.ListNode) (steps plainTemplate, ok bool) {
	steps = plainTemplate{}
	if list == nil {
		return steps, true
	}
	for _, node := range list.Nodes {
		step, ok := t.compileNode(node)
		if !ok {
			return nil, false
		}
		steps = append(steps, step)
	}
	return steps, true
}

// compileNode returns the step for a part of a template, or false if the part is not plain.
func (t *objectTemplate) compileNode(node parse.Node) (step plainStep, ok bool) {
	switch node := node.(type) {
	case *parse.TextNode:
		return plainStep{text: string(node.Text)}, true
	case *parse.IfNode: // of a key, or of "defined" and a key
		args := argsOf(node.Pipe)
		step.isTrue = isTrueValue
		if name, ok := args[0].(*parse.IdentifierNode); ok && name.Ident == "defined" {
			args, step.isTrue = args[1:], isDefined
		}
		if step.key = t.keyOf(args); step.key == nil {
			return step, false
		}
		if step.then, ok = t.compileList(node.List); ok {
			step.orElse, ok = t.compileList(node.ElseList)
		}
	case *parse.ActionNode:
		args := argsOf(node.Pipe)
		if text, ok := args[0].(*parse.StringNode); ok && len(args) == 1 {
			return plainStep{text: text.Text}, true
		}
		step.key = t.keyOf(args)
		ok = step.key != nil && !step.key.Nested // package template prints arrays and objects
	}
	return step, ok
}

// argsOf returns the words of the only command in a pipe without variables. For other pipes, it returns the pipe.
func argsOf(pipe *parse.PipeNode) []parse.Node {
	if len(pipe.Decl) > 0 || len(pipe.Cmds) != 1 {
		return []parse.Node{pipe}
	}
	return pipe.Cmds[0].Args
}

// keyOf returns the key that a field of the object names, or nil if args are anything else.
func (t *objectTemplate) keyOf(args []parse.Node) *Key {
	field, ok := args[0].(*parse.FieldNode)
	if !ok || len(args) > 1 || len(field.Ident) > 1 {
		return nil
	}
	i := slices.IndexFunc(t.keys, func(k Key) bool { return k.Name == field.Ident[0] })
	if i < 0 {
		return nil
	}
	return &t.keys[i]
}

// isTrueValue reports whether v is true in an "if" of a template.
func isTrueValue(v any) bool {
	truth, _ := template.IsTrue(v)
	return truth
}

// append appends the output of the template for a record. With escapes, values are escaped as in lines.
func (steps plainTemplate) append(dst []byte, rec *Record, escapes bool) []byte {
	for i := range steps {
		step := &steps[i]
		if step.text != "" { // PERF: a call for no bytes takes time
			dst = append(dst, step.text...)
		}
		switch {
		case step.key == nil:
		case step.isTrue == nil:
			dst = step.key.appendValue(dst, rec, escapes)
		case step.isTrue(step.key.value(rec)):
			dst = step.then.append(dst, rec, escapes)
		default:
			dst = step.orElse.append(dst, rec, escapes)
		}
	}
	return dst
}

// textEscapes are the escapes in the text of a template.
var textEscapes = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`)

// unescape replaces the escapes in the text of lists, which may be nil.
func unescape(lists ...*parse.ListNode) {
	for _, list := range lists {
		if list == nil {
			continue
		}
		for _, node := range list.Nodes {
			switch node := node.(type) {
			case *parse.TextNode:
				node.Text = []byte(textEscapes.Replace(string(node.Text)))
			case *parse.IfNode:
				unescape(node.List, node.ElseList)
			case *parse.RangeNode:
				unescape(node.List, node.ElseList)
			case *parse.WithNode:
				unescape(node.List, node.ElseList)
			}
		}
	}
}
