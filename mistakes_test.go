package uri

import (
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestMistakes has the mistakes that people make most often, and the messages for them: the place, the fault and, if it
// is known, the correction. An empty text means that the input is a URI, which is surprising in a few cases. The
// messages were written before the code printed them. Errors show nothing of an authority, which may have a password:
// the command shows it if that is certain, and adds a hint (TestHints in cmd/uri).
func TestMistakes(t *testing.T) {
	for _, test := range kit.Cases[struct{ in, text string }]("mistakes.txt", "TestMistakes") {
		_, err := ParseURI(test.in)
		text := ""
		if err != nil {
			text = err.Error()
		}
		if text != test.text {
			t.Errorf("%q\n got %s\nwant %s", test.in, text, test.text)
		}
	}
}
