package engine

import (
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

// keysUsed returns the names of all keys that a template and the templates that it defines may read from the object by
// name. It reports whether they use the object in another way, such as {{.}}.
func keysUsed(t *template.Template) (names []string, whole bool) {
	eachNode(t, func(node parse.Node) {
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
	slices.Sort(names)
	return slices.Compact(names), whole
}

// textEscapes are the escapes in the text of a template.
var textEscapes = strings.NewReplacer(`\t`, "\t", `\n`, "\n", `\\`, `\`)

// unescapeText replaces the escapes in the text of a template and of the templates that it defines.
func unescapeText(t *template.Template) {
	eachNode(t, func(node parse.Node) {
		if text, ok := node.(*parse.TextNode); ok {
			text.Text = []byte(textEscapes.Replace(string(text.Text)))
		}
	})
}

// eachNode calls visit with the nodes of a template and of the templates that it defines. A node comes after the nodes
// inside it.
func eachNode(t *template.Template, visit func(parse.Node)) {
	for _, defined := range t.Templates() {
		if defined.Tree != nil {
			visitNodes(defined.Root, visit)
		}
	}
}

// visitNodes calls visit with the nodes inside a node, and then with the node.
func visitNodes(node parse.Node, visit func(parse.Node)) {
	for _, inner := range nodesIn(node) {
		visitNodes(inner, visit)
	}
	visit(node)
}

// nodesIn returns the nodes that a node consists of.
func nodesIn(node parse.Node) (list []parse.Node) {
	branch := func(b *parse.BranchNode) []parse.Node {
		if b.ElseList == nil {
			return []parse.Node{b.Pipe, b.List}
		}
		return []parse.Node{b.Pipe, b.List, b.ElseList}
	}
	switch node := node.(type) {
	case *parse.ListNode:
		return node.Nodes
	case *parse.PipeNode:
		for _, command := range node.Cmds {
			list = append(list, command)
		}
	case *parse.CommandNode:
		return node.Args
	case *parse.ActionNode:
		return []parse.Node{node.Pipe}
	case *parse.TemplateNode:
		if node.Pipe != nil {
			return []parse.Node{node.Pipe}
		}
	case *parse.ChainNode:
		return []parse.Node{node.Node}
	case *parse.IfNode:
		return branch(&node.BranchNode)
	case *parse.RangeNode:
		return branch(&node.BranchNode)
	case *parse.WithNode:
		return branch(&node.BranchNode)
	}
	return list
}
