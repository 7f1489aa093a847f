package main

import (
	"bytes"
	"errors"
	"fmt"
	"html"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/defang"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/internal/octet"
)

// With -text, a verb copies text, as redact does, and writes its results in place of the addresses.

// Reasons why an address stays, although it may have a result.
var (
	errOther    = errors.New("a reader of the text would not find the result, or only a part of it")
	errEscape   = errors.New("an escape of JSON follows, which -text=json reads")
	errTemplate = errors.New("braces make it a template")
	errLong     = errors.New("it is too long")
	errSpace    = errors.New("the link goes on after a space: write %20")
)

// prepareText returns the action of a verb with -text.
func prepareText(o *engine.Options, v *engine.Verb, args []string) (action, error) {
	o.Again = againOf(v.Name, args)
	return func(_ []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
		notes := engine.NewNotes(v, &o.InputFlags, stderr)
		r := replacer{Options: o, answer: o.Answerer(notes), notes: notes}
		c := new(copier)
		c.Command, c.AsIs, c.Quiet = v.Name, o.AsIs, o.Quiet
		file := 0
		if len(o.Refs) > 1 {
			r.notes.Place = func(unit string, n int64) string { return fmt.Sprintf("file %d: %s %d", file, unit, n) }
		}
		c.convert = func(dst io.Writer) io.WriteCloser {
			file++
			r.line, r.notes.Stderr = 1, c.messages
			return defang.NewWriter(dst, r.append)
		}
		status, err := c.run(o.Refs, stdin, stdout, stderr)
		if r.hasEscapes && !o.Quiet {
			engine.Warn(stderr, v.Name, "addresses in strings of JSON may have escapes, which -text=json reads")
		}
		if r.Filter.IsOn() && !r.hasMatch && !o.Quiet {
			engine.Warn(stderr, v.Name, fmt.Sprintf("no address matches %s", &r.Filter))
		}
		r.notes.Unit, r.notes.Stderr = engine.TextUnit, stderr
		if r.hasHosts && !r.Filter.IsOn() && !o.Quiet {
			r.notes.Try(v.Name+": the addresses had several hosts: -where host=OLD changes those of one", o.Again("-where host=OLD"))
		} else if r.remains && !o.Quiet {
			r.notes.Try(v.Name+": the old host is still in the text, without a scheme, inside a query or in another host",
				o.Again("-quiet")+" | grep -in OLD")
		}
		r.notes.End(r.total)
		return status, err
	}, nil
}

// A replacer writes the results of a verb in place of the addresses in text.
type replacer struct {
	*engine.Options
	answer func(address []byte) *engine.Record
	notes  *engine.Notes // about addresses that stay, although the verb wants them
	line   int64         // the number of the line
	total  int           // the number of addresses so far
	buf    []byte

	host     string // the first host that the verb has replaced
	hasHosts bool   // the verb has replaced others
	remains  bool   // the text still has the first

	hasMatch   bool // the filter takes an address
	hasEscapes bool // the text has addresses as JSON may write them
}

// append appends lines of text to dst, with results in place of the addresses, and returns the extended slice.
func (r *replacer) append(dst []byte, text string) []byte {
	r.hasEscapes = r.hasEscapes || r.Text.Escapes == find.EscapesNone && strings.Contains(text, `:\/\/`)
	counted, begin := int64(0), len(dst)
	dst = r.Text.AppendReplaced(dst, text, func(dst []byte, m find.Match) []byte {
		r.line += int64(strings.Count(text[counted:m.Start], "\n"))
		counted = m.Start
		return r.appendResult(dst, m, text)
	})
	r.line += int64(strings.Count(text[counted:], "\n"))
	r.remains = r.remains || r.host != "" && hasName(octet.Text(dst[begin:]), r.host) ||
		r.OnlyHost() && r.Filter.IsOn() && hasNetworkPath(&r.Filter, dst[begin:])
	return dst
}

// noteHost notes the host of a record that the verb has replaced.
func (r *replacer) noteHost(rec *engine.Record, result string) {
	lo, hi, _ := rec.Ranges.Host()
	host := strings.ToLower(string(rec.Bytes[lo:hi]))
	switch {
	case !r.OnlyHost() || strings.Contains(strings.ToLower(result), host): // also if it is empty
	case r.host == "":
		r.host = host
	case host != r.host:
		r.hasHosts = true
	}
}

// contextSize is the number of bytes around an address that decide where it ends. Package find looks back 200 bytes.
const contextSize = 256

