package engine

import (
	"slices"
	"strings"
	"text/template"
	"text/template/parse"

	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// The data of a template is an object of the members that it reads or, if it reads the object as a whole, of all.

// values sets the data of the template for a record.
func (t *objectTemplate) values(values map[string]any, rec *Record) {
	clear(values)
	for i := range t.members {
		m := &t.members[i]
		values[m.name] = m.value(rec)
	}
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
