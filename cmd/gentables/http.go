package main

// This file writes the states in which the automaton for URI-reference begins to read the forms of HTTP. There are no
// further tables: the forms are parts of references.

// httpForms lists the forms of HTTP with an input after which the automaton reads one.
var httpForms = []struct{ constant, rule, input string }{
	{"hostStart", "Host-value", "//"},
	{"originStart", "origin-form", "//!"},
}

func emitHTTP(f *goFile) {
	f.printf("// The states in which the automaton for URI-reference begins to read the forms of HTTP.\nconst (\n")
	for i, form := range httpForms {
		f.printf("\t// %s\n\t%s = %d // %q\n", f.rule(form.rule), form.constant, f.dfa.after(form.input), form.input)
		if i < len(httpForms)-1 {
			f.printf("\n")
		}
	}
	f.printf(")\n")
}

func httpRules() (rules []string) {
	for _, form := range httpForms {
		rules = append(rules, form.rule)
	}
	return rules
}
