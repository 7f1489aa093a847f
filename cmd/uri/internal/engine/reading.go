package engine

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
)

// A reading is a set of flags that may read inputs that are invalid without them.
type reading struct {
	flags    string
	dialect  *dialect.Dialect // nil for that of the command line
	noScheme bool
}

// readings lists the sets of flags. Of several that read as many inputs, the summary names the first.
var readings = [...]reading{
	{"-iri", dialect.IRI, false},
	{"-web", dialect.Web, false},
	{noScheme, nil, true},
	{"-iri " + noScheme, dialect.IRI, true},
	{"-web " + noScheme, dialect.Web, true},
}

// These are limits for the invalid inputs that are tested for what reads them: their number in each of the first batches,
// the number of these, and the length of an input.
const (
	maxTried     = 20
	triedBatches = 16
	longestTried = 4096
)

// IsRead reports whether a dialect reads text.
func IsRead(text []byte, d *dialect.Dialect) bool {
	var rec fsm.Record
	scanRecord(&rec, text)
	d.Decide(&rec)
	return rec.OK
}

// tryReadings counts an invalid input in t for each of the readings that reads it. It only tries inputs with an illegal byte
// that is not ASCII, or that browsers often meet. An input that is valid in its dialect has another fault.
func (n *Notes) tryReadings(t *tally, rec *fsm.Record) {
	if rec.N == len(rec.Bytes) || len(rec.Bytes) > longestTried || rec.Cut {
		return
	}
	c, d := rec.Bytes[rec.N], n.Flags.Dialect
	if c < utf8.RuneSelf && !dialect.IsWebOnly(c) || IsRead(rec.Bytes, d) {
		return
	}
	isName := hasName(rec.Bytes)
	for i, r := range readings {
		text := rec.Bytes
		if r.noScheme && isName {
			text = slices.Concat([]byte(noSchemeWords[0].Value+"://"), text)
		}
		if n.isKnown(r) && IsRead(text, cmp.Or(r.dialect, d)) {
			t.reads[i]++
		}
	}
}

// isKnown reports whether the command has the flags of a reading, and the command line does not exclude them.
func (n *Notes) isKnown(r reading) bool {
	hasDialect := r.dialect == nil || n.Flags.Dialect != dialect.Web && slices.Contains(n.dialects, r.dialect)
	return hasDialect && (n.canGuess || !r.noScheme)
}

// reading returns the flags that read the most of the inputs that were tried, or "". If most inputs begin with a name,
// -no-scheme is one of the flags.
func (n *Notes) reading() (flags string) {
	most, hasNames := 0, 2*n.names > n.sampled
	if hasNames {
		flags = noScheme
	}
	for i, r := range readings {
		if n.reads[i] > most && (r.noScheme || !hasNames) {
			flags, most = r.flags, n.reads[i]
		}
	}
	return flags
}

// AddReads makes the line that reads the most of the inputs also count those of other Notes.
func (n *Notes) AddReads(other *Notes) {
	for i := range n.reads {
		n.reads[i] += other.reads[i]
	}
}

// LineAgain returns the line that reads the most of the inputs, or "".
func (n *Notes) LineAgain() string {
	if flags := n.reading(); flags != "" && n.Flags.Again != nil {
		return n.Flags.Again(flags)
	}
	return ""
}
