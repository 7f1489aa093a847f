package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/whatwg"
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

// readsNames is the index of -no-scheme alone in readings.
const readsNames = 2

// These are limits for the invalid inputs that are tested for what reads them: their number in each of the first batches,
// the number of these, and the length of an input.
const (
	maxTried     = 20
	triedBatches = 8
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
// that is not ASCII, or that browsers often meet, such as a space in the path of the only address. An input that is valid in its
// dialect has another fault.
func (n *Notes) tryReadings(t *tally, rec *fsm.Record) {
	if rec.N == len(rec.Bytes) || len(rec.Bytes) > longestTried || rec.Cut {
		return
	}
	c, d, rest := rec.Bytes[rec.N], n.Flags.Dialect, rec.Bytes[rec.N:]
	head, mark := rec.Bytes[:rec.N], []byte("://")
	if i := bytes.Index(head, mark); i >= 0 {
		head = head[i+len(mark):]
	}
	isRelative := n.verb.Name == "resolve" && dialect.SchemeOf(rec.Bytes, false) == nil
	isSpace := c == ' ' && (isRelative || bytes.ContainsAny(head, "/?#")) && !bytes.Contains(rest, mark)
	isPercent := bytes.Contains(rec.Bytes[max(0, rec.N-len("%4")):rec.N], []byte("%")) // which -web leaves, as in "100% a"
	if c < utf8.RuneSelf && !isSpace && !dialect.IsWebOnly(c) || isPercent || IsRead(rec.Bytes, d) {
		return
	}
	if isSpace && !bytes.ContainsAny(rest, "/?#.=&%") {
		t.words++
	}
	isName := HasName(rec.Bytes)
	keepsCase := (n.verb.Name == "normalize" || n.verb.Name == "dedupe") && upperHost.Match(rec.Bytes)
	for i, r := range readings {
		text := rec.Bytes
		switch {
		case isRelative && r.dialect == dialect.Web: // browsers read it with the base
			text = append([]byte("http://h/"), text...)
		case isName && (r.noScheme || n.Flags.NoScheme != ""):
			text = slices.Concat([]byte(noSchemeWords[0].Value+"://"), text)
		}
		if n.isKnown(r) && !(keepsCase && r.dialect == dialect.IRI) && IsRead(text, cmp.Or(r.dialect, d)) {
			t.reads[i]++
		}
	}
}

// upperHost matches an address with a host that has a capital letter outside ASCII. Only -web makes it lower case.
var upperHost = regexp.MustCompile(`^(?:[^/?#]*://)?[^/?#]*[^\P{Lu}A-Z]`)

// Input is like InputIn, and samples the first inputs of lines that are read at the same time.
func (n *Notes) Input(line []byte) (input []byte, err error) {
	input, err = InputIn(line)
	if err == nil && n.given.Load() < maxSampled && n.given.Add(1) <= maxSampled {
		n.mu.Lock()
		n.sample(input, n.canGuess && IsRead(input, n.Flags.Dialect))
		n.mu.Unlock() // PERF: a defer takes time for each line
	}
	return input, err
}

// sample counts a line, its sign, and whether it begins with a name in place of a scheme. It counts a valid one for each of
// the readings that does not read it.
func (t *tally) sample(line []byte, isValid bool) {
	t.sampled++
	if bytes.ContainsAny(line, " \t") {
		t.spaced++
	}
	sign := signOfLine(line)
	if sign != signNone { // countUnread counts the others, at the same time
		t.signs[sign]++
	}
	isName := HasName(line)
	if isName {
		t.names++
	}
	if !isValid && bytes.HasPrefix(line, []byte("/")) {
		t.rooted++
	}
	if !isValid || len(line) > longestTried {
		return
	}
	hasScheme := dialect.SchemeOf(line, false) != nil
	for i, r := range readings {
		hasPath := !hasScheme && !isName && !bytes.HasPrefix(line, []byte("//"))
		if r.noScheme && hasPath || r.dialect == dialect.Web && (hasScheme || !r.noScheme) && !whatwg.CanParse(octet.Text(line)) {
			t.lost[i]++
		}
	}
}

// sampleRecord samples a record, and counts it if it has hazards.
func (w *worker) sampleRecord(r *fsm.Record) {
	w.toSample--
	w.sample(r.Bytes, r.OK && w.notes.canGuess && w.Dialect != dialect.Web) // browsers read no line without a scheme
	if w.Column != "" {
		w.signs[signColumn], w.signs[signRows] = 0, 0 // a cell may have a space or a comma
	}
	isAudited := w.work.IsHazard != nil && w.notes.canGuess && (w.format == nil || w.hasInputs()) && !w.Quiet && w.number == 0 && w.sampled <= maxTried
	if isAudited && (w.work.IsHazard(octet.Text(r.Bytes)) || Slip(r.Bytes) > 0) && IsRead(r.Bytes, w.Dialect) {
		w.signs[signHazard]++
	}
}

// isKnown reports whether the command has the flags of a reading, and the command line does not exclude them.
func (n *Notes) isKnown(r reading) bool {
	hasDialect := r.dialect == nil || n.instead(r) != "" || n.Flags.Dialect != dialect.Web && slices.Contains(n.verb.Dialects, r.dialect)
	return hasDialect && (n.canGuess || !r.noScheme)
}

// instead returns the line that has the answer of a reading that the command lacks, or "".
func (n *Notes) instead(r reading) string { return otherLines[[2]string{n.verb.Name, r.flags}] }

// otherLines has the lines for a command and the flags of a reading.
var otherLines = map[[2]string]string{
	{"to-uri", "-web"}:             "normalize -web IN",
	{"to-uri", "-web " + noScheme}: "normalize -web " + noScheme + " IN",
	{"to-iri", "-iri"}:             "uri to-uri < FILE |",
	{"relativize", "-iri"}:         "to-uri IN | uri relativize -base URL",
	{"relativize", "-web"}:         "normalize -web IN | uri relativize -base URL",
}

// HasNames reports whether enough inputs have a name in place of a scheme for a hint: more of them than there are inputs that
// -no-scheme does not read. One is enough if the answer is about its host, and empty.
func (n *Notes) HasNames() bool {
	return n.canGuess && n.names > 0 && (n.ofHost || n.names > n.lost[readsNames]+n.rooted)
}

// omitInvalid is the flag that leaves out invalid inputs. linePrinted describes the output for them without it.
const (
	omitInvalid = "-invalid omit"
	linePrinted = ": for each, an empty line is printed"
)

// WebWrites is a note about -web of commands that change a part of addresses alone without it.
const WebWrites = "-web also changes the rest of a URL, such as a/../b to b"

// LineAgain returns the line with the flags that read the most of the sampled invalid inputs, less the valid ones that they
// do not read: of several, the first. If hasNames, -no-scheme is one of the flags. The end of a message, loss, is about
// valid inputs that the flags do not read. Both may be "". The line leaves out the invalid inputs for check -field input, which
// selects the others, and for other fields if no flags read them.
func (n *Notes) LineAgain() (line, loss string) {
	if n.Again == nil || n.hasColumns() {
		return "", ""
	}
	others := 0 // invalid inputs that other hints read
	for _, s := range []Sign{signNoScheme, signRemote, signQuoted, signBytes, signEscaped, signCells, signRows, signMarkup} {
		others += n.signs[s]
	}
	omits := n.blanks && n.unread > others
	if omits && n.selects {
		return n.Again(omitInvalid), linePrinted
	}
	hasNames := n.HasNames()
	best := 0
	if n.verb.Name == "resolve" { // against a base
		n.lost = [len(readings)]int{}
	}
	for i, r := range readings {
		gain := n.reads[i] - n.lost[i]
		isFit := n.reads[i] > 0 && !hasNames || r.noScheme && hasNames
		if !isFit || line != "" && gain <= best {
			continue
		}
		text := n.Again(cmp.Or(n.instead(r), r.flags))
		if text == "" {
			continue
		}
		line, loss, best, n.readers = text, "", gain, strings.Fields(r.flags)
		if r.dialect == dialect.Web && n.words > 0 {
			loss = "; -web reads words after a space as a part of the URL"
		}
		if n.verb.Name == "set" && r.dialect == dialect.Web {
			loss += "; " + WebWrites
		}
		if n.lost[i] > 0 {
			lacking := map[bool]string{false: "a scheme", true: "a host, such as /a/b,"}[r.noScheme]
			loss += fmt.Sprintf("; with %s, %ss without %s are invalid", r.flags, n.Unit, lacking)
		}
	}
	if line == "" && omits && n.unread < n.total {
		return n.Again(omitInvalid), linePrinted
	}
	return line, loss
}
