package urlpattern

import (
	"fmt"
	"strconv"
)

// The methods Format keep passwords out of the output of package fmt, because programs print values in logs.

// Format implements [fmt.Formatter]. It prints "urlpattern.Pattern" for every verb.
func (p Pattern) Format(f fmt.State, verb rune) { format(f, verb, "urlpattern.Pattern") }

// Format implements [fmt.Formatter]. It prints "urlpattern.Init" for every verb.
func (x Init) Format(f fmt.State, verb rune) { format(f, verb, "urlpattern.Init") }

// Format implements [fmt.Formatter]. It prints "urlpattern.Set" for every verb.
func (s Set) Format(f fmt.State, verb rune) { format(f, verb, "urlpattern.Set") }

// Format implements [fmt.Formatter]. It prints "urlpattern.Result" for every verb.
func (r Result) Format(f fmt.State, verb rune) { format(f, verb, "urlpattern.Result") }

// Format implements [fmt.Formatter]. For every verb it prints a text such as `pathname id="42"`, with "xxxxx" for the
// text of a password.
func (g Group) Format(f fmt.State, verb rune) {
	text := "undefined"
	switch {
	case g.Component == ComponentPassword:
		text = "xxxxx"
	case g.IsDefined:
		text = strconv.Quote(g.Text)
	}
	format(f, verb, g.Component.String()+" "+g.Name+"="+text)
}

func format(f fmt.State, verb rune, text string) { fmt.Fprintf(f, fmt.FormatString(f, verb), text) }
