package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urispan/uri/internal/test/kit"
)

// TestSchemeParts: a case has the JSON of scheme_parts, or "" for an input without parts, and the exit status.
func TestSchemeParts(t *testing.T) {
	for _, test := range kit.Cases[struct {
		source, args, in, want string
		status                 int
	}]("schemeparts.txt", "TestSchemeParts") {
		args := append(strings.Fields("split -json "+test.args), "--", test.in)
		r := runCommand(args, "")
		var got struct {
			OK    bool
			Parts json.RawMessage `json:"scheme_parts"`
		}
		if err := json.Unmarshal([]byte(r.stdout), &got); err != nil || r.status != test.status || got.OK != (test.status == 0) {
			t.Errorf("%s: %q: status %d, %v, %s", test.source, test.in, r.status, err, r.stdout)
		}
		var a, b any
		json.Unmarshal(got.Parts, &a)
		json.Unmarshal([]byte(test.want), &b)
		if fmt.Sprint(a) != fmt.Sprint(b) || test.want == "" && strings.Contains(r.stdout, "scheme_parts") {
			t.Errorf("%s: %q:\n got %s\nwant %s", test.source, test.in, got.Parts, test.want)
		}
	}
}

// TestGitRemotes: with -git the keys are those of the repository, and without it standard error names -git.
func TestGitRemotes(t *testing.T) {
	const inputs = "git@h.example:o/r.git\ns3://b/k\nhttps://h.example/o/r\n"
	fault := "uri: line 1: colon in first segment at byte 13: the text before it is not a scheme: git@h.example:o/r.git\n" +
		"uri: 1 of 3 lines is written USER@HOST:PATH, as git remotes are, which is no URI: uri split -git reads it"
	for _, test := range []struct {
		args           []string
		status         int
		stdout, stderr string
	}{
		{[]string{"split", "-git", "-field", "host,path"}, 0, "h.example\t/o/r.git\nb\t/k\nh.example\t/o/r\n", ""},
		{[]string{"split", "-field", "host,path"}, 1, "\nb\t/k\nh.example\t/o/r\n", fault + "; try:\nuri split -field host,path -git < FILE\n"},
		{[]string{"normalize"}, 1, "s3://b/k\nhttps://h.example/o/r\n", fault + "\n"},
		{[]string{"split", "-git", "-format", "{{with .scheme_parts}}{{.repository}}{{end}}"}, 0,
			"ssh://git@h.example/o/r.git\ns3://b/k\nhttps://h.example/o/r\n", ""},
		{[]string{"split", "-format", "{{with .scheme_parts}}{{.repository}}{{.key}}{{range .hosts}}x{{end}}{{end}}"}, 1,
			"ssh://git@h.example/o/r.gith.example/o/r\nk\n\n", fault + "; try:\nuri split -format VALUE -git < FILE\n"},
	} {
		r := runCommand(test.args, inputs)
		if r.status != test.status || r.stdout != test.stdout || r.stderr != test.stderr {
			t.Errorf("%q: status %d, %q, %q", test.args, r.status, r.stdout, r.stderr)
		}
	}
}

// TestHostLists: a message about a list of hosts has no name of Go.
func TestHostLists(t *testing.T) {
	const fault = "uri: line 1: list of hosts at byte 17: a URI has one host; uri split -json reads a list, and sed changes it: mongodb://u:xxxxx@a:1,b:2/d\n"
	for _, test := range []struct{ args, in, stderr string }{
		{"set host=x", "mongodb://u:p@a:1,b:2/d\n", fault},
		{"set -text host=x", "mongodb://u:p@a:1,b:2/d\n", fault},
	} {
		if r := runCommand(strings.Fields(test.args), test.in); r.stderr != test.stderr {
			t.Errorf("%s: %q, want %q", test.args, r.stderr, test.stderr)
		}
	}
}

func TestSchemePartsInTemplates(t *testing.T) {
	const inputs = "s3://b/k\nx\nSASL_SSL://a,b\n%\n"
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"-field", "host,scheme_parts"}, "b\t" +
			`{"kind":"object","store":"s3","account":null,"bucket":"b","key":"k","url":"s3://b/k","https":"https://b.s3.amazonaws.com/k"}` +
			"\n\t\n\t" + `{"kind":"hosts","prefix":null,"scheme":"SASL_SSL","user":null,"password":null,` +
			`"hosts":[{"host":"a","port":null},{"host":"b","port":null}],"path":"","params":{}}` + "\n\t\n"},
		{[]string{"-format", "{{with .scheme_parts}}{{.kind}}{{end}}"}, "object\n\nhosts\n\n"},
	} {
		r := runCommand(append([]string{"split"}, test.args...), inputs)
		if r.stdout != test.want {
			t.Errorf("%q: %q, want %q", test.args, r.stdout, test.want)
		}
	}
	r := runCommand([]string{"split", "-json", "-field", "scheme_parts"}, inputs)
	for i, line := range strings.Split(strings.TrimSuffix(r.stdout, "\n"), "\n") {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Errorf("line %d: %v: %s", i+1, err, line)
		}
		if _, ok := object["scheme_parts"]; ok != (i < 3) { // an invalid line has it only with a value
			t.Errorf("line %d: %s", i+1, line)
		}
	}
	if r := runCommand([]string{"split", "-git", "-web", "http://h"}, ""); r.status != 2 || !strings.Contains(r.stderr, "-git does not work with -web") {
		t.Errorf("-git -web: status %d, %s", r.status, r.stderr)
	}
}

// TestExplainHidesSecrets explains addresses with random passwords.
func TestExplainHidesSecrets(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 100 {
		secret := "Q7"
		for range r.IntN(8) {
			secret += string("aZ0-._~!$'()*+,:"[r.IntN(16)])
		}
		secret += "Q7"
		var lines strings.Builder
		for _, frame := range []string{
			"mongodb://u:%s@a:1,b:2/db", "jdbc:mysql://u:%s@a,b/c", "jdbc:oracle:thin:scott/%s@h:1521:x", "git+ssh://u:%s@h:o/r.git",
			"git::https://u:%s@h/o/r//d?ref=v", "https://u:%s@h/o/r.git", "SASL_SSL://u:%s@a:1,b", "https://u:%s@b.s3.amazonaws.com/k",
		} {
			fmt.Fprintf(&lines, frame+"\n", secret)
		}
		if out := runCommand([]string{"explain"}, lines.String()); strings.Contains(out.stdout+out.stderr, secret) {
			t.Fatalf("%s\nprints\n%s%s", lines.String(), out.stdout, out.stderr)
		}
	}
}

// A result is the result of the command.
type result struct {
	status         int
	stdout, stderr string
}

func runCommand(args []string, stdin string) (r result) {
	r.status, r.stdout, r.stderr = runWith(stdin, args...)
	return r
}
