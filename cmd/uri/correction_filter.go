package main

import (
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// filterLine returns the line that chooses addresses by the things.
func (c *correction) filterLine() string {
	var conditions []string
	for _, t := range c.things {
		not := ""
		if t.not || c.action == "exclude" {
			not = "!"
		}
		key := t.field
		if isParam(t.word) || key == "params" || key == "query" && t.value {
			key = "param"
		}
		value := "VALUE"
		if (t.has || t.not) && key == "param" && !t.value {
			value = "*"
		}
		if t.file || !t.value && c.files > 1 {
			value = "$(paste -sd, FILE)"
		}
		switch {
		case key == "suffix":
			conditions = append(conditions, "host"+not+"=*.VALUE")
		case engine.IsWhereKey(key) && !(t.has && key != "param"):
			if text := key + not + "=" + value; !slices.Contains(conditions, text) {
				conditions = append(conditions, text)
			}
		case t.field == "":
			return ""
		case t.value:
			return "split -field " + quoted(t.field) + ",input IN | awk -F '\\t' 'index($1, \"VALUE\")" +
				map[string]string{"!": " == 0"}[not] + "' | cut -f 2"
		default:
			operator := map[string]string{"": "!=", "!": "=="}[not]
			return "split -field " + quoted(t.field) + ",input IN | awk -F '\\t' '$1 " + operator + " \"\"' | cut -f 2"
		}
	}
	if len(conditions) == 0 && !slices.ContainsFunc(c.flags, func(text string) bool {
		return strings.HasPrefix(text, "-scheme ") || strings.HasPrefix(text, "-only ") || strings.HasPrefix(text, "-where ")
	}) {
		conditions = []string{c.condition()}
		switch {
		case conditions[0] != "":
		case c.not || c.action == "exclude":
			return "normalize IN | grep -v VALUE"
		default:
			return "normalize IN | grep VALUE"
		}
	}
	line := "check"
	for _, text := range conditions {
		if strings.Contains(text, "$(") {
			text = `"` + text + `"`
		} else {
			text = quoted(text)
		}
		line += " -where " + text
	}
	return line + " -field input < FILE"
}

// condition returns the condition of -where for the first argument of filter.
func (c *correction) condition() string {
	not := ""
	if c.action == "exclude" || c.not {
		not = "!"
	}
	value := ""
	if len(c.values) > 0 {
		value = c.values[0]
	}
	if ext, ok := strings.CutPrefix(value, `\.`); ok { // as in grep '\.png$' and '\.(css|js)$'
		value = "." + strings.ReplaceAll(strings.Trim(ext, "()$"), "|", ",")
	}
	switch {
	case c.files > 1:
		return "host" + not + "=$(paste -sd, FILE)"
	case c.action == "find" && !strings.ContainsAny(value, ".="), c.has || len(value) > len("woff2") && !strings.Contains(value, "."), strings.ContainsAny(value, `\^$|[`):
		return ""
	case strings.Contains(value, "="):
		return "param" + not + "=VALUE"
	case strings.Contains(strings.TrimPrefix(value, "."), "."):
		return "host" + not + "=VALUE,*.VALUE"
	case value != "" || not != "":
		return "ext" + not + "=VALUE"
	}
	return "host" + not + "=VALUE"
}
