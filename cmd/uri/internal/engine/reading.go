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
)

// readings lists the dialects that may read inputs that are invalid in the dialect of the command, with the signs that count
// those inputs. Of two that read as many inputs, the summary names the first.
var readings = [...]struct {
	sign Sign
	*dialect.Dialect
}{{signIRI, dialect.IRI}, {signWeb, dialect.Web}}

// These are limits for the inputs of each of the first batches: the number of batches, of lines that are looked at, and of
// invalid inputs that the readings are tried with, and the length of such an input.
const (
	sampledBatches = 8
	maxSampled     = 100
	maxTried       = 20
	longestTried   = 4096
)

// IsRead reports whether a dialect reads text.
func IsRead(text []byte, d *dialect.Dialect) bool {
	var rec fsm.Record
	scanRecord(&rec, text)
	d.Decide(&rec)
	return rec.OK
}

// tryReadings counts an invalid input in t for each of the readings that reads it. It only tries inputs with an illegal byte
// that is not ASCII, or that browsers often meet, such as a space in the path of the only address. An input that is valid in
// its dialect has another fault.
func (n *Notes) tryReadings(t *tally, rec *fsm.Record) {
	if rec.N == len(rec.Bytes) || len(rec.Bytes) > longestTried || rec.Cut {
		return
	}
	head, rest, mark := rec.Bytes[:rec.N], rec.Bytes[rec.N:], []byte("://")
	if _, after, ok := bytes.Cut(head, mark); ok {
		head = after
	}
	isRelative := n.verb.Name == "resolve" && dialect.SchemeOf(rec.Bytes, false) == nil
	isSpace := rest[0] == ' ' && (isRelative || bytes.ContainsAny(head, "/?#")) && !bytes.Contains(rest, mark)
	isPercent := bytes.Contains(rec.Bytes[max(0, rec.N-len("%4")):rec.N], []byte("%")) // which -web leaves, as in "100% a"
	mayRead := rest[0] >= utf8.RuneSelf || isSpace || dialect.IsWebOnly(rest[0])
	if !mayRead || isPercent || IsRead(rec.Bytes, n.Flags.Dialect) {
		return
	}
	if isSpace && !bytes.ContainsAny(rest, "/?#.=&%") {
		t.signs[signWords]++
	}
	isName := n.verb.ReadsAddresses() && HasName(rec.Bytes)
	keepsCase := (n.verb.Name == "normalize" || n.verb.Name == "dedupe") && upperHost.Match(rec.Bytes)
	for _, r := range readings {
		isWeb, start := r.sign == signWeb, ""
		switch {
		case isRelative && isWeb: // browsers read it with the base
			start = "http://h/"
		case isName:
			start = noSchemeWords[0].Value + "://"
		}
		isKnown := n.Flags.Dialect != dialect.Web && slices.Contains(n.verb.Dialects, r.Dialect) || n.instead("-"+r.Flag) != ""
		if isKnown && (isWeb || !keepsCase) && IsRead(slices.Concat([]byte(start), rec.Bytes), r.Dialect) {
			t.signs[r.sign]++
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
	names := n.signs[signName]
	return n.canGuess && names > 0 && (n.ofHost || names > n.signs[signPath]+n.signs[signRooted])
}

// WebWrites is a note about -web of commands that change a part of addresses alone without it.
const WebWrites = "-web also changes the rest of a URL, such as a/../b to b"

// LineAgain returns the line with the flags that read the most of the sampled invalid inputs, less the valid ones that they
// do not read: of several, the first. If hasNames, -no-scheme is one of the flags. The end of a message, loss, is about
// valid inputs that the flags do not read. Both may be "".
func (n *Notes) LineAgain() (line, loss string) {
	if n.hasColumns() {
		return "", ""
	}
	var flags []string
	for _, r := range readings {
		if n.signs[r.sign] > 0 {
			flags = append(flags, "-"+r.Flag)
		}
	}
	hasNames, lost := n.HasNames(), n.signs[signPath] // which -web and -no-scheme do not read
	switch {
	case n.verb.Name == "resolve": // against a base
		lost = 0
	case !hasNames && n.Flags.NoScheme == "":
		lost += n.signs[signName]
	}
	if n.signs[signWeb]-lost > n.signs[signIRI] {
		slices.Reverse(flags)
	}
	if hasNames {
		for i := range flags {
			flags[i] += " " + noScheme
		}
		flags = append(flags, noScheme)
	}
	for _, f := range flags {
		if line = n.again(cmp.Or(n.instead(f), f)); line == "" {
			continue
		}
		n.readers = strings.Fields(f)
		isWeb := n.readers[0] == "-web"
		if isWeb && n.signs[signWords] > 0 {
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
