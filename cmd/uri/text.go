package main

import (
	"bytes"
	"fmt"
	"html"
	"io"
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

// prepareText returns the action of a verb with -text.
func prepareText(o *engine.Options, v *engine.Verb, args []string) (action, error) {
	o.Again = againOf(v.Name, args)
	return func(_ []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
		finder := *o.Text
		finder.AnyScheme = o.Filter.HasKey("host", "domain", "scheme")
		o.Text = &finder
		notes := engine.NewNotes(v, &o.InputFlags, stderr)
		r := replacer{Options: o, answer: o.Answerer(), notes: notes}
		c := new(copier)
		c.Command, c.AsIs, c.Quiet = v.Name, o.AsIs, o.Quiet
		file := 0
		if len(o.Refs) > 1 {
			r.notes.Place = func(unit string, n int64) string { return fmt.Sprintf("file %d: %s %d", file, unit, n) }
		}
		c.convert = func(dst io.Writer) io.WriteCloser {
			file++
			r.line, r.notes.Stderr, r.isMail, r.hasSizes = 1, c.messages, false, false
			return defang.NewWriter(dst, r.append)
		}
		status, err := c.run(o.Refs, stdin, stdout, stderr)
		if r.hasEscapes && !o.Quiet {
			others := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return strings.TrimLeft(arg, "-") == "text" })
			engine.Try(stderr, v.Name+": addresses in strings of JSON may have escapes: -text=json changes these and the others",
				againOf(v.Name, others)("-text=json"))
		}
		if r.Filter.IsOn() && !r.hasMatch && !o.Quiet {
			engine.Warn(stderr, v.Name, fmt.Sprintf("no address matches %s", &r.Filter))
		}
		r.notes.Unit, r.notes.Stderr = engine.TextUnit, stderr
		if r.hasHosts && !r.Filter.IsOn() && !o.Quiet {
			r.notes.Try(v.Name+": the addresses had several hosts: -where host=OLD changes those of one", o.Again("-where host=OLD"))
		} else if r.remains && !r.hasInvalid && !o.Quiet {
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
	near   []byte // the text around a result

	host     string // the first host that the verb has replaced
	hasHosts bool   // the verb has replaced others
	remains  bool   // the text still has the first

	hasMatch   bool // the filter takes an address
	hasInvalid bool // one of those has no result
	hasEscapes bool // the text has addresses as JSON may write them

	isMail   bool // the text is quoted-printable
	hasSizes bool // strings in the text have their lengths before them
}

// append appends lines of text to dst, with results in place of the addresses, and returns the extended slice.
func (r *replacer) append(dst []byte, text string) []byte {
	mayHaveJSON := r.Text.Escapes == find.EscapesNone && strings.Contains(text, `\/\/`) // PERF: a ":" is in more texts
	r.hasEscapes = r.hasEscapes || mayHaveJSON && strings.Contains(text, `:\/\/`)
	r.noteFormat(text)
	last, begin := int64(0), len(dst)
	dst = r.Text.AppendReplaced(dst, text, func(dst []byte, m find.Match) []byte {
		r.line += int64(strings.Count(text[last:m.Start], "\n"))
		last = m.End
		return r.appendResult(dst, m, text)
	})
	r.line += int64(strings.Count(text[last:], "\n"))
	r.remains = r.remains || r.host != "" && hasName(octet.Text(dst[begin:]), r.host)
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
	before, old := text[max(0, m.Start-beforeSize):m.Start], text[m.Start:m.End]
	after := text[m.End:min(m.End+contextSize, int64(len(text)))]
	isHTML := r.read(m, text)
	if r.Filter.IsOn() && !takesHost(&r.Filter, r.buf) {
		return append(dst, old...)
	}
	r.hasMatch = true
	address, hasBraces := octet.Text(r.buf), strings.ContainsAny(old, "{}")
	rec, rest := r.answerParts(address, hasBraces)
	result := string(rec.Result) + rest
	if rec.OK && result == address {
		return append(dst, old...)
	}
	written := result
	if isHTML {
		written = html.EscapeString(written)
	}
	if m.Decoded != nil && r.Text.Escapes == find.EscapesJSON {
		written = escaped(written, old)
	}
	err := r.reasonOf(before, old, after)
	switch {
	case hasBraces && (strings.Contains(result, "%7B") || rest == "" && !(rec.OK && r.OnlyHost())):
		err = errTemplate
	case !rec.OK:
		err, r.hasInvalid = nil, true
	case err != nil && !r.keepsEnd(address, result):
	case len(text) > defang.LongestLine && m.End == int64(len(text)): // only a part of it
		err = errLong
	case r.hasSizes && len(written) != len(old):
		err = errLength
	case !r.finds(dst, written, after):
		err = errOther
	default:
		r.noteHost(rec, result)
		return append(dst, written...)
	}
	if err != nil {
		rec.RefusePart(0, 0, dialect.Fault{Err: err})
	}
	if word, _, _ := strings.Cut(after, " "); strings.Contains(word, "@") { // old may end in a password
		rec.Bytes = []byte(old + word)
	}
	r.notes.Note(r.line, rec, nil)
	return append(dst, old...)
}

// read sets r.buf to an address in text without its escapes, and reports whether these are of HTML.
func (r *replacer) read(m find.Match, text string) (isHTML bool) {
	r.buf = m.AppendAddress(r.buf[:0], text)
	if r.Text.Escapes == find.EscapesHTML {
		return m.Decoded != nil
	}
	if isHTML = bytes.Contains(r.buf, []byte("&amp;")); isHTML { // as HTML, XML and Markdown write "&"
		r.buf = bytes.ReplaceAll(r.buf, []byte("&amp;"), []byte("&"))
	}
	return isHTML
}

// answerParts returns the answer for an address or, if the verb changes nothing after the authority of a template or of an
// invalid address, the answer for what is before it and the rest, which need not be valid.
func (r *replacer) answerParts(address string, isTemplate bool) (rec *engine.Record, rest string) {
	rec = r.answer(r.buf)
	_, tail := cutAuthority(address)
	if tail == "" || rec.OK && !isTemplate || !r.OnlyHost() {
		return rec, ""
	}
	if r.Dialect == dialect.Web { // browsers write a "/" after the authority
		if tail = tail[octet.Next(tail, 0, "{}"):]; tail == "" {
			return rec, ""
		}
	}
	if rec = r.answer(r.buf[:len(address)-len(tail)]); rec.OK {
		return rec, tail
	}
	return r.answer(r.buf), ""
}

// escaped returns a result with the escapes of JSON that the old address has.
func escaped(result, old string) string {
	text := string(escape.AppendJSON(nil, []byte(result)))
	text = text[1 : len(text)-1]
	for plain, escape := range map[string]string{"/": `\/`, "&": `\u0026`} {
		if strings.Contains(old, escape) {
			text = strings.ReplaceAll(text, plain, escape)
		}
	}
	return text
}
