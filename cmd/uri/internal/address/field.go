package address

import (
	"strconv"
	"strings"
)

// A Field returns a part of an address that is not a component. If the part is undefined, ok is false.
type Field func(a *Address) (text string, ok bool)

// Fields lists the names of the fields. Those with brackets have an argument.
var Fields = []string{"domain", "suffix", "subdomain", "label[N]", "origin", "segment[N]", "slug", "ext", "param[NAME]"}

// FieldNamed returns the field with a name, such as domain or param[q], or nil if no field has it.
func FieldNamed(name string) Field {
	family, arg, hasArg := strings.Cut(name, "[")
	arg, closed := strings.CutSuffix(arg, "]")
	n, err := strconv.Atoi(arg)
	isNumber := err == nil && n != 0
	switch {
	case !hasArg:
		return map[string]Field{
			"domain": (*Address).Domain, "suffix": (*Address).Suffix, "subdomain": (*Address).Subdomain,
			"origin": (*Address).Origin, "slug": (*Address).Slug, "ext": (*Address).Ext,
		}[name]
	case !closed || arg == "":
	case family == "param":
		return func(a *Address) (string, bool) { return a.Param(arg) }
	case family == "segment" && isNumber:
		return func(a *Address) (string, bool) { return a.Segment(n) }
	case family == "label" && isNumber:
		return func(a *Address) (string, bool) { return a.Label(n) }
	}
	return nil
}
