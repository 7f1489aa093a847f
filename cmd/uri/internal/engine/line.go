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
	for i := range rec.Dialect.Fields {
		dst = append(appendField(dst, rec, &rec.Dialect.Fields[i]), '\t')
	}
	dst = escape.AppendText(dst, rec.Bytes)
	return append(dst, '\n')
}

// appendField appends a field that describes the fault of a record.
func appendField(dst []byte, rec *Record, field *dialect.Field) []byte {
	if field.Text == nil {
		return strconv.AppendInt(dst, int64(rec.N), 10)
	}
	return append(dst, field.Text(&rec.Fault)...)
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
