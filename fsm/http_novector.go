//go:build !(amd64 || arm64) || purego

package fsm

// scanOrigin is ScanOrigin for a string or a []byte.
func scanOrigin(input any, r *Ranges) (n int, ok bool) {
	if s, ok := input.(string); ok {
		return scanOriginPortable(s, r)
	}
	return scanOriginPortable(input.([]byte), r)
}
