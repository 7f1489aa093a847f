package main

import (
	"flag"
	"slices"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/tracking"
)

// trackingWord is the word of -drop for the names of package tracking.
const trackingWord = "@tracking"

// ruleFlags defines the flags that set rules for queries.
func ruleFlags(fs *flag.FlagSet, rules *uri.QueryRules) {
	names := func(list *[]string) func(text string) error {
		return func(text string) error {
			more := strings.Split(text, ",")
			*list = append(*list, more...)
			return checkParameters(slices.DeleteFunc(slices.Clone(more), func(name string) bool { return list == &rules.Drop && name == trackingWord }))
		}
	}
	fs.Func("drop", "a list of parameters such as utm_*,fbclid or "+trackingWord, names(&rules.Drop))
	fs.Func("keep", "a list of parameters such as id,page", names(&rules.Keep))
	fs.BoolVar(&rules.DropEmpty, "drop-empty", false, engine.NoValue)
	fs.BoolVar(&rules.Sort, "sort-query", false, engine.NoValue)
}

// checkParameters returns an error if one of the names is not a parameter, or one with a "*" at its start or end.
func checkParameters(names []string) error {
	for _, name := range names {
		text := strings.TrimSuffix(strings.TrimPrefix(name, "*"), "*")
		if text == "" && name != "*" || strings.ContainsAny(text, "*?&=#;@ \t") || len(name)-len(text) > 1 {
			return engine.ErrValue
		}
	}
	return nil
}

// rulesOf returns the rules that the flags have set, or nil if no flag is set.
func rulesOf(rules uri.QueryRules) *uri.QueryRules {
	if len(rules.Drop) == 0 && len(rules.Keep) == 0 && !rules.DropEmpty && !rules.Sort {
		return nil
	}
	if i := slices.Index(rules.Drop, trackingWord); i >= 0 {
		rules.Drop = append(rules.Drop, tracking.Names()...)
	}
	return &rules
}
