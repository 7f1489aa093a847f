package httpuri

import (
	"math"
	"testing"

	"github.com/urispan/uri/fsm"
)

// TestIsTooLong checks lengths that exceed the memory of a test.
func TestIsTooLong(t *testing.T) {
	if math.MaxInt <= fsm.MaxLen {
		t.Skip("no string is that long")
	}
	most := fsm.MaxLen - uint64(len("https://"))
	for _, tt := range []struct {
		host, tail uint64
		want       bool
	}{
		{0, 0, false}, {1, most - 1, false}, {most, 0, false}, {1, most, true}, {fsm.MaxLen, fsm.MaxLen, true},
	} {
		if got := isTooLong(int(tt.host), int(tt.tail)); got != tt.want {
			t.Errorf("%d and %d: %v", tt.host, tt.tail, got)
		}
	}
}
