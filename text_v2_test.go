//go:build goexperiment.jsonv2

package uri

import (
	"encoding/json/v2"
	"testing"
)

// TestJSONv2: version 2 of package encoding/json also writes and reads a URI by its text. It needs GOEXPERIMENT=jsonv2.
func TestJSONv2(t *testing.T) {
	type record struct {
		Link  URI         `json:"link"`
		None  URI         `json:"none,omitzero"`
		Count map[URI]int `json:"count"`
	}
	in := record{Link: MustParse("http://joe@h/?a=b#"), Count: map[URI]int{MustParse("?x"): 1}}
	b, err := json.Marshal(in)
	if want := `{"link":"http://joe@h/?a=b#","count":{"?x":1}}`; err != nil || string(b) != want {
		t.Fatalf("%s, %v, want %s", b, err, want)
	}
	var out record
	if err := json.Unmarshal(b, &out); err != nil || out.Link != in.Link || out.Count[MustParse("?x")] != 1 {
		t.Errorf("%v, %v", out, err)
	}
	if err := json.Unmarshal([]byte(`{"link":"http://h/ "}`), &out); err == nil || out.Link != in.Link {
		t.Errorf("%v, %v", out, err)
	}
}
