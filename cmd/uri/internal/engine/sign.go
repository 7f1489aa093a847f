package engine

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/scheme"
	"github.com/urispan/uri/whatwg"
)

// A Sign is a kind of inputs, such as invalid ones that a flag or a command reads. Pictures have a hint below each of
// them. Other output has one line for each kind, after the last input.
type Sign int

const (
	signNone      Sign = iota
	signBackslash      // a backslash; -web reads it
	signNoScheme       // with -web, no scheme; resolve reads it
	signRelative       // a relative reference that check reads in a file
	signPair           // a line without a base and a tab; -base has the base
	signRemote         // a git remote such as git@h:o/r, which split -git reads
	signText           // an address with other text around it; find reads it
	signQuoted         // a line in quotation marks
	signBytes          // bytes that are not UTF-8
	signBase           // valid without a scheme, which the key needs
	signHazard         // valid references that some programs read differently, or that lead to an unwanted place; -audit names why
	signWrong          // valid references that begin almost as http://, or have a port that browsers refuse; -audit names them

	// Signs of the first lines, valid or not: see signOfLine.
	signColumn  // an address before another column
	signRequest // a line of the log of a server
	signEntity  // an address with &amp; in place of &
	signEscaped // an address with \/ in place of /
	signReturn  // several addresses, since a carriage return alone ends each

	// Signs of most of the first lines. If these have no such sign, an invalid line has another one.
	signCells  // an address after other cells of CSV
	signRows   // an address before other cells of CSV
	signMarkup // a tag of HTML or XML

	// Signs of the first lines that decide whether other signs are shown. They have no text.
	signSampled // any line
	signName    // a name in place of a scheme
	signPath    // a valid path, such as /a and a/b
	signRooted  // an invalid line that begins with "/", such as one that needs a base
	signSpace   // a space or a tab
	signTried   // an invalid input without another sign
	signIRI     // one that -iri reads
	signWeb     // one that -web reads
	signWords   // words after a space, which may be no part of a path
	signEnd
)

// signs maps each sign to what reads its inputs, and to the end of a sentence such as "2 of 9 lines are ...". A flag, a
// command, a line with IN, or the line before "|" reads them. If share is not 0, the summary has the sentence only if more
// than one of so many lines has the sign.
var signs = [signEnd]struct {
	share       int
	reads, text string
}{
	signBackslash: {0, "-web", `invalid for a backslash: write "/" or %5C; -web reads it as browsers do`},
	signPair:      {2, "-base URL", "without a base, which is -base URL or stands before a tab"},
	signRelative:  {2, onlyAbsolute, "valid as a relative reference, such as a/b: -only absolute leaves it out"},
	signRemote:    {0, "-git", "written USER@HOST:PATH, as git remotes are, which is no URI: uri split -git reads it"},
	signText:      {2, "find", "invalid for text, such as a quotation mark, around an address: uri find FILE prints the addresses in text"},
	signQuoted:    {0, `sed -E 's/^[[:space:]]*("|“|„|‘|«)|("|”|“|’|»)[,;]?[[:space:]]*$//g' FILE |`, "invalid for quotation marks around the address"},
	signBytes:     {0, "iconv -f LATIN1 -t UTF-8 FILE |", "invalid for bytes that are not UTF-8, such as those of Latin-1"},
	signNoScheme:  {2, "uri resolve -web -base URL < FILE |", "invalid without a base"},
	signBase:      {0, "uri resolve -base URL < FILE |", "without a scheme, which -key needs"},
	signHazard:    {0, "-audit", "valid, but with hazards, which -audit names"},
	signWrong: {0, "-audit",
		"valid, but with a port above 65535, or a beginning such as htps:// or http:/: -audit names it"},
	signColumn:  {0, "awk '{print $1}' FILE |", "written with more after the address, such as a status or a date"},
	signRequest: {0, "requests", "written as in the log of a server"},
	signEntity:  {0, `sed 's/&amp;/\&/g' FILE |`, "written with &amp; in place of &, as in HTML"},
	signEscaped: {0, `sed 's,\\/,/,g' FILE |`, `written with \/ in place of /, as in JSON`},
	signReturn:  {0, `tr '\r' '\n' < FILE |`, "written with carriage returns between addresses, as old Macs do"},
	signCells:   {2, "-csv NAME", "written with cells before the address, as in CSV: -csv reads a column"},
	signRows:    {2, "-csv 1", "written with cells after the address, as in CSV: -csv reads a column"},
	signMarkup:  {5, "uri links -only web FILE |", "written in HTML or XML, such as a sitemap: uri links FILE prints the addresses in it"},
}

