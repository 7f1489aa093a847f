// Package mapping has the flags of the verbs to-uri and to-iri, which map hosts by the rules of IDNA if asked to.
package mapping

import (
	"flag"
	"fmt"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/host/idna"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/tables"
)

// Usage describes the flag -idna. It is a part of the help texts of both verbs.
const Usage = `  -idna[=PROFILE]  map a host that is a name to or from A-labels ("xn--...")
                   by the rules of IDNA. The PROFILE is
                     lookup        UTS 46, as for looking up a name (the
                                   default): upper-case letters become
                                   lower-case, for example
                     registration  accept only names in their final form
                   It is written after a "=": -idna=registration.
                   An input with a host that IDNA refuses is invalid at the
                   first wrong label. This includes ASCII names that browsers
                   accept, with "_" or with "-" at an end of a label.
`

// ProfileWords are the values of -idna. The first is the default.
var ProfileWords = engine.Words[iri.HostForm]{{"lookup", iri.HostLookup}, {"registration", iri.HostRegistration}}

// noProfile is the value of -idna without a "=".
const noProfile = "true"

// Flags are the values of the flags that both verbs have.
type Flags struct {
	profile *string // -idna; nil if not given
	dialect *dialect.Dialect
}

// Define defines the flag -idna. It also defines the flags of dialects, which Form refuses with an explanation, since the
// verb fixes the dialect.
func Define(fs *flag.FlagSet) *Flags {
	f := new(Flags)
	for _, d := range dialect.All[1:] {
		fs.BoolFunc(d.Flag, engine.RefusedFlag, func(string) error { f.dialect = d; return nil })
	}
	wanted := engine.Listed(ProfileWords.Names(), "or") + ` after a "=", or no value`
	fs.BoolFunc("idna", wanted, func(profile string) error {
		if _, ok := ProfileWords.Find(profile); !ok && profile != noProfile {
			return engine.ErrValue
		}
		f.profile = &profile
		return nil
	})
	return f
}

// Form returns the form of hosts that the flags choose, for a verb that reads what the word reads names: "URIs" or "IRIs".
func (f *Flags) Form(o *engine.Options, reads string) (iri.HostForm, error) {
	switch {
	case f.dialect != nil:
		return 0, fmt.Errorf("flag not defined: -%s: this command always reads %s", f.dialect.Flag, reads)
	case f.profile == nil:
		return iri.HostPercent, nil
	}
	if err := checkNoProfile(o); err != nil {
		return 0, err
	}
	if *f.profile == noProfile {
		return ProfileWords[0].Value, nil
	}
	form, _ := ProfileWords.Find(*f.profile)
	return form, nil
}

// checkNoProfile returns an error if the first reference is a profile directly after -idna: "uri to-uri -idna lookup" would
// take the profile for a reference.
func checkNoProfile(o *engine.Options) error {
	last := len(o.Flags) - 1
	if len(o.Refs) == 0 || last < 0 || o.Flags[last] != "-idna" && o.Flags[last] != "--idna" {
		return nil
	}
	if _, ok := ProfileWords.Find(o.Refs[0]); !ok {
		return nil
	}
	return fmt.Errorf("-idna %s: write -idna=%[1]s or, if %[1]s is an input, -idna -- %[1]s", o.Refs[0])
}

// SetResult sets the result of rec, or makes rec invalid if IDNA refuses its host.
func SetResult(rec *engine.Record, result []byte, err error) {
	rec.Result = result
	if refused, ok := err.(*idna.Error); ok {
		rec.Refuse(refused.Offset, tables.Host, refused.Reason())
	}
}
