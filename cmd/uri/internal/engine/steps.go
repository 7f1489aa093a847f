package engine

import (
	"errors"
	"io"
	"math"
	"slices"
	"text/template"
	"text/template/parse"
)

// Package template has no limit of time, and {{range 1000000000}} is a long loop. So templates get calls of a function
// that counts their steps: the rounds of range, and the calls of templates, which may be recursive.

// stepsPerRow is the number of steps of a template for each row of explain. It is enough for several loops over the
// rows, with loops over the rules of each.
const stepsPerRow = 20

// errSteps reports an execution with too many steps.
var errSteps = errors.New("too many steps")

// A countedTemplate executes a template for one record at a time.
type countedTemplate struct {
	*template.Template
	left int            // the number of steps left
	room map[string]any // for the data
	out  buffer
}

// step is the function that templates call. It prints nothing.
func (c *countedTemplate) step() (string, error) {
	if c.left == 0 {
		return "", errSteps
	}
	c.left--
	return "", nil
}

// stepName is the name of the function. It is not defined when the user's templates are parsed, so they cannot call it.
const stepName = "step"

// stepCall is {{step}}.
var stepCall = template.Must(template.New("").Funcs(template.FuncMap{stepName: func() string { return "" }}).
	Parse("{{" + stepName + "}}")).Root.Nodes[0]

// countSteps inserts a call of step into the body of each range, and before each call of a template, in t and in all
// templates that t defines.
func countSteps(t *template.Template) {
	for _, defined := range t.Templates() {
		if defined.Tree != nil {
			countIn(defined.Root)
		}
	}
}

// countIn inserts the calls into a list and the lists in it.
func countIn(list *parse.ListNode) {
	if list == nil {
		return
	}
	for i := 0; i < len(list.Nodes); i++ {
		switch node := list.Nodes[i].(type) {
		case *parse.TemplateNode:
			list.Nodes = slices.Insert(list.Nodes, i, stepCall)
			i++
		case *parse.RangeNode:
			countIn(node.List)
			countIn(node.ElseList)
			node.List.Nodes = slices.Insert(node.List.Nodes, 0, stepCall)
		case *parse.IfNode:
			countIn(node.List)
			countIn(node.ElseList)
		case *parse.WithNode:
			countIn(node.List)
			countIn(node.ElseList)
		}
	}
}

// take returns a countedTemplate, which the caller returns to t.counted.
func (t *objectTemplate) take() (*countedTemplate, error) {
	if c, _ := t.counted.Get().(*countedTemplate); c != nil {
		return c, nil
	}
	clone, err := t.Template.Clone()
	if err != nil {
		return nil, err
	}
	c := &countedTemplate{Template: clone, room: map[string]any{}}
	clone.Funcs(template.FuncMap{stepName: c.step})
	return c, nil
}

// execute executes the template on values. The number of rows limits the steps; 0 rows stand for maxTemplateSteps rows.
func (c *countedTemplate) execute(w io.Writer, values map[string]any, rows int) error {
	c.left = stepsPerRow * min(max(rows, maxTemplateSteps), math.MaxInt32/stepsPerRow)
	return c.Execute(w, values)
}

// execute executes a copy of the template on values, as countedTemplate does.
func (t *objectTemplate) execute(w io.Writer, values map[string]any, rows int) error {
	c, err := t.take()
	if err != nil {
		return err
	}
	defer t.counted.Put(c)
	return c.execute(w, values, rows)
}
