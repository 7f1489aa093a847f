package engine

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// maxTemplateSteps limits the steps of explain for a template without -rows. A step takes a thousand times the memory
// of a byte.
const maxTemplateSteps = 10_000

// templateValue converts v, which was decoded from JSON, to types that templates support. If escaped is set, it escapes
// strings as in lines.
func templateValue(v any, escaped bool) any {
	switch v := v.(type) {
	case nil:
		return undefined(nil)
	case float64:
		return int(v) // an offset
	case string:
		if escaped {
			return string(escape.AppendText(nil, []byte(v)))
		}
	case []any:
		for i := range v {
			v[i] = templateValue(v[i], escaped)
		}
	case map[string]any:
		for key := range v {
			v[key] = templateValue(v[key], escaped)
		}
	}
	return v
}

// textEscapes are the escapes in the text of a template.
var textEscapes = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`)

// readNodes replaces the escapes in the text of a template and of the templates that it defines. It returns the names of
// all keys that they may read from the object by name, and reports whether they use the object in another way, such as
// {{.}}.
func readNodes(t *template.Template) (names []string, whole bool) {
	visit := func(node parse.Node) {
		switch node := node.(type) {
		case *parse.TextNode:
			node.Text = []byte(textEscapes.Replace(string(node.Text)))
		case *parse.DotNode:
			whole = true
		case *parse.FieldNode: // of the object, or of a value inside it
			names = append(names, node.Ident[0])
		case *parse.VariableNode:
			switch {
			case node.Ident[0] != "$":
			case len(node.Ident) == 1:
				whole = true
			default:
				names = append(names, node.Ident[1])
			}
		}
	}
	for _, defined := range t.Templates() {
		if defined.Tree != nil {
			visitNodes(reflect.ValueOf(defined.Root), visit)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), whole
}

// visitNodes calls visit with the nodes inside v, which may be a node, a list of nodes or another field of a node, and
// then with v if that is a node.
func visitNodes(v reflect.Value, visit func(parse.Node)) {
	switch v.Kind() {
	case reflect.Interface:
		visitNodes(v.Elem(), visit)
	case reflect.Slice:
		for i := range v.Len() {
			visitNodes(v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if field := v.Type().Field(i); field.IsExported() {
				visitNodes(v.Field(i), visit)
			}
		}
	case reflect.Pointer:
		if node, ok := v.Interface().(parse.Node); ok && !v.IsNil() {
			visitNodes(v.Elem(), visit)
			visit(node)
		}
	}
}

// execute appends the output of the template for a record. The function change, which may be nil, changes the members
// of the object.
func (t *objectTemplate) execute(dst []byte, rec *Record, change func(values map[string]any)) ([]byte, error) {
	values := make(map[string]any, len(t.members)) // the members of the object that the template reads
	for i := range t.members {
		m := &t.members[i]
		values[m.name] = m.value(rec)
	}
	if change != nil {
		change(values)
	}
	out := bytes.NewBuffer(dst)
	err := t.Execute(out, values)
	return out.Bytes(), err
}
