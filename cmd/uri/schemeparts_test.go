package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// schemePartsTests have the JSON of scheme_parts, or "" for an input without parts, and the exit status.
var schemePartsTests = []struct {
	source, args, in, want string
	status                 int
}{
	{"https://github.com/assistant-ui/assistant-ui/issues/7217", "", "data:;base64,SGVsbG8=",
		`{"kind":"data","media_type":"text/plain;charset=US-ASCII","base64":true,"length":5,"body":"Hello"}`, 0},
	{"own", "", "data:text/html,<b>\xff", `{"kind":"data","media_type":"text/html","base64":false,"length":6,"body":"<b>\ufffd"}`, 1},
	{"own", "", "data:a", "", 0},
	{"RFC 8141, section 1.2.2", "", "urn:example:foo-bar-baz-qux?+CCResolve:cc=uk?=a#s",
		`{"kind":"urn","nid":"example","nss":"foo-bar-baz-qux","r_component":"CCResolve:cc=uk","q_component":"a","f_component":"s"}`, 0},
	{"RFC 8141, section 2.3.2", "", "URN:a-b:c/d?=x?+y",
		`{"kind":"urn","nid":"a-b","nss":"c/d","r_component":null,"q_component":"x?+y","f_component":null}`, 0},
	{"own", "", "urn:a:b", "", 0},
	{"own", "", "urn:ab:c?d", "", 0},
	{"own", "", "urn:ab:c?=?d", "", 0}, // a q-component begins with a pchar
	{"https://github.com/loopbackio/loopback-connector-mongodb/issues/664", "", "mongodb://u:pw@a:1,b:2/x?y=1&y=2",
		`{"kind":"hosts","prefix":null,"scheme":"mongodb","user":"u","password":"pw","hosts":[{"host":"a","port":1},{"host":"b","port":2}],` +
			`"path":"/x","params":{"y":["1","2"]}}`, 1},
	{"https://github.com/microsoft/mssql-jdbc/issues/1188", "", "jdbc:sqlserver://h:1433;databaseName=x",
		`{"kind":"hosts","prefix":"jdbc:","scheme":"sqlserver","user":null,"password":null,"hosts":[{"host":"h","port":1433}],` +
			`"path":"","params":{"databaseName":["x"]}}`, 0},
	{"https://github.com/apache/kafka/pull/9701", "", "SASL_PLAINTEXT://localhost",
		`{"kind":"hosts","prefix":null,"scheme":"SASL_PLAINTEXT","user":null,"password":null,"hosts":[{"host":"localhost","port":null}],` +
			`"path":"","params":{}}`, 1},
	{"own", "", "https://a,b/", "", 0},
	{"own", "", "a_b/c", "", 0},
	{"https://github.com/npm/hosted-git-info/issues/60", "", "git+ssh://git@git.example.com:RND/a#2.0.1",
		`{"kind":"git","repository":"ssh://git@git.example.com/RND/a","directory":null,"reference":"2.0.1","key":"git.example.com/RND/a"}`, 1},
	{"https://github.com/XpiritBV/Xpirit-Vsts-Release-Terraform/issues/26", "", "git::https://h/eg/_git/eg//a?ref=master",
		`{"kind":"git","repository":"https://h/eg/_git/eg","directory":"a","reference":"master","key":"h/eg/_git/eg"}`, 0},
	{"the issue", "", "h:o/r.git", "", 0},
	{"the issue", "-git", "h:o/r.git", `{"kind":"git","repository":"ssh://h/o/r.git","directory":null,"reference":null,"key":"h/o/r"}`, 0},
	{"own", "", "git@h:o/r", `{"kind":"git","repository":"ssh://git@h/o/r","directory":null,"reference":null,"key":"h/o/r"}`, 1},
	{"own", "", "[h:22]:r", `{"kind":"git","repository":"ssh://h:22/r","directory":null,"reference":null,"key":"h/r"}`, 1},
	{"own", "", "https://h/o/r.git?a", `{"kind":"git","repository":"https://h/o/r.git?a","directory":null,"reference":null,"key":"h/o/r"}`, 0},
	{"own", "", "https://h/o/r?x=.git", "", 0},
	{"own", "-git", "a/b", "", 0},
	{"own", "", "mailto:joe@h", "", 0},
	{"own", "", "root:S@tcp(h:1)/db", "", 0},
	{"https://github.com/awslabs/genai-idp-terraform/issues/220", "", "s3://b/E&J 0224 INV# X.pdf",
		`{"kind":"object","store":"s3","account":null,"bucket":"b","key":"E&J 0224 INV# X.pdf","url":"s3://b/E&J 0224 INV# X.pdf",` +
			`"https":"https://b.s3.amazonaws.com/E%26J%200224%20INV%23%20X.pdf"}`, 1},
	{"own", "", "az://c/k", `{"kind":"object","store":"az","account":null,"bucket":"c","key":"k","url":"az://c/k","https":null}`, 0},
	{"own", "", "https://a.blob.core.windows.net/c/k?sig=x", `{"kind":"object","store":"az","account":"a","bucket":"c","key":"k",` +
		`"url":"abfss://c@a.dfs.core.windows.net/k","https":"https://a.blob.core.windows.net/c/k"}`, 0},
	{"own", "-iri", "s3://b/ö", `{"kind":"object","store":"s3","account":null,"bucket":"b","key":"ö","url":"s3://b/ö","https":"https://b.s3.amazonaws.com/%C3%B6"}`, 0},
	{"own", "", "https://example.com/a?b#c", "", 0},
	{"own", "", "", "", 0},
	{"own", "", ":", "", 1},
}

func TestSchemeParts(t *testing.T) {
	for _, test := range schemePartsTests {
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

func TestExplainSchemeParts(t *testing.T) {
	for _, test := range []struct {
		args, in, want string
		status         int
	}{
		{"", "data:text/html;base64,PGI+", `data URL
    media type    text/html
    base64        yes
    length        3 bytes
`, 0},
		{"", "mongodb://u:hunter2@a:1,b:2/?password=hunter2&x=y", `list of hosts
    scheme        mongodb
    user          u
    password      xxxxx
    host          a:1
    host          b:2
    path          /
    parameter     password=xxxxx
    parameter     x=y
`, 1},
		{"", "git+https://u:hunter2@h/o/r.git#v1", `git remote
    repository    https://u:xxxxx@h/o/r.git
    reference     v1
    key           h/o/r
`, 0},
		{"-git", "h:o/r.git", `git remote
    repository    ssh://h/o/r.git
    key           h/o/r
`, 0},
		{"", "s3://b/a key", `object of a store
    store         s3
    bucket        b
    key           a key
    url           s3://b/a key
    https         https://b.s3.amazonaws.com/a%20key
`, 1},
		{"", "urn:isbn:0451450523?=q", `URN (RFC 8141)
    nid           isbn
    nss           0451450523
    q component   q
`, 0},
	} {
		r := runCommand(append(strings.Fields("explain "+test.args), "--", test.in), "")
		if !strings.HasSuffix(r.stdout, "\n"+test.want) || r.status != test.status {
			t.Errorf("%q: status %d\n%s\nwant at the end\n%s", test.in, r.status, r.stdout, test.want)
		}
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
