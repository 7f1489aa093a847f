package whatwg_test

import (
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// oracle is a program for Node.js. For each input and base URL, it writes what the npm package whatwg-url finds.
const oracle = `
const { parseURL, parseURLWithValidationErrors, serializeURL } = require('whatwg-url');
const inputs = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(inputs.map(([input, base]) => {
	const baseURL = base === '' ? null : parseURL(base);
	const { url, validationErrors } = parseURLWithValidationErrors(input, baseURL === null ? {} : { baseURL });
	return { href: url ? serializeURL(url) : '', errors: validationErrors };
})));`

// TestOracle compares hrefs and validation errors with those of the npm package whatwg-url: for examples, for random
// inputs and for each character in a host, except in planes that are empty or private. The environment variable
// URI_ORACLES names the folder that package is installed in, with a package tr46 that has the version of Unicode of
// package idna.
func TestOracle(t *testing.T) {
	if os.Getenv("URI_ORACLES") == "" {
		t.Skip("no URI_ORACLES: run bash .ci/tables whatwg")
	}
	var inputs [][2]string
	add := func(input, base string) {
		if utf8.ValidString(input) && utf8.ValidString(base) && (base == "" || whatwg.CanParse(base)) {
			inputs = append(inputs, [2]string{input, base})
		}
	}
	for _, test := range validateTests {
		add(test.input, test.base)
	}
	random := kit.Random(t)
	for range 100_000 {
		add(randomInput(random), randomInput(random))
	}
	for r := range utf8.MaxRune + 1 {
		if isPrivate := 0xf0000 <= r; utf8.ValidRune(r) && (r < 0x40000 || 0xe0000 <= r && !isPrivate) {
			add("https://a"+string(r)+"b/", "")
		}
	}
	var want []struct {
		Href   string   `json:"href"`
		Errors []string `json:"errors"`
	}
	if kit.Oracle(t, oracle, inputs, &want); len(want) != len(inputs) {
		t.Fatal(len(want))
	}
	different := 0
	for i, x := range inputs {
		base, _ := whatwg.Parse(x[1])
		found, _ := whatwg.Validate(base, x[0])
		u, _ := base.Parse(x[0])
		var errors []string
		for _, e := range found {
			errors = append(errors, e.Code.String())
		}
		if u.Href() != want[i].Href || strings.Join(errors, " ") != strings.Join(want[i].Errors, " ") {
			if different++; different <= 20 {
				t.Errorf("%+q against %+q: %q %v, want %q %v", x[0], x[1], u.Href(), errors, want[i].Href, want[i].Errors)
			}
		}
	}
	t.Logf("%d of %d inputs differ", different, len(inputs))
}
