package engine

import (
	"bytes"
	"strconv"

	"github.com/urispan/uri/cmd/uri/internal/escape"
)

// AppendPart appends key, which is the text before the value, and s[lo:hi] as a JSON string, or null if not ok. The bytes
// s are those of a valid reference, in which nothing needs escaping; for IRIs see escapesSeparators.
func AppendPart(dst []byte, key string, s []byte, lo, hi int, ok bool) []byte {
	dst = append(dst, key...)
	if !ok {
		return append(dst, "null"...)
	}
	dst = append(dst, '"')
	dst = append(dst, s[lo:hi]...)
	return append(dst, '"')
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

// AppendValid appends the beginning of the object for a valid input, which is the same for all verbs. The object stays
// open.
func AppendValid(dst []byte, rec *Record) []byte {
	dst = AppendPart(dst, `{"input":`, rec.Bytes, 0, len(rec.Bytes), true)
	return append(dst, `,"ok":true`...)
}

// AppendInvalid appends the object for an invalid input, which is the same for all verbs but explain.
func AppendInvalid(dst []byte, rec *Record) []byte {
	dst = append(dst, `{"input":`...)
	dst = escape.AppendJSON(dst, rec.Bytes)
	dst = append(dst, `,"ok":false,"offset":`...)
	dst = strconv.AppendInt(dst, int64(rec.N), 10)
	dst = append(dst, `,"component":"`...)
	dst = append(dst, rec.Component.String()...)
	dst = append(dst, `","reason":`...)
	dst = escape.AppendJSON(dst, []byte(rec.Reason))
	return append(dst, "}\n"...)
}

// OutputJSON appends the object of the verbs whose result is called output.
func OutputJSON(dst []byte, rec *Record) []byte {
	if !rec.OK {
		return AppendInvalid(dst, rec)
	}
	dst = AppendValid(dst, rec)
	dst = AppendPart(dst, `,"output":`, rec.Result, 0, len(rec.Result), true)
	return append(dst, "}\n"...)
}

// escapesSeparators returns the format f with U+2028 and U+2029 escaped. No other character of a valid IRI needs escaping
// in JSON, and these occur only in strings. So the whole line is escaped afterwards, at no cost for URIs.
func escapesSeparators(f Format) Format {
	return func(dst []byte, rec *Record) []byte {
		size := len(dst)
		dst = f(dst, rec)
		size = min(size, len(dst)) // less is left if f drained some
		if !hasSeparator(dst[size:]) {
			return dst
		}
		line := bytes.ReplaceAll(dst[size:], []byte("\u2028"), []byte(`\u2028`))
		return append(dst[:size], bytes.ReplaceAll(line, []byte("\u2029"), []byte(`\u2029`))...)
	}
}

func hasSeparator(line []byte) bool {
	return bytes.Contains(line, []byte("\u2028")) || bytes.Contains(line, []byte("\u2029"))
}
