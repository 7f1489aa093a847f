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

	// Signs of most of the first lines. If these have no such sign, an invalid line has another one.
	signCells  // an address after other cells of CSV
	signRows   // an address before other cells of CSV
	signMarkup // a tag of HTML or XML
	signEnd
)

// signs maps each sign to what reads its inputs, and to the end of a sentence such as "2 of 9 lines are ...". A flag, a
// command, a line with IN, or the line before "|" reads them.
var signs = [signEnd]struct{ reads, text string }{
	signBackslash: {"-web", `invalid for a backslash: write "/" or %5C; -web reads it as browsers do`},
	signPair:      {"-base URL", "without a base, which is -base URL or stands before a tab"},
	signRelative:  {onlyAbsolute, "valid as a relative reference, such as a/b: -only absolute leaves it out"},
	signRemote:    {"-git", "written USER@HOST:PATH, as git remotes are, which is no URI: uri split -git reads it"},
	signText:      {"find", "invalid for text, such as a quotation mark, around an address: uri find FILE prints the addresses in text"},
	signQuoted:    {`sed -E 's/^[[:space:]]*("|“|„|‘|«)|("|”|“|’|»)[,;]?[[:space:]]*$//g' FILE |`, "invalid for quotation marks around the address"},
	signBytes:     {"iconv -f LATIN1 -t UTF-8 FILE |", "invalid for bytes that are not UTF-8, such as those of Latin-1"},
	signNoScheme:  {"resolve -web -base URL IN", "invalid without a base"},
	signBase:      {"uri resolve -base URL < FILE |", "without a scheme, which -key needs"},
	signHazard:    {"-audit", "valid, but with hazards, which -audit names"},
	signWrong:     {"-audit", "valid, but with a port above 65535, or a beginning such as htps:// or http:/: -audit names it"},
	signColumn:    {"awk '{print $1}' FILE |", "written with more after the address, such as a status or a date"},
	signRequest:   {"requests", "written as in the log of a server"},
	signEntity:    {`sed 's/&amp;/\&/g' FILE |`, "written with &amp; in place of &, as in HTML"},
	signEscaped:   {`sed 's,\\/,/,g' FILE |`, `written with \/ in place of /, as in JSON`},
	signCells:     {"-csv NAME", "written with cells before the address, as in CSV: -csv reads a column"},
	signRows:      {"-csv 1", "written with cells after the address, as in CSV: -csv reads a column"},
	signMarkup:    {"uri links -only web FILE |", "written in HTML or XML, such as a sitemap: uri links FILE prints the addresses in it"},
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
	isOneEnough := text[i] == ':' // of the slashes
	if isOneEnough {
		i += len(":")
	}
	head, rest := text[:i], text[i:]
	isDouble := bytes.HasPrefix(rest, []byte("//"))
	switch {
	case octet.EqualFold(head, "http:"), octet.EqualFold(head, "https:"):
		if !isDouble {
			return i
		}
	case isDouble || isOneEnough && bytes.HasPrefix(rest, []byte("/")):
		lower := strings.ToLower(octet.Text(head))
		if lower != "shttp:" && min(Slips(lower, "http:", 2), Slips(lower, "https:", 2)) == 1 {
			return i
		}
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
	switch {
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

// showsSign reports whether the summary has the line of a sign. The command must have the flag.
func (n *Notes) showsSign(i Sign) bool {
	isOfLines := n.Unit != "argument"
	isMost := isOfLines && 2*n.signs[i] > n.total
	isOfMost := func(s Sign) bool { return isOfLines && 2*n.signs[s] > n.sampled }
	isMarkup := isOfLines && !n.InText && 5*n.signs[signMarkup] > n.sampled // a page also has text
	isTable := isOfMost(signCells) || isOfMost(signRows)
	shows, depends := map[Sign]bool{
		signNone:      false,
		signPair:      isOfLines && n.signs[i] == n.total,
		signText:      (isMost || n.InText) && !isTable && !isMarkup,
		signQuoted:    n.Unit == "line" || n.Unit == cellUnit,
		signBytes:     n.reads == [len(readings)]int{}, // else other lines are UTF-8
		signRelative:  isMost && 2*n.names <= n.sampled,
		signNoScheme:  isMost && !n.HasNames() && !isTable && !isMarkup,
		signHazard:    n.signs[signWrong] == 0,
		signBackslash: len(n.verb.Dialects) > 1 && !slices.Contains(n.readers, "-web"), // else the line above reads it
		signCells:     isOfMost(signCells),
		signRows:      isOfMost(signRows),
		signMarkup:    isMarkup,
		signColumn:    n.hasColumns() && n.signs[signRequest] == 0,
		signRequest:   n.hasColumns(),
		signEntity:    !n.ofHost && 20*n.signs[signEntity] >= n.sampled, // few URLs have them for other reasons
		signBase:      n.verb.Name == "dedupe",                          // other commands have no key, or say more in the reason
	}[i]
	return shows || !depends
}

// hasColumns reports whether most of the first lines with a space have more than an address, and few a space in their path. So
// do most invalid lines, unless -web makes such lines valid.
func (n *Notes) hasColumns() bool {
	columns := n.signs[signColumn] + n.signs[signRequest]
	isReason := n.Flags.Dialect == dialect.Web || 2*float64(columns)/float64(n.sampled) > float64(n.unread)/float64(n.total)
	return n.Unit != "argument" && 2*columns > n.spaced && isReason
}

// sign returns the sign of an invalid record.
func (rec *Record) sign() Sign {
	ofLine, isQuoted := signOfLine(rec.Bytes), rec.isQuoted()
	switch {
	case rec.Reason == NoTab:
		return signPair
	case isQuoted && quotedLine.Match(rec.Bytes):
		return signQuoted
	case isQuoted && bytes.Contains(rec.Bytes, []byte("://")):
		return signText
	case ofLine != signNone && ofLine < signCells:
		return ofLine
	case rec.Cut || rec.own || rec.start > 0 || isQuoted:
		return signNone
	case rec.N < len(rec.Bytes) && 'À' <= rec.Bytes[rec.N] && rec.Bytes[rec.N] < 'ÿ' && !utf8.Valid(rec.Bytes): // a letter of Latin-1
		return signBytes
	case rec.Dialect == dialect.Web && rec.Reason == whatwg.CodeMissingSchemeNonRelativeURL.String():
		before, _, ok := bytes.Cut(rec.Bytes, []byte("://"))
		if before = before[bytes.LastIndexByte(before, ' ')+1:]; ok && !bytes.ContainsAny(before, "/?#") {
			return signText
		}
		return signNoScheme
	case rec.Dialect == dialect.Web:
		return signNone
	case rec.Reason == uri.ReasonNoScheme.String():
		return signBase
	}
	return signOf(rec.Record)
}

// isQuoted reports whether quotation marks are the reason why the record is invalid. In '/a b' that is the space, because
// a path may have the mark.
func (rec *Record) isQuoted() bool {
	return !rec.OK && !rec.Cut && rec.start == 0 && dialect.IsQuoted(rec.Bytes) &&
		(rec.N == 0 || bytes.Contains(rec.Bytes, []byte("://")))
}

// signOf returns the sign of a record that is invalid in a dialect of references.
func signOf(rec *fsm.Record) Sign {
	text := octet.Text(rec.Bytes)
	switch {
	case rec.Cut:
		return signNone
	case rec.N == len(rec.Bytes):
		return signNone
	case hasTextBefore(rec.Bytes, rec.N):
		return signText
	case isRemote(text, rec.N):
		return signRemote
	case rec.Bytes[rec.N] == '\\' && whatwg.CanParse(text):
		return signBackslash
	}
	return signNone
}

// isRemote reports whether text is a git remote such as git@h:o/r, with the ":" as its byte n.
func isRemote(text string, n int) bool {
	if text[n] != ':' || !strings.Contains(text[:n], "@") {
		return false
	}
	_, err := scheme.ParseGit(text)
	return err == nil
}

// hasTextBefore reports whether text is before byte n, which is invalid, and the first "://" at or after it.
func hasTextBefore(text []byte, n int) bool {
	mark := []byte("://")
	isBefore := n > 0 || schemes.Len(text) == 0
	return isBefore && !bytes.Contains(text[:n], mark) && bytes.Contains(text[n:], mark)
}
