package main

import "github.com/urispan/uri"

const relativizeUsage = `usage: uri relativize -base URI [flags] [TARGET ...]
       uri relativize [flags] [BASE<TAB>TARGET ...]

Relativize finds the shortest reference that leads from a base to each target:
"uri resolve" makes the target of it, byte for byte. That is the target itself
if nothing shorter leads there. Without -base, each input is a base, a tab and
a target. Both need a scheme; a fragment of the base is ignored. A target with
dot segments that are not those of the base is invalid: no reference leads
there.

  -base URI  the base of all targets

On a terminal it draws the reference as "uri split" does, and over it, not
coloured, what it was made of.

Elsewhere it prints tab-separated lines of two columns: ok, reference. The line
for an invalid input is: invalid, offset in bytes, component, reason, input.

With -json the keys are, in this order: base, target, ok, ref; or, if ok is
false: input, ok, offset, component, reason. With -base the input is the
target, and without it all of it, base and tab included. Offsets count from its
beginning; if the tab is missing, the offset is the input's length.

Examples:
  $ uri relativize -format '{{.ref}}' -base http://a/b/c http://a/b/d
  d
`

func prepareRelativize(o *options) (func() step, error) {
	return prepareBased(o, ofURIs((*uri.Base).AppendRelativize))
}

// relativizeJSON appends the object that relativizeUsage describes.
func relativizeJSON(dst []byte, rec *record) []byte {
	return appendBased(dst, rec, `,"target":`, `,"ref":`)
}