// appendResult appends the result for an address in text, or the address if it has none.
func (r *replacer) appendResult(dst []byte, m find.Match, text string) []byte {
	r.total++
	old, after := text[m.Start:m.End], text[m.End:min(m.End+contextSize, int64(len(text)))]
	address, escapes := m.AppendAddress(r.buf[:0], text), r.Text.Escapes
	if escapes == find.EscapesNone && strings.Contains(old, "&amp;") { // as HTML, XML and Markdown write "&"
		address, escapes = bytes.ReplaceAll(address, []byte("&amp;"), []byte("&")), find.EscapesHTML
	}
	r.buf = address
	if r.Filter.IsOn() && !takesHost(&r.Filter, address) {
		return append(dst, old...)
	}
	r.hasMatch = true
	hasBraces := strings.ContainsAny(old, "{}")
	rec, rest := r.answerParts(address, hasBraces)
	result := string(rec.Result) + rest
	switch {
	case rec.OK && result == string(address):
		return append(dst, old...)
	case string(address) != old:
		result = escaped(result, old, escapes)
	}
	dst = slices.Grow(dst, len(result)+len(after))
	switch {
	case hasBraces && rest == "":
		rec.RefusePart(0, 0, dialect.Fault{Err: errTemplate})
	case !rec.OK:
	case len(text) > defang.LongestLine && m.End == int64(len(text)): // only a part of it
		rec.RefusePart(0, 0, dialect.Fault{Err: errLong})
	case r.Text.Escapes == find.EscapesNone && strings.HasPrefix(after, `\u00`):
		rec.RefusePart(0, 0, dialect.Fault{Err: errEscape})
	case !r.OnlyHost() && isCutLink(text[max(0, m.Start-contextSize):m.Start], after):
		rec.RefusePart(0, 0, dialect.Fault{Err: errSpace})
	case partialHost.MatchString(result+after) || !r.finds(dst, result, after):
		rec.RefusePart(0, 0, dialect.Fault{Err: errOther})
	default:
		r.noteHost(rec, result)
		return append(dst, result...)
	}
	if word, _, _ := strings.Cut(after, " "); strings.Contains(word, "@") { // old may end in a password
		rec.Bytes = []byte(old + word)
	}
	r.notes.Note(r.line, rec, nil)
	return append(dst, old...)
}

// answerParts returns the answer for an address, or for the part of it that the verb changes and the rest. A template
// is cut where possible.
func (r *replacer) answerParts(address []byte, isTemplate bool) (rec *engine.Record, rest string) {
	rec = r.answer(address)
	head, tail := r.cutHost(address)
	if len(tail) == 0 || rec.OK && !isTemplate {
		return rec, ""
	}
	if rec = r.answer(head); rec.OK {
		return rec, string(tail)
	}
	return r.answer(address), ""
}

// isCutLink reports whether an address between two texts ends at a space in a link of HTML.
func isCutLink(before, after string) bool {
	isQuoted := strings.HasSuffix(before, `"`) || strings.HasSuffix(before, "'") // most texts need no match
	if !isQuoted || !strings.HasPrefix(after, " ") {
		return false
	}
	before = before[strings.LastIndexByte(before, '<')+1:] // PERF: linkStart tries each byte
	return linkStart.MatchString(before) && linkEnd.MatchString(after)
}

// linkStart and linkEnd match the text around an address that ends at a space in a link of HTML.
var (
	linkStart = regexp.MustCompile(`(?i)\b(?:href|src|action)\s*=\s*["']$`)
	linkEnd   = regexp.MustCompile(`^ +[^"'<> \n][^"'<>\n]*["']`)
)

// partialHost matches a host with neither a dot nor a port before an ideographic full stop, which browsers read as a dot:
// http://例え。jp/, but not http://localhost:80。例
var partialHost = regexp.MustCompile(`^[^/]*://(?:[^/?#@]*@)?[^/?#:.。．｡]+[。．｡]\pL`)

// cutHost cuts an address after its authority if the verb changes nothing there, so that the rest need not be valid. Browsers
// write a "/" after an authority, so that with -web it cuts before the first brace of the rest.
func (r *replacer) cutHost(address []byte) (head, rest []byte) {
	_, after, _ := bytes.Cut(address, []byte("://"))
	n := bytes.IndexAny(after, "/?#")
	if n < 0 || !r.OnlyHost() {
		return address, nil
	}
	if r.Dialect == dialect.Web {
		n += max(bytes.IndexAny(after[n:], "{}"), 0)
	}
	n += len(address) - len(after)
	return address[:n], address[n:]
}

// finds reports whether a result is an address between the end of dst and the text after it.
func (r *replacer) finds(dst []byte, result, after string) bool {
	begin := max(0, len(dst)-contextSize)
	start := int64(len(dst) - begin)
	for m := range r.Text.All(append(append(dst, result...), after...)[begin:]) {
		if m.Start >= start {
			return m.Start == start && m.End == start+int64(len(result))
		}
	}
	return false
}

// escaped returns a result with the escapes of the old address.
func escaped(result, old string, escapes find.Escapes) string {
	if escapes == find.EscapesHTML {
		return html.EscapeString(result)
	}
	text := string(escape.AppendJSON(nil, []byte(result)))
	text = text[1 : len(text)-1]
	for plain, escape := range map[string]string{"/": `\/`, "&": `\u0026`} {
		if strings.Contains(old, escape) {
			text = strings.ReplaceAll(text, plain, escape)
		}
	}
	return text
}
