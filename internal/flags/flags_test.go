package flags_test

import (
	"testing"

	"github.com/urispan/uri/internal/flags"
)

func TestString(t *testing.T) {
	for set, want := range map[uint64]string{
		0:         "none",
		1:         "one",
		2:         "two",
		3:         "one, two",
		4:         "Set(1<<2)",
		1<<63 | 2: "two, Set(1<<63)",
	} {
		if got := flags.String(set, "Set", []string{"one", "two"}); got != want {
			t.Errorf("%b is %q, want %q", set, got, want)
		}
	}
}
