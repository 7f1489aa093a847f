package engine

import "testing"

func TestWorkersFor(t *testing.T) {
	for processors, want := range map[int]int{1: 1, 2: 3, 4: 5, 64: maxWorkers} {
		if got := workersFor(processors); got != want {
			t.Errorf("%d workers for %d processors, want %d", got, processors, want)
		}
	}
}

// TestLongRecord: longRecord is smaller than the long lines in the tests of the command.
func TestLongRecord(t *testing.T) {
	if longRecord > 1<<17 {
		t.Errorf("records of up to %d bytes are not long: the lines of the command's tests are too short", longRecord)
	}
}
