//go:build linux

package fsm_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/glance"
)

// TestChangingBuffer scans a buffer while another goroutine changes it. The results have no meaning, and a call may
// panic, but it returns no offset outside the buffer and writes only to its Ranges.
//
// The writer has the memory mapped at another address. Otherwise the race detector would report the very race that this
// test makes.
func TestChangingBuffer(t *testing.T) {
	page := os.Getpagesize()
	file, err := os.Create(filepath.Join(t.TempDir(), "shared"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := file.Truncate(int64(page)); err != nil {
		t.Fatal(err)
	}
	var views [2][]byte
	for i := range views {
		views[i], err = syscall.Mmap(int(file.Fd()), 0, page, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
		if err != nil {
			t.Skip(err)
		}
		defer syscall.Munmap(views[i])
	}
	const template = "https://www.example.com/a/b.html?c=d#e\xc3\xa9%41 https://u@[::1]:80/aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
	const size = len(template)
	mine, theirs := views[0][page-size:], views[1][page-size:]
	copy(mine, template)

	var done atomic.Bool
	stopped := make(chan struct{})
	defer func() {
		done.Store(true)
		<-stopped
	}()
	go func() {
		defer close(stopped)
		random := rand.New(rand.NewPCG(3986, 12))
		for !done.Load() {
			i := random.IntN(size)
			theirs[i] = ":/?#@[]%4aA.\xc3\xa9"[random.IntN(14)]
			theirs[random.IntN(size)] = 'a'
			copy(theirs[:random.IntN(40)], template)
		}
	}()
	duration := 2 * time.Second
	if testing.Short() {
		duration = 200 * time.Millisecond
	}
	for end := time.Now().Add(duration); time.Now().Before(end) && !t.Failed(); {
		for length := 1; length <= size; length++ {
			scanChanging(t, mine[:length])
			scanChanging(t, mine[min(length, len("https:/")):length]) // an origin-form
		}
	}
}

// scanChanging makes the calls that read s more than once.
func scanChanging(t *testing.T, s []byte) {
	text := unsafe.String(unsafe.SliceData(s), len(s))
	for i, scan := range []func(r *fsm.Ranges) (int, bool){
		func(r *fsm.Ranges) (int, bool) { return fsm.Scan(s, r) },
		func(r *fsm.Ranges) (int, bool) { return fsm.Scan(text, r) },
		func(r *fsm.Ranges) (int, bool) { return fsm.ScanIRI(s, r) },
		func(r *fsm.Ranges) (int, bool) { return fsm.ScanHost(s, r) },
		func(r *fsm.Ranges) (int, bool) { return fsm.ScanOrigin(s, r) },
		func(r *fsm.Ranges) (int, bool) { glance.Audit(text, r); return 0, false },
		func(r *fsm.Ranges) (int, bool) {
			*r = fsm.RangesOf([8]uint32{4: 30})
			glance.TraitsOf(text, r)
			return 0, false
		},
	} {
		beside := fsm.RangesOf([8]uint32{7: 0xa5})
		room := [3]fsm.Ranges{beside, {}, beside}
		func() {
			defer func() { recover() }() // an index may be wrong when it is used
			if n, _ := scan(&room[1]); n < 0 || n > len(s) {
				t.Errorf("call %d: returns %d of %d bytes", i, n, len(s))
			}
		}()
		if room[0] != beside || room[2] != beside {
			t.Fatalf("call %d writes beside the ranges", i)
		}
	}
}
