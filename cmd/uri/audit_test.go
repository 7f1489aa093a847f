package main

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/test/kit"
)

// auditOf returns the hazards in the output of -json, each with its part of the input.
func auditOf(t *testing.T, args ...string) (found []string) {
	t.Helper()
	status, line, stderr := runWith("", append([]string{"check", "-audit", "-json"}, args...)...)
	var object struct {
		Input   string
		Hazards []struct {
			Hazard, Text string
			Range        [2]int
		}
	}
	if err := json.Unmarshal([]byte(line), &object); err != nil || status != engine.ExitValid || stderr != "" {
		t.Fatalf("%q: status %d, %s%s, %v", args, status, line, stderr, err)
	}
	for _, h := range object.Hazards {
		if h.Text == "" {
			t.Errorf("%q: no text for %s", args, h.Hazard)
		}
		found = append(found, h.Hazard+"="+object.Input[h.Range[0]:h.Range[1]])
	}
	slices.Sort(found)
	return found
}

func TestAudit(t *testing.T) {
	for _, test := range kit.Cases[struct {
		in   string
		want []string
	}]("audit.txt", "TestAudit") {
		if diff := cmp.Diff(test.want, auditOf(t, test.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.in, diff)
		}
		if diff := cmp.Diff(test.want, auditOf(t, "-iri", test.in)); diff != "" {
			t.Errorf("-iri %s (-want +got):\n%s", test.in, diff)
		}
	}
}

// TestAuditIRI: an IRI has the hazards of its URI, with ranges in the IRI.
func TestAuditIRI(t *testing.T) {
	got := auditOf(t, "-iri", "http://jö@r\u00e9sum\u00e9.example:0/é/%00é/%0a?é=1&é")
	for _, want := range []string{"userinfo=jö", "port 0=0", "encoded NUL=%00", "encoded LF=%0a", "repeated key=é"} {
		if !slices.Contains(got, want) {
			t.Errorf("no %s in %q", want, got)
		}
	}
}

// The "а" is Cyrillic (U+0430).
func TestAuditLookalikes(t *testing.T) {
	for _, test := range kit.Cases[struct {
		want string
		args []string
	}]("audit.txt", "TestAuditLookalikes") {
		if got := auditOf(t, test.args...); !slices.Contains(got, test.want) {
			t.Errorf("%q: no %s in %q", test.args, test.want, got)
		}
	}
}

// mostFindings is the greatest number of findings of one hazard, according to the help text.
const mostFindings = 10

// TestAuditBounded: the number of findings does not grow with an input that is full of hazards.
func TestAuditBounded(t *testing.T) {
	for _, in := range []string{"/" + strings.Repeat("%2F", 10000), "//" + strings.Repeat("xn--pple-43d.", 1000)} {
		if got := auditOf(t, in); len(got) < mostFindings || len(got) > 3*mostFindings {
			t.Errorf("%.20q: %d findings", in, len(got))
		}
	}
}

// TestAuditLongHost: a host that is too long to be compared is reported, and shorter hosts are compared.
func TestAuditLongHost(t *testing.T) {
	_, formats := helpPage("check")
	if !strings.Contains(formats, strconv.Itoa(maxCompared)+" bytes") {
		t.Errorf("the usage text does not say %d", maxCompared)
	}
	for size, want := range map[int]bool{maxCompared: false, maxCompared + 1: true} {
		_, got, _ := runWith("//"+strings.Repeat("a", size), "check", "-audit")
		if strings.Contains(got, "lookalike unknown") != want {
			t.Errorf("%d bytes: %s", size, got[len(got)-40:])
		}
	}
}

func TestAuditLines(t *testing.T) {
	_, got, _ := runWith("", "check", "-audit", "http://a@b/%2f%2f", "/", "%")
	const want = "warn\t\t\t\thttp://a@b/%2f%2f\tuserinfo, encoded slash, differs in net/url\n" +
		"ok\t\t\t\t/\t\n" + "invalid\t1\tpath\tbad percent-encoding\t%\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

func TestAuditPicture(t *testing.T) {
	t.Setenv("COLUMNS", "60")
	_, got, _ := runWith("", "check", "-audit", "-picture=always", "http://joe:pw@example.com/")
	const want = `warn     http://joe:xxxxx@example.com/
                ~~~~~~~~~
         userinfo at byte 7: It has a userinfo before the @,
         which can hold a password or pose as the host.
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	_, got, _ = runWith("", "check", "-audit", "-picture=always", "http://joe@example.com/"+strings.Repeat("a", 100)+"//")
	if !strings.Contains(got, "double slash at byte 123: ") {
		t.Errorf("%s", got)
	}
}
