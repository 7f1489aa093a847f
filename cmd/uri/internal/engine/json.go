package engine

import "strconv"

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
