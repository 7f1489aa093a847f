package main

import (
	"errors"
	"flag"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

const toURIUsage = `usage: uri to-uri [flags] [IRI ...]

To-uri writes each IRI reference as the URI reference that RFC 3987, section 3.1,
maps it to: what is outside ASCII is percent-encoded. A URI is mapped to itself.

` + idnaUsage + `
On a terminal it draws the URI as "uri split" does, and over it, not coloured,
the IRI.

Elsewhere it prints tab-separated lines of two columns: ok, URI. The line for an
invalid input is: invalid, offset in bytes, component, reason, input.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, offset, component, reason.

Examples:
  $ uri to-uri -format '{{.output}}' http://résumé.example/é
  http://r%C3%A9sum%C3%A9.example/%C3%A9
  $ uri to-uri -format '{{.output}}' -idna http://résumé.example/é
  http://xn--rsum-bpad.example/%C3%A9
`

const toIRIUsage = `usage: uri to-iri [flags] [URI ...]

To-iri writes each URI reference as the IRI reference that RFC 3987, section 3.2,
maps it to: percent-encoded UTF-8 is decoded where the characters can stand and
be seen. What is reserved stays, and what formats bidirectional text.

` + idnaUsage + `
On a terminal it draws the IRI as "uri split -iri" does, and over it, not
coloured, the URI.

Elsewhere it prints tab-separated lines of two columns: ok, IRI. The line for an
invalid input is: invalid, offset in bytes, component, reason, input.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, offset, component, reason.

Examples:
  $ uri to-iri -format '{{.output}}' http://r%C3%A9sum%C3%A9.example/%C3%A9
  http://résumé.example/é
  $ uri to-iri -format '{{.output}}' -idna http://xn--rsum-bpad.example/
  http://résumé.example/
`

const idnaUsage = `  -idna[=PROFILE]  map a host that is a name by the rules of IDNA, to or from
                   A-labels ("xn--..."), and not as all else. The PROFILE is
                     lookup        what browsers do (the default): upper-case
                                   letters become lower-case, for example
                     registration  maps nothing, takes final forms only
                   An input with a host that IDNA refuses is invalid at the
                   first label that is wrong. Names in plain ASCII are not
                   exempt: "_" is refused, and "-" at an end of a label.
`

// iriFlag defines the flag of verbs that can read IRIs.
func iriFlag(fs *flag.FlagSet, o *options) { fs.BoolVar(&o.iri, "iri", false, "") }

// idnaFlag defines the flags of verbs that can map hosts. One of them is -iri, for prepareMap to say what is wrong.
func idnaFlag(fs *flag.FlagSet, o *options) {
	fs.BoolVar(&o.iri, "iri", false, refusedFlag)
	// An error would be told as one about a boolean value.
	fs.BoolFunc("idna", "", func(profile string) error {
		o.idna = &profile
		return nil
	})
}

// prepareMap reads the flags of idnaFlag for a verb that reads what reads says.
func (o *options) prepareMap(reads string) (form iri.HostForm, err error) {
	switch {
	case o.iri:
		return 0, errors.New("flag not defined: -iri: this verb always reads " + reads)
	case o.idna == nil:
		return iri.HostPercent, nil
	}
	switch *o.idna {
	case "lookup", "true": // which stands for no value
		return iri.HostLookup, nil
	case "registration":
		return iri.HostRegistration, nil
	}
	return 0, fmt.Errorf("-idna=%q: want lookup or registration", *o.idna)
}

func prepareToURI(o *options) (func() step, error) {
	form, err := o.prepareMap("IRIs")
	if err != nil {
		return nil, err
	}
	o.iri = true
	return func() step {
		var texts texts
		return func(rec *record) {
			if rec.valid() {
				i, _ := iri.Parse(texts.of(rec.Bytes)) // which the scanner has found to be valid
				rec.setResult(i.AppendURI(rec.result[:0], form))
			}
		}
	}, nil
}

func prepareToIRI(o *options) (func() step, error) {
	form, err := o.prepareMap("URIs")
	if err != nil {
		return nil, err
	}
	return func() step {
		var texts texts
		return func(rec *record) {
			if rec.valid() {
				u, _ := uri.Parse(texts.of(rec.Bytes)) // which the scanner has found to be valid
				rec.setResult(iri.AppendFromURI(rec.result[:0], u, form))
			}
		}
	}, nil
}

// setResult sets the result, or makes the record invalid if IDNA refuses its host.
func (rec *record) setResult(result []byte, err error) {
	rec.result = result
	if refused, ok := err.(*iri.HostError); ok {
		rec.refuse(refused.Offset, tables.Host, reasonOf(refused))
	}
}

// maxLabel is the length in bytes up to which a reason shows a label: no label of the DNS is longer.
const maxLabel = 63

// reasonOf is the text of e in printable ASCII, without the offset and with no more than the beginning of a label.
func reasonOf(e *iri.HostError) string {
	reason := appendLabel([]byte("IDNA refuses "), e.Label)
	reason = append(reason, ": "...)
	for _, r := range e.Err.Error() {
		if quoted := strconv.QuoteRuneToASCII(r); ' ' <= r && r <= '~' {
			reason = append(reason, byte(r))
		} else {
			reason = append(reason, quoted[1:len(quoted)-1]...)
		}
	}
	return string(reason)
}

func appendLabel(dst []byte, label string) []byte {
	switch {
	case label == "":
		return append(dst, "an empty label"...)
	case len(label) <= maxLabel:
		return strconv.AppendQuoteToASCII(append(dst, "the label "...), label)
	}
	n := maxLabel
	for n > 0 && !utf8.RuneStart(label[n]) {
		n--
	}
	return append(appendLabel(dst, label[:n]), "..."...)
}
