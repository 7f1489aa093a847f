package whatwg_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/whatwg"
)

// validateTests are the examples of the table of validation errors (section 1.1), in their order, and further cases
// that follow from the steps named beside them. The errors are given by their names and ranges. If fails is set, the
// last one is the failure.
var validateTests = kit.Cases[struct {
	input, base string
	fails       bool
	want        string
}]("validate.txt", "validateTests")

func TestValidate(t *testing.T) {
	seen := map[whatwg.Code]bool{}
	for _, test := range validateTests {
		var base whatwg.URL
		if test.base != "" {
			base = whatwg.MustParse(test.base)
		}
		found, err := whatwg.Validate(base, test.input)
		var list []string
		for _, e := range found {
			seen[e.Code] = true
			list = append(list, fmt.Sprintf("%v %d-%d", e.Code, e.Offset, e.End))
		}
		if diff := cmp.Diff(test.want, strings.Join(list, ", ")); diff != "" || (err != nil) != test.fails {
			t.Errorf("%q: %v, want failure %t, -want +got:\n%s", test.input, err, test.fails, diff)
		}
		checkValidate(t, base, test.input)
	}
	for c := whatwg.Code(1); c < whatwg.CodeTooLong; c++ {
		if !seen[c] {
			t.Errorf("no case has %v", c)
		}
	}
}

// checkValidate checks that Validate and Parse agree.
func checkValidate(t *testing.T, base whatwg.URL, input string) {
	t.Helper()
	found, err := whatwg.Validate(base, input)
	_, parseErr := base.Parse(input)
	if fmt.Sprint(err) != fmt.Sprint(parseErr) {
		t.Errorf("%q: %v, but Parse says %v", input, err, parseErr)
	}
	for _, e := range found {
		if e.Offset < 0 || e.End < e.Offset || len(input) < e.End {
			t.Errorf("%q: %v at %d to %d", input, e.Code, e.Offset, e.End)
		}
	}
	var failure *whatwg.Error
	if errors.As(err, &failure) {
		if last := found[len(found)-1]; last.Code != failure.Code || last.Offset != failure.Offset {
			t.Errorf("%q: %v, but the last validation error is %v at %d", input, err, last.Code, last.Offset)
		}
	}
}

func TestCodeString(t *testing.T) {
	for c, want := range map[whatwg.Code]string{
		0: "no error", whatwg.CodeDomainToASCII: "domain-to-ASCII", whatwg.CodeTooLong: "too-long", 200: "Code(200)",
		whatwg.CodeTooLong + 1: fmt.Sprintf("Code(%d)", whatwg.CodeTooLong+1),
	} {
		if got := c.String(); got != want {
			t.Errorf("%d: %q, want %q", uint8(c), got, want)
		}
	}
}
