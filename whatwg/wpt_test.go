package whatwg_test

import (
	"testing"

	"golang.org/x/text/encoding/htmlindex"

	"github.com/urispan/uri/internal/test"
	"github.com/urispan/uri/whatwg"
)

// wptFile returns a file of the web platform tests that has n cases. Its tests are skipped if the data is not beside
// the repository.
func wptFile(name string, n int) *test.File {
	return &test.File{Path: "../../shared/wpt/" + name, Cases: n, Check: checkURL}
}

func TestWPTParse(t *testing.T) {
	wptFile("urltestdata.json", 891).TestURLs(t)
	wptFile("urltestdata-javascript-only.json", 1).TestURLs(t)
}

func TestWPTSetters(t *testing.T) { wptFile("setters_tests.json", 278).TestSetters(t) }

func TestWPTToASCII(t *testing.T) { wptFile("toascii.json", 87).TestToASCII(t) }

func TestWPTPercentEncoding(t *testing.T) {
	wptFile("percent-encoding.json", 7).TestEncodings(t, 16, func(label string) whatwg.Parser {
		enc, err := htmlindex.Get(label)
		if err != nil {
			t.Fatalf("%s: %v", label, err)
		}
		return whatwg.Parser{Encoding: enc}
	})
}
