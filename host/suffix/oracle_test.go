package suffix

import (
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

// oracle is a program for Node.js. For each name, it writes the public suffix and its kind by the npm package tldts.
const oracle = `
const { parse } = require('tldts');
const names = JSON.parse(require('fs').readFileSync(0, 'utf8'));
console.log(JSON.stringify(names.map((name) => {
	const { publicSuffix, isIcann, isPrivate } = parse(name, { allowPrivateDomains: true, extractHostname: false });
	return [publicSuffix, isIcann ? 'icann' : isPrivate ? 'private' : 'unlisted'];
})));`

// TestOracle compares Of with the npm package that the list comes from. The environment variable URI_ORACLES names the
// folder that package is installed in.
func TestOracle(t *testing.T) {
	if os.Getenv("URI_ORACLES") == "" {
		t.Skip("no URI_ORACLES: run bash .ci/tables suffix")
	}
	var names []string
	neighbours(reference(), func(name string) {
		name = strings.ToLower(strings.TrimSuffix(name, "."))
		// The package takes "x" for a suffix if the list has "*.x". The algorithm of the list does not.
		if _, ok := reference().rules["*."+name]; !ok && host.IsName(name) {
			names = append(names, name)
		}
	})
	var want [][2]string
	if kit.Oracle(t, oracle, names, &want); len(want) != len(names) {
		t.Fatal(len(want))
	}
	different := 0
	for i, name := range names {
		if want[i] == [2]string{"", "unlisted"} { // an IPv4 address, such as "7.7"
			continue
		}
		suffix, kind, err := Of(name)
		if got := [2]string{suffix, kind.String()}; err != nil || got != want[i] {
			if different++; different <= 20 {
				t.Errorf("%s: %q, %v, want %q", name, got, err, want[i])
			}
		}
	}
	t.Logf("%d of %d names differ", different, len(names))
}
