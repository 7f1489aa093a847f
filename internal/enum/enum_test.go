package enum

import "testing"

func TestName(t *testing.T) {
	type kind uint8
	names := []string{"zero", "one"}
	for i, want := range map[kind]string{0: "zero", 1: "one", 2: "Kind(2)", 255: "Kind(255)"} {
		if got := Name(names, i, "Kind"); got != want {
			t.Errorf("Name(%d) = %q, want %q", i, got, want)
		}
	}
}
