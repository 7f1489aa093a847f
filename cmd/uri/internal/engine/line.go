package engine

import (
	"strconv"

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
	for i := range d.Fields {
		dst = append(appendField(dst, n, f, &d.Fields[i]), '\t')
	}
	return append(escape.AppendText(dst, text), '\n')
}

// appendField appends a field that describes the fault f at the offset n.
func appendField(dst []byte, n int, f *dialect.Fault, field *dialect.Field) []byte {
	if field.Text == nil {
		return strconv.AppendInt(dst, int64(n), 10)
	}
	return append(dst, field.Text(f)...)
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
