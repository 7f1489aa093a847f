package main

import (
	"errors"
	"flag"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

const toURIUsage = `usage: uri to-uri [flags] [IRI ...]

To-uri writes each IRI reference as the URI reference that RFC 3987,
section 3.1, maps it to: what is outside ASCII is percent-encoded. A URI is
mapped to itself.

` + idnaUsage + `
On a terminal it draws the URI as "uri split" does, and over it, not coloured,
the IRI.

Elsewhere it prints tab-separated lines of two columns: ok, URI. The line for
an invalid input is: invalid, offset in bytes, component, reason, input.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, offset, component, reason.

Examples:
  $ uri to-uri -format '{{.output}}' http://résumé.example/é
  http://r%C3%A9sum%C3%A9.example/%C3%A9
  $ uri to-uri -format '{{.output}}' -idna http://résumé.example/é
  http://xn--rsum-bpad.example/%C3%A9
`

const toIRIUsage = `usage: uri to-iri [flags] [URI ...]

To-iri writes each URI reference as the IRI reference that RFC 3987,
section 3.2, maps it to: percent-encoded UTF-8 is decoded where the characters
can stand and be seen. What is reserved stays, what looks like that or
like a space, and what formats text.

` + idnaUsage + `
On a terminal it draws the IRI as "uri split -iri" does, and over it, not
coloured, the URI.

Elsewhere it prints tab-separated lines of two columns: ok, IRI. The line for
an invalid input is: invalid, offset in bytes, component, reason, input.

With -json the keys are, in this order: input, ok, output; or, if ok is false:
input, ok, offset, component, reason.

Examples:
  $ uri to-iri -format '{{.output}}' http://r%C3%A9sum%C3%A9.example/
  http://résumé.example/
  $ uri to-iri -format '{{.output}}' -idna http://xn--rsum-bpad.example/
  http://résumé.example/
`

const idnaUsage = `  -idna[=PROFILE]  map a host that is a name by the rules of IDNA, to or from
                   A-labels ("xn--..."), and not as all else. The PROFILE is
                     lookup        UTS 46, as for looking a name up (the
                                   default): upper-case letters become
                                   lower-case, for example
                     registration  maps nothing, takes final forms only
                   It is written behind a "=": -idna=registration.
                   An input with a host that IDNA refuses is invalid at the
                   first label that is wrong. Names in plain ASCII are not
                   exempt: "_" is refused, and "-" at an end of a label,
                   which browsers take.
`

// profileWords are what -idna takes.
var profileWords = words[iri.HostForm]{{"lookup", iri.HostLookup}, {"registration", iri.HostRegistration}}

// iriFlag defines the flag of verbs that can read IRIs.
func iriFlag(fs *flag.FlagSet, o *options) { fs.BoolVar(&o.iri, "iri", false, noValue) }

// noProfile is the value of -idna without a "=".
const noProfile = "true"

// idnaFlag defines the flags of verbs that can map hosts. One of them is -iri, which prepareMap refuses.
func idnaFlag(fs *flag.FlagSet, o *options) {
	fs.BoolVar(&o.iri, "iri", false, refusedFlag)
	fs.BoolFunc("idna", listed(profileWords.names(), "or")+` after a "=", or no value`, func(profile string) error {
		if _, ok := profileWords.find(profile); !ok && profile != noProfile {
			return errValue
		}
		o.idna = &profile
		return nil
	})
}

// checkNoProfile returns an error if the first of rest, the arguments after the flags, is a profile directly after
// -idna: "uri to-uri -idna lookup" would take it for an input.
func checkNoProfile(args, rest []string) error {
	last := len(args) - len(rest) - 1
	if len(rest) == 0 || last < 0 || args[last] != "-idna" && args[last] != "--idna" {
		return nil
	}
	if _, ok := profileWords.find(rest[0]); !ok {
		return nil
	}
	return fmt.Errorf("-idna %s: write -idna=%[1]s or, if %[1]s is an input, -idna -- %[1]s", rest[0])
}

// prepareMap returns the form that the flags of idnaFlag choose, for a verb that reads URIs or IRIs, as reads says.
func (o *options) prepareMap(reads string) (form iri.HostForm, err error) {
	switch {
	case o.iri:
		return 0, errors.New("flag not defined: -iri: this verb always reads " + reads)
	case o.idna == nil:
		return iri.HostPercent, nil
	}
	if *o.idna == noProfile {
		return profileWords[0].value, nil
	}
	form, _ = profileWords.find(*o.idna)
	return form, nil
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
	if refused, ok := err.(*idna.Error); ok {
		rec.refuse(refused.Offset, tables.Host, refused.Reason())
	}
}
