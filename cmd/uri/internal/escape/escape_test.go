package escape

import (
	"encoding/json"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/internal/test/kit"
)

func TestAppendJSON(t *testing.T) {
	for _, test := range kit.Cases[struct{ in, want string }]("escape.txt", "TestAppendJSON") {
		if got := string(AppendJSON(nil, []byte(test.in))); got != test.want {
			t.Errorf("%q: got %s, want %s", test.in, got, test.want)
		}
	}
}

// TestJSONIsReversible decodes the output for text with encoding/json, and checks that all other inputs have distinct
// outputs.
func TestJSONIsReversible(t *testing.T) {
	inputs := map[string]string{}
	for a := range 256 {
		for b := range 256 {
			in := string([]byte{byte(a), byte(b)})
			out := AppendJSON(nil, []byte(in))
			if other, ok := inputs[string(out)]; ok {
				t.Fatalf("%q and %q are both %s", in, other, out)
			}
			inputs[string(out)] = in
			var got string
			if err := json.Unmarshal(out, &got); err != nil || utf8.ValidString(in) && got != in {
				t.Errorf("%q: %s is read as %q, %v", in, out, got, err)
			}
		}
	}
}
