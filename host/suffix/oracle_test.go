package suffix

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
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
	dir := os.Getenv("URI_ORACLES")
	if dir == "" {
		t.Skip("no URI_ORACLES: run bash .ci/tables suffix")
	}
	node, err := exec.LookPath("node")
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	neighbours(reference(), func(name string) {
		name = strings.ToLower(strings.TrimSuffix(name, "."))
		// The package takes "x" for a suffix if the list has "*.x". The algorithm of the list does not.
		if _, ok := reference().rules["*."+name]; !ok && host.IsName(name) {
			names = append(names, name)
		}
	})
	stdin, err := json.Marshal(names)
	if err != nil {
		t.Fatal(err)
	}
	cmd := kit.Command(t, node, "-e", oracle)
	cmd.Dir, cmd.Stdin, cmd.Stderr = dir, bytes.NewReader(stdin), os.Stderr
	stdout, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	var want [][2]string
	if err := json.Unmarshal(stdout, &want); err != nil || len(want) != len(names) {
		t.Fatal(len(want), err)
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
