package engine

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// The data of a template is the object of a record. Most templates read a few of its keys by name. For these, the values
// come from the keys of the verb. For other templates, the object is written as JSON and decoded, which takes ten times
// as long.

// values returns the data of the template for a record. It uses the map buffer, which it may return.
func (t *objectTemplate) values(rec *Record, buffer map[string]any) (values map[string]any, err error) {
	clear(buffer)
	if values = buffer; !t.read(values, rec) {
		values, err = t.decode(rec)
	}
	if t.columns && rec.OK {
		for key, v := range values {
			if text, ok := v.(string); ok {
				values[key] = string(escape.AppendText(nil, []byte(text)))
			}
		}
	}
	return values, err
}

// read sets the values of the keys that the template reads, from the keys of the verb. It returns false if these do not
// have all of them, or if the template reads the object as a whole.
func (t *objectTemplate) read(values map[string]any, rec *Record) bool {
	if t.whole || len(t.formats.Keys) == 0 {
		return false
	}
	for _, name := range t.used {
		v, ok := t.valueOf(name, rec)
		if !ok {
			return false
		}
		values[name] = v
	}
	return true
}

// valueOf returns the value of a key. It returns false if the key is unknown.
func (t *objectTemplate) valueOf(name string, rec *Record) (v any, ok bool) {
	if name == "ok" {
		return rec.OK, true
	}
	fields := t.formats.faultFields(rec.Dialect)
	if !rec.OK {
		if name == "input" {
			return escapedInput(rec), true
		}
		for i := range fields {
			if field := &fields[i]; field.Key == name {
				if field.Text == nil {
					return rec.N, true
				}
				return field.Text(&rec.Fault), true
			}
		}
	}
	switch key, ok := t.formats.key(name); {
	case !ok || key.Nested && !key.Extra:
	case rec.OK:
		return key.value(rec), true
	default:
		return undefined(nil), true
	}
	// Only invalid records have these.
	if name == "input" || slices.ContainsFunc(fields, func(f dialect.Field) bool { return f.Key == name }) {
		return undefined(nil), true
	}
	return nil, false
}

// value returns the value of the key for a template.
func (k *Key) value(rec *Record) any {
	switch {
	case k.Text != nil:
		if text, ok := k.Text(rec); ok {
			if k.Any {
				return string(escape.AppendText(nil, text))
			}
			if rec.Dialect.AppendText == nil {
				return string(text)
			}
			return string(appendValue(nil, text))
		}
	case k.Word != nil:
		if word := k.Word(rec); word != "" {
			return word
		}
	default:
		var v any
		json.Unmarshal(k.Append(nil, rec), &v) // cannot fail: the key appends a JSON value
		return templateValue(v, k.Any)
	}
	return undefined(nil)
}

// escapedInput returns the input of an invalid record. Decoded JSON would lose bytes that are not UTF-8.
func escapedInput(rec *Record) string {
	return string(escape.AppendText(make([]byte, 0, 4*len(rec.Bytes)), rec.Bytes))
}

// decode returns the whole object for a record.
func (t *objectTemplate) decode(rec *Record) (map[string]any, error) {
	whole := *rec
	whole.Drain = nil
	whole.Limit = cmp.Or(rec.Limit, maxTemplateSteps)
	values := maps.Clone(t.keys)
	growth := 6 // JSON needs up to six bytes for one
	switch rec.Dialect {
	case dialect.Web:
		growth = 24 // the input, and an href and components with nine bytes for one
	case dialect.Text:
		growth = 12 // the input, and a result of any bytes
	}
	room := make([]byte, 0, 512+growth*len(rec.Bytes)) // enough for most objects
	err := json.Unmarshal(t.formats.object(room, &whole), &values)
	for key, v := range values {
		values[key] = templateValue(v, false)
	}
	for i := range t.formats.Keys {
		switch key := &t.formats.Keys[i]; {
		case !key.Extra || !slices.Contains(t.used, key.Name):
		case rec.OK:
			values[key.Name] = key.value(rec)
		default:
			values[key.Name] = undefined(nil)
		}
	}
	if !rec.OK {
		values["input"] = escapedInput(rec)
	}
	return values, err
}

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

// isNested reports whether v, which templateValue returned, is an array or an object.
func isNested(v any) bool {
	switch v.(type) {
	case []any, map[string]any:
		return true
	}
	return false
}

// keysUsed returns the names of all keys that a template and the templates that it defines may read from the object by
// name. It reports whether they use the object in another way, such as {{.}}.
func keysUsed(t *template.Template) (names []string, whole bool) {
	for _, defined := range t.Templates() {
		if defined.Tree == nil {
			continue
		}
		eachNode(defined.Root, func(node parse.Node) {
			switch node := node.(type) {
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
		})
	}
	slices.Sort(names)
	return slices.Compact(names), whole
}

// textEscapes are the escapes in the text of a template.
var textEscapes = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`)

// unescapeText replaces the escapes in the text of a template and of the templates that it defines.
func unescapeText(t *template.Template) {
	for _, defined := range t.Templates() {
		if defined.Tree == nil {
			continue
		}
		eachNode(defined.Root, func(node parse.Node) {
			if text, ok := node.(*parse.TextNode); ok {
				text.Text = []byte(textEscapes.Replace(string(text.Text)))
			}
		})
	}
}

// eachNode calls visit with the nodes of a template.
func eachNode(node parse.Node, visit func(parse.Node)) {
	branch := func(b *parse.BranchNode) {
		eachNode(b.Pipe, visit)
		eachNode(b.List, visit)
		eachNode(b.ElseList, visit)
	}
	switch node := node.(type) {
	case *parse.ListNode:
		if node != nil {
			for _, n := range node.Nodes {
				eachNode(n, visit)
			}
		}
	case *parse.PipeNode:
		if node != nil {
			for _, n := range node.Cmds {
				eachNode(n, visit)
			}
		}
	case *parse.CommandNode:
		for _, n := range node.Args {
			eachNode(n, visit)
		}
	case *parse.ActionNode:
		eachNode(node.Pipe, visit)
	case *parse.TemplateNode:
		eachNode(node.Pipe, visit)
	case *parse.ChainNode:
		eachNode(node.Node, visit)
	case *parse.IfNode:
		branch(&node.BranchNode)
	case *parse.RangeNode:
		branch(&node.BranchNode)
	case *parse.WithNode:
		branch(&node.BranchNode)
	default:
		visit(node)
	}
}
