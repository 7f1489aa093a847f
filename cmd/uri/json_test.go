package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// keysOf returns the keys of a JSON object in their order. A dot precedes keys of an inner object.
func keysOf(t *testing.T, line string) string {
	t.Helper()
	var keys []string
	d := json.NewDecoder(strings.NewReader(line))
	depth, inArray, isKey := 0, 0, false
	for d.More() || depth > 0 {
		token, err := d.Token()
		if err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		switch token {
		case json.Delim('{'):
			depth++
			isKey = true
			continue
		case json.Delim('}'):
			depth--
			isKey = true
			continue
		case json.Delim('['):
			inArray++
			continue
		case json.Delim(']'):
			inArray--
			isKey = true
			continue
		}
		if inArray > 0 {
			continue
		}
		if isKey {
			keys = append(keys, strings.Repeat(".", depth-1)+fmt.Sprint(token))
		}
		isKey = !isKey
	}
	return strings.Join(keys, " ")
}

func TestJSONKeys(t *testing.T) {
	const (
		split = "input ok kind absolute_uri scheme authority userinfo host host_kind port path path_rule query fragment " +
			"ranges .scheme .authority .userinfo .host .port .path .query .fragment"
		check      = "input ok"
		resolve    = "base ref ok target"
		normalize  = "input ok output"
		relativize = "base target ok ref"
		invalid    = "input ok offset component reason"
	)
	for _, ref := range []string{"", "a://b@c:1/d?e#f", "//", "?#", "a b", "\xff\"\\\x00",
		"//\u00e9/\u2028?\ue000", "//\u00e9\u200d"} {
		for _, test := range []struct {
			want string
			args []string
		}{
			{split, []string{"split"}},
			{check, []string{"check"}},
			{resolve, []string{"resolve", "-base=x:"}},
			{normalize, []string{"normalize"}},
			{relativize, []string{"relativize", "-base=x:"}},
			{split, []string{"split", "-iri"}},
			{check, []string{"check", "-iri"}},
			{resolve, []string{"resolve", "-iri", "-base=x:"}},
			{normalize, []string{"normalize", "-iri"}},
			{normalize, []string{"to-uri"}},
			{normalize, []string{"to-uri", "-idna"}},
			{normalize, []string{"to-iri"}},
			{normalize, []string{"to-iri", "-idna"}},
		} {
			_, stdout, _ := runWith("", append(test.args, "-json", "--", ref)...)
			want := test.want
			if strings.Contains(stdout, `"ok":false`) {
				want = invalid
			}
			if diff := cmp.Diff(want, keysOf(t, stdout)); diff != "" {
				t.Errorf("%q %q (-want +got):\n%s", test.args, ref, diff)
			}
		}
	}
}
