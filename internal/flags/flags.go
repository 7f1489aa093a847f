// Package flags writes sets of flags as text.
package flags

import (
	"math/bits"
	"strconv"
	"strings"
)

// String returns the name of each flag in set, in order and separated by commas, or "none" if set is 0. names has the
// names of the flags from the lowest bit up. A flag without a name is written as a shift, such as "Changes(1<<15)" if
// typeName is "Changes".
func String(set uint64, typeName string, names []string) string {
	if set == 0 {
		return "none"
	}
	var list []string
	for ; set != 0; set &= set - 1 {
		if i := bits.TrailingZeros64(set); i < len(names) {
			list = append(list, names[i])
		} else {
			list = append(list, typeName+"(1<<"+strconv.Itoa(i)+")")
		}
	}
	return strings.Join(list, ", ")
}
