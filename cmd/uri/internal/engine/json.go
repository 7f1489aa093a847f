package engine

import (
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/escape"
)

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

// AppendValid appends the beginning of the object for a valid input, which all verbs share. The caller closes the
// object.
func AppendValid(dst []byte, rec *Record) []byte {
	dst = rec.Dialect.AppendJSON(append(dst, `{"input":`...), rec.Bytes)
	return append(dst, `,"ok":true`...)
}

// AppendInvalid appends the object for an invalid input, which is the same for all verbs but explain.
func AppendInvalid(dst []byte, rec *Record) []byte {
	dst = append(dst, `{"input":`...)
	dst = escape.AppendJSON(dst, rec.Bytes)
	dst = append(dst, `,"ok":false`...)
	for _, field := range rec.Dialect.Fields {
		dst = append(append(append(dst, `,"`...), field.Key...), `":`...)
		if field.Text == nil {
			dst = strconv.AppendInt(dst, int64(rec.N), 10)
		} else {
			dst = escape.AppendJSON(dst, []byte(field.Text(&rec.Fault)))
		}
	}
	return append(dst, "}\n"...)
}
