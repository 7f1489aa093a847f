package urlpattern

import (
	"fmt"
	"strconv"
)

// Format implements [fmt.Formatter]. Every verb prints a form such as `pathname id="42"`, with "xxxxx" for the text of
// a password. Programs print groups in logs.
func (g Group) Format(f fmt.State, verb rune) {
	text := "undefined"
	switch {
	case g.Component == ComponentPassword:
		text = "xxxxx"
	case g.IsDefined:
		text = strconv.Quote(g.Text)
	}
	fmt.Fprintf(f, fmt.FormatString(f, verb), g.Component.String()+" "+g.Name+"="+text)
}
