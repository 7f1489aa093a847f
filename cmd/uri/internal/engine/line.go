package engine

import (
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// AppendInvalidLine appends the tab-separated line for an invalid input, which is the same for all verbs.
func AppendInvalidLine(dst []byte, rec *Record) []byte {
	dst = append(dst, "invalid\t"...)
	for _, field := range rec.Dialect.Fields {
		if field.Text == nil {
			dst = strconv.AppendInt(dst, int64(rec.N), 10)
		} else {
			dst = append(dst, field.Text(&rec.Fault)...)
		}
		dst = append(dst, '\t')
	}
	dst = escape.AppendText(dst, rec.Bytes)
	return append(dst, '\n')
}

// ResultLine appends the tab-separated line of the verbs that have a result.
func ResultLine(dst []byte, rec *Record) []byte {
	if !rec.OK {
		return AppendInvalidLine(dst, rec)
	}
	dst = append(dst, "ok\t"...)
	dst = rec.Dialect.AppendText(dst, rec.Result)
	return append(dst, '\n')
}