// onlyAbsolute is the flag that leaves out relative references, as one argument.
const onlyAbsolute = "-only=absolute"

var (
	quotedLine  = regexp.MustCompile(`^["“„‘«][^"]*["”“’»][,;]?$`)
	columnAfter = regexp.MustCompile(`^(?:\t| +"| +(?:[^\pL\s&+]+|\d{4}-\d\d-\d\d\S*|\S+://\S+)(?:\s|$))`) // as in a table or a log
	fileAtEnd   = regexp.MustCompile(`\.[A-Za-z][A-Za-z0-9]{1,3}$`)
	cellBefore  = regexp.MustCompile(`^[^:/?#]*[,;]"?[A-Za-z][A-Za-z0-9+.-]*://`)
	numbersPart = regexp.MustCompile(`(?:[=@#:]-?\d+|[=@/]-?\d+\.\d+)[,;]-?\d`) // ids or coordinates, as in ?ids=1,2 and /@52.5,13.4
	tagStart    = regexp.MustCompile(`^<(?:[!?/]|[A-Za-z][\w-]*(?:[\s/>]|:\w|$))`)
)

// RequestLine matches a line of the log of a server, which has a request such as "GET /a HTTP/1.1".
var RequestLine = regexp.MustCompile(`(?m)^[^"]+"[A-Z]+ /.* HTTP/\S*".*$`)

// Slip returns the length of the beginning of text if that is almost "http://" or "https://", such as "htps:" of "htps://h"
// and "http:" of "http:/h", and else 0. The scheme shttp is registered.
func Slip(text []byte) int {
	i := bytes.IndexAny(text[:min(len("https:xx"), len(text))], ":/")
	if i < len("htp") || isWebURL(text) {
		return 0
	}
	slashes := "//"
	if text[i] == ':' { // one is enough
		i, slashes = i+len(":"), "/"
	}
	head, rest := text[:i], octet.Text(text[i:])
	isWeb := octet.EqualFold(head, "http:") || octet.EqualFold(head, "https:")
	switch {
	case isWeb && !strings.HasPrefix(rest, "//"):
		return i
	case isWeb || !strings.HasPrefix(rest, slashes):
		return 0
	}
	lower := strings.ToLower(octet.Text(head))
	if lower != "shttp:" && min(Slips(lower, "http:", 2), Slips(lower, "https:", 2)) == 1 {
		return i
	}
	return 0
}

// isWebURL reports whether text begins as a URL with the scheme http or https in lower case.
func isWebURL(text []byte) bool {
	s := octet.Text(text)
	return strings.HasPrefix(s, "https://") || strings.HasPrefix(s, "http://")
}

// signOfValid returns the sign of a line that check finds valid.
func signOfValid(rec *fsm.Record) Sign {
	_, _, hasScheme := rec.Ranges.Scheme()
	lo, hi, _ := rec.Ranges.Port()
	_, n := octet.Uint16(rec.Bytes[lo:hi])
	switch {
	case Slip(rec.Bytes) > 0 || n < hi-lo:
		return signWrong
	case hasScheme:
		return signNone
	}
	return signRelative
}

