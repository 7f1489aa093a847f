package hostile

import (
	"sync/atomic"
	"testing"
	"time"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
)

// TestChanging makes calls with parts of a buffer while another goroutine changes it. The results have no meaning, and
// a call may panic, but it must return no offset outside its text and write only to its Ranges.
//
// The writer uses another mapping of the memory. Otherwise the race detector would report the very race that this test
// makes.
func TestChanging(t *testing.T, calls func(text []byte) []func(r *fsm.Ranges) (int, bool)) {
	const template = "https://www.example.com/a/b.html?c=d#e\xc3\xa9%41 https://u@[::1]:80/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	TestChangingText(t, template, calls)
}

// TestChangingText is like TestChanging, but its buffer begins as template.
func TestChangingText(t *testing.T, template string, calls func(text []byte) []func(r *fsm.Ranges) (int, bool)) {
	size := len(template)
	mine, theirs := kit.Shared(t)
	mine, theirs = mine[len(mine)-size:], theirs[len(theirs)-size:]
	copy(mine, template)

	random := kit.Random(t)
	var done atomic.Bool
	stopped := make(chan struct{})
	defer func() {
		done.Store(true)
		<-stopped
	}()
	go func() {
		defer close(stopped)
		for !done.Load() {
			i := random.IntN(size)
			theirs[i] = ":/?#@[]%4aA.\xc3\xa9\n"[random.IntN(15)]
			theirs[random.IntN(size)] = 'a'
			copy(theirs[:random.IntN(40)], template)
		}
	}()
	duration := time.Duration(kit.Rounds(100, 100, 4000)) * time.Millisecond
	for end := time.Now().Add(duration); time.Now().Before(end) && !t.Failed(); {
		for length := 1; length <= size; length++ {
			checkChanging(t, mine[:length], calls)
			checkChanging(t, mine[min(length, len("https:/")):length], calls) // an origin-form
		}
	}
}

// checkChanging makes the calls with s.
func checkChanging(t *testing.T, s []byte, calls func(text []byte) []func(r *fsm.Ranges) (int, bool)) {
	for i, call := range calls(s) {
		beside := rangesOf([8]uint32{7: 0xa5})
		framed := [3]fsm.Ranges{beside, {}, beside}
		func() {
			defer func() { recover() }() // an index may be wrong when it is used
			if n, _ := call(&framed[1]); n < 0 || n > len(s) {
				t.Errorf("call %d: returns %d of %d bytes", i, n, len(s))
			}
		}()
		if framed[0] != beside || framed[2] != beside {
			t.Fatalf("call %d writes beside the ranges", i)
		}
	}
}
