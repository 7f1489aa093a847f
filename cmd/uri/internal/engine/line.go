package engine

import (
	"bytes"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// AppendInvalidLine appends the tab-separated line for an invalid input, which is the same for all verbs.
func AppendInvalidLine(dst []byte, rec *Record) []byte {
	return appendFault(append(dst, "invalid\t"...), rec)
}

// appendFault appends the columns that describe the fault of a record, the record, and a newline.
func appendFault(dst []byte, rec *Record) []byte {
	return AppendFaultOf(dst, rec.Dialect, rec.N, &rec.Fault, rec.Bytes)
}

// AppendFaultOf appends the columns that describe the fault f at the offset n of text, the text, and a newline.
func AppendFaultOf(dst []byte, d *dialect.Dialect, n int, f *dialect.Fault, text []byte) []byte {
	for _, field := range d.Fields {
		if field.Text == nil {
			dst = strconv.AppendInt(dst, int64(n), 10)
		} else {
			dst = append(dst, field.Text(f)...)
		}
		dst = append(dst, '\t')
	}
	return append(escape.AppendText(dst, text), '\n')
}

// ResultLine appends the tab-separated line of verbs with a result.
func ResultLine(dst []byte, rec *Record) []byte {
	if !rec.OK {
		return AppendInvalidLine(dst, rec)
	}
	dst = append(dst, "ok\t"...)
	dst = rec.Dialect.AppendPart(dst, rec.Result)
	return append(dst, '\n')
}

// isBare reports whether the answers in the formats f are only results.
func (o *Options) isBare(f *Formats) bool {
	return f.Bare && !o.json && !o.tsv && o.template == nil && len(o.fields) == 0 && o.picture != "always"
}

// end returns the byte that ends a bare result: the one that ends records.
func (o *Options) end() byte {
	if o.NUL {
		return 0
	}
	return '\n'
}

// appendBare appends the result alone or, for an invalid record, the text that -invalid chooses.
func (o *Options) appendBare(dst []byte, rec *Record) []byte {
	switch {
	case rec.OK:
		dst = append(dst, rec.Result...)
	case o.invalid == "mark":
		dst = bytes.TrimSuffix(AppendInvalidLine(dst, rec), []byte("\n"))
	}
	return append(dst, o.end())
}

// writeHeader writes the line of -header.
func (j *Job) writeHeader() error {
	if !j.header {
		return nil
	}
	var names []string
	for _, name := range j.fields {
		names = append(names, string(escape.AppendText(nil, []byte(name))))
	}
	if len(names) == 0 {
		names = slices.Clone(j.Columns)
		if j.work.Column != "" {
			names = append(names, j.work.Column)
		}
	}
	_, err := io.WriteString(j.stdout, strings.Join(names, "\t")+"\n")
	return err
}

// AppendRange appends key, which is the text before the value, and the range as an array [lo,hi], or null if not ok.
func AppendRange(dst []byte, key string, lo, hi int, ok bool) []byte {
	dst = append(dst, key...)
	if !ok {
		return append(dst, "null"...)
	}
	dst = append(dst, '[')
	dst = strconv.AppendInt(dst, int64(lo), 10)
	dst = append(dst, ',')
	dst = strconv.AppendInt(dst, int64(hi), 10)
	return append(dst, ']')
}

// AppendList appends an array of what item appends for each element of list.
func AppendList[T any](dst []byte, list []T, item func(dst []byte, x T) []byte) []byte {
	dst = append(dst, '[')
	for i, x := range list {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = item(dst, x)
	}
	return append(dst, ']')
}