// signOfLine returns the sign of a line that has more than an address, as the form of the line shows it.
func signOfLine(line []byte) Sign {
	// PERF: without looking at single bytes first, check of invalid lines takes twice the time.
	i := bytes.IndexAny(line, " \t")
	isWord := i > 0 && unicode.IsLetter(rune(line[min(i+1, len(line)-1)])) && !bytes.Contains(line[i:], []byte("://"))
	cell := bytes.IndexAny(line, ",;") // the end of the first one
	end := bytes.IndexByte(line, '\r')
	switch {
	case end >= 0 && bytes.Contains(line[end:], []byte("://")):
		return signReturn
	case i > 0 && bytes.Contains(line[i:], []byte(" HTTP/")) && RequestLine.Match(line):
		return signRequest
	case cell > 0 && isRow(line):
		return signRows
	case i > 0 && !isWord && columnAfter.Match(line[i:]) && !fileAtEnd.Match(line) && hasAddress(line[:i]):
		return signColumn
	case bytes.Contains(line, []byte("&amp;")):
		return signEntity
	case bytes.HasPrefix(line[schemes.Len(line):], []byte(`:\/\/`)):
		return signEscaped
	case bytes.HasPrefix(line, []byte("<")) && tagStart.Match(line):
		return signMarkup
	case cell > 0 && !bytes.ContainsAny(line[:cell], ":/?#") && cellBefore.Match(line[cell:]):
		return signCells
	}
	return signNone
}

// hasAddress reports whether text begins with the scheme of an address or with the name of a host.
func hasAddress(text []byte) bool {
	return schemes.Len(text) > 0 && bytes.Contains(text, []byte("://")) || HasName(text)
}

// isRow reports whether a line is a row of CSV with an address, perhaps in quotation marks, in its first cell. Another cell
// begins with more than a word, which may as well be a part of a path such as /a,b.
func isRow(line []byte) bool {
	i := bytes.IndexAny(line, ",;")
	first := bytes.Trim(line[:max(0, i)], `"`)
	isCell := i >= 0 && bytes.Contains(line[i:], []byte("://"))
	for rest := line; i >= 0 && !isCell; i = bytes.IndexAny(rest, ",;") {
		rest = bytes.TrimLeft(rest[i+1:], " ")
		isCell = len(rest) > 0 && strings.IndexByte(`"+-$€0123456789`, rest[0]) >= 0
	}
	return isCell && hasAddress(first) && !numbersPart.Match(line)
}

// IsKnown reports whether find finds addresses with the scheme, or with the end of it, by default.
func IsKnown(scheme string) bool {
	for range new(find.Finder).AllString(scheme + "://h") {
		return true
	}
	return false
}

// lookedAt returns the number of inputs that may have been counted for a sign.
func (n *Notes) lookedAt(i Sign) int {
	switch {
	case i == signHazard:
		return min(n.total, maxTried)
	case i >= signColumn:
		return n.signs[signSampled]
	}
	return n.total
}

// showsSign reports whether the summary has the line of a sign. The command must have the flag.
func (n *Notes) showsSign(i Sign) bool {
	share := signs[i].share
	isEnough := share == 0 || i == signText && n.InText || n.Unit != "argument" && share*n.signs[i] > n.lookedAt(i)
	if n.signs[i] == 0 || signs[i].text == "" || !isEnough {
		return false
	}
	isTable := i < signColumn && (n.showsSign(signCells) || n.showsSign(signRows) || n.showsSign(signMarkup)) // or a page
	shows, depends := map[Sign]bool{
		signPair:      n.signs[i] == n.total,
		signText:      !isTable,
		signQuoted:    n.Unit == "line" || n.Unit == cellUnit,
		signReturn:    n.Unit == "line" || n.Unit == cellUnit,
		signBytes:     n.signs[signIRI]+n.signs[signWeb] == 0, // else other lines are UTF-8
		signRelative:  2*n.signs[signName] <= n.signs[signSampled],
		signNoScheme:  !n.HasNames() && !isTable,
		signHazard:    n.signs[signWrong] == 0,
		signBackslash: len(n.verb.Dialects) > 1 && !slices.Contains(n.readers, "-web"), // else the line above reads it
		signMarkup:    !n.InText,
		signColumn:    n.hasColumns() && n.signs[signRequest] == 0,
		signRequest:   n.hasColumns(),
		signEntity:    !n.ofHost && 20*n.signs[i] >= n.lookedAt(i), // few URLs have them for other reasons
		signBase:      n.verb.Name == "dedupe",                     // other commands have no key, or say more in the reason
	}[i]
	return shows || !depends
}

