package dialect

import (
	"bytes"
	"strings"
	"testing"

	"github.com/urispan/uri/fsm"
)

// TestHintsEncode: the hint for an illegal byte in a path has its percent-encoding.
func TestHintsEncode(t *testing.T) {
	for b := range 256 {
		in := []byte{'/', byte(b)}
		rec := fsm.Record{Bytes: in}
		if rec.N, rec.OK = fsm.Scan(in, &rec.Ranges); rec.OK {
			continue
		}
		fault := URI.Explain(&rec)
		fault.Shown = true
		hint := URI.Hint(in, rec.N, &fault)
		encoded := percentEncoded(in[1:])
		if bytes.ContainsAny(in[1:], "%\r\x00") || b >= 0x80 {
			encoded = "" // these have other hints
		}
		if hint == "" || !strings.Contains(hint, encoded) {
			t.Errorf("%q: hint %q", in, hint)
		}
	}
}
