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
)

// readings lists the dialects that may read inputs that are invalid in the dialect of the command. Of two that read as many
// inputs, the summary names the first.
var readings = [...]*dialect.Dialect{dialect.IRI, dialect.Web}

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
		case isRelative && r == dialect.Web: // browsers read it with the base
			text = append([]byte("http://h/"), text...)
		case isName && (n.canGuess || n.Flags.NoScheme != ""):
			text = slices.Concat([]byte(noSchemeWords[0].Value+"://"), text)
		}
		isKnown := n.Flags.Dialect != dialect.Web && slices.Contains(n.verb.Dialects, r) || n.instead("-"+r.Flag) != ""
		if isKnown && !(keepsCase && r == dialect.IRI) && IsRead(text, r) {
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

// sample counts a line, its sign, and whether it begins with a name in place of a scheme, or else with a path.
func (t *tally) sample(line []byte, isValid bool) {
	t.sampled++
	if bytes.ContainsAny(line, " \t") {
		t.spaced++
	}
	sign := signOfLine(line)
	if sign != signNone { // countUnread counts the others, at the same time
		t.signs[sign]++
	}
	switch isRooted := bytes.HasPrefix(line, []byte("/")); {
	case HasName(line):
		t.names++
	case isRooted && !isValid:
		t.rooted++
	case isValid && dialect.SchemeOf(line, false) == nil && !bytes.HasPrefix(line, []byte("//")):
		t.paths++
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

// instead returns the line that has the answer of flags that the command lacks, or "".
func (n *Notes) instead(flags string) string { return otherLines[n.verb.Name+" "+flags] }

// otherLines has the lines for a command and flags.
var otherLines = map[string]string{
	"to-uri -web":             "normalize -web IN",
	"to-uri -web " + noScheme: "normalize -web " + noScheme + " IN",
	"to-iri -iri":             "uri to-uri < FILE |",
	"relativize -iri":         "to-uri IN | uri relativize -base URL",
	"relativize -web":         "normalize -web IN | uri relativize -base URL",
}

// HasNames reports whether enough inputs have a name in place of a scheme for a hint: more of them than there are paths. One
// is enough if the answer is about its host, and empty.
func (n *Notes) HasNames() bool {
	return n.canGuess && n.names > 0 && (n.ofHost || n.names > n.paths+n.rooted)
}

// WebWrites is a note about -web of commands that change a part of addresses alone without it.
const WebWrites = "-web also changes the rest of a URL, such as a/../b to b"

// LineAgain returns the line with the flags that read the most of the sampled invalid inputs, less the valid ones that they
// do not read: of several, the first. If hasNames, -no-scheme is one of the flags. The end of a message, loss, is about
// valid inputs that the flags do not read. Both may be "".
func (n *Notes) LineAgain() (line, loss string) {
	if n.Again == nil || n.hasColumns() {
		return "", ""
	}
	var flags []string
	hasNames := n.HasNames()
	for i, r := range readings {
		if n.reads[i] > 0 {
			flags = append(flags, "-"+r.Flag)
		}
	}
	lost := n.paths // which -web and -no-scheme do not read
	switch {
	case n.verb.Name == "resolve": // against a base
		lost = 0
	case !hasNames && n.Flags.NoScheme == "":
		lost += n.names
	}
	if n.reads[1]-lost > n.reads[0] {
		slices.Reverse(flags)
	}
	if hasNames {
		for i := range flags {
			flags[i] += " " + noScheme
		}
		flags = append(flags, noScheme)
	}
	for _, f := range flags {
		if line = n.Again(cmp.Or(n.instead(f), f)); line == "" {
			continue
		}
		n.readers = strings.Fields(f)
		isWeb := n.readers[0] == "-web"
		if isWeb && n.words > 0 {
			loss = "; -web reads words after a space as a part of the URL"
		}
		if isWeb && n.verb.Name == "set" {
			loss += "; " + WebWrites
		}
		if lost > 0 && (isWeb || hasNames) {
			loss += fmt.Sprintf("; with %s, %ss such as /a/b are invalid", f, n.Unit)
		}
		return line, loss
	}
	return "", ""
}