// hasColumns reports whether most of the first lines with a space have more than an address, and few a space in their path. So
// do most invalid lines, unless -web makes such lines valid.
func (n *Notes) hasColumns() bool {
	columns := n.signs[signColumn] + n.signs[signRequest]
	share := float64(columns) / float64(n.signs[signSampled])
	isReason := n.Flags.Dialect == dialect.Web || 2*share > float64(n.unread)/float64(n.total)
	return n.Unit != "argument" && 2*columns > n.signs[signSpace] && isReason
}

// sample counts a line, its sign, and whether it begins with a name in place of a scheme, or else with a path.
func (t *tally) sample(line []byte, isValid bool) {
	t.signs[signSampled]++
	if sign := signOfLine(line); sign != signNone { // countUnread counts the others, at the same time
		t.signs[sign]++
	}
	if bytes.ContainsAny(line, " \t") {
		t.signs[signSpace]++
	}
	switch isRooted := bytes.HasPrefix(line, []byte("/")); {
	case HasName(line):
		t.signs[signName]++
	case isRooted && !isValid:
		t.signs[signRooted]++
	case isValid && dialect.SchemeOf(line, false) == nil && !bytes.HasPrefix(line, []byte("//")):
		t.signs[signPath]++
	}
}

// countUnread counts an invalid record in t, with its sign or, of the first ones without a sign, with what reads it.
func (n *Notes) countUnread(t *tally, rec *Record, tries bool) {
	t.unread++
	switch sign := rec.sign(); {
	case sign == signNone && tries && t.signs[signTried] < maxTried:
		t.signs[signTried]++
		n.tryReadings(t, rec.Record)
	case sign < signColumn: // sample counts the others
		t.signs[sign]++
	}
}

// sign returns the sign of an invalid record.
func (rec *Record) sign() Sign {
	line, isQuoted := signOfLine(rec.Bytes), rec.isQuoted()
	text, rest := octet.Text(rec.Bytes), rec.Bytes[rec.N:]
	isWeb := rec.Dialect == dialect.Web
	switch {
	case rec.Reason == NoTab:
		return signPair
	case isQuoted && quotedLine.MatchString(text):
		return signQuoted
	case isQuoted && strings.Contains(text, "://"):
		return signText
	case line != signNone && line < signCells:
		return line
	case rec.Cut || rec.own || rec.start > 0 || isQuoted || rec.Reason == "": // a reason of -text
		return signNone
	case len(rest) > 0 && 'À' <= rest[0] && rest[0] < 'ÿ' && !utf8.Valid(rec.Bytes): // a letter of Latin-1
		return signBytes
	case isWeb && rec.Reason != whatwg.CodeMissingSchemeNonRelativeURL.String():
		return signNone
	case rec.Reason == uri.ReasonNoScheme.String():
		return signBase
	case len(rest) > 0 && hasTextBefore(text, rec.N):
		return signText
	case isWeb:
		return signNoScheme
	case len(rest) > 0 && isRemote(text, rec.N):
		return signRemote
	case len(rest) > 0 && rest[0] == '\\' && whatwg.CanParse(text):
		return signBackslash
	}
	return signNone
}

// isQuoted reports whether quotation marks are the reason why the record is invalid. In '/a b' that is the space, because
// a path may have the mark.
func (rec *Record) isQuoted() bool {
	return !rec.OK && !rec.Cut && rec.start == 0 && dialect.IsQuoted(rec.Bytes) &&
		(rec.N == 0 || bytes.Contains(rec.Bytes, []byte("://")))
}

// isRemote reports whether text is a git remote such as git@h:o/r, with the ":" as its byte n.
func isRemote(text string, n int) bool {
	if text[n] != ':' || !strings.Contains(text[:n], "@") {
		return false
	}
	_, err := scheme.ParseGit(text)
	return err == nil
}

// hasTextBefore reports whether text, with the first byte that is invalid, is before a scheme and "://".
func hasTextBefore(text string, invalid int) bool {
	before, _, ok := strings.Cut(text, "://")
	word := before[strings.LastIndexByte(before, ' ')+1:]
	return ok && invalid <= len(before) && !strings.ContainsAny(word, "/?#")
}
