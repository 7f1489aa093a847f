package main

import (
	"flag"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// Words of -drop for parameters that are known to track, in the query and in the fragment.
const (
	trackingWord         = "@tracking"
	trackingFragmentWord = "@tracking-fragment"
)

// ruleFlags defines the flags that set rules for queries.
func ruleFlags(fs *flag.FlagSet, rules *uri.QueryRules) {
	fs.Func("drop", "a list of parameters such as "+trackingWord+" or utm_*,ref", func(list string) error {
		for name := range strings.SplitSeq(list, ",") {
			switch name {
			case trackingWord:
				rules.Tracking = true
			case trackingFragmentWord:
				rules.TrackingFragment = true
			default:
				rules.Drop = append(rules.Drop, name)
			}
		}
		return checkParameters(rules.Drop)
	})
	fs.Func("keep", "a list of parameters such as id,page", func(list string) error {
		rules.Keep = append(rules.Keep, strings.Split(list, ",")...)
		return checkParameters(rules.Keep)
	})
	engine.MayRepeat(fs, "drop", "keep")
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
	if len(rules.Drop) == 0 && len(rules.Keep) == 0 &&
		!rules.DropEmpty && !rules.Sort && !rules.Tracking && !rules.TrackingFragment {
		return nil
	}
	return &rules
}
