package paint

import (
	"errors"
	"testing"
)

// failing is a writer that fails after some writes.
type failing struct{ writes int }

func (w *failing) Write(p []byte) (int, error) {
	if w.writes--; w.writes < 0 {
		return 0, errors.New("no room")
	}
	return len(p), nil
}

// TestTerminalWritesOnce: Write calls Write of the terminal once, and returns its error.
func TestTerminalWritesOnce(t *testing.T) {
	tt := NewTerminal(&failing{1}, Screen{})
	if n, err := tt.Write([]byte("a\u202eb")); n != 5 || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := tt.Write([]byte("a")); n != 0 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
}
