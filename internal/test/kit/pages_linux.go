package kit

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// Guarded returns n pages. On Linux, the page before and the page after them cannot be read.
func Guarded(t testing.TB, n int) []byte {
	t.Helper()
	page := os.Getpagesize()
	const prot, flags = syscall.PROT_READ | syscall.PROT_WRITE, syscall.MAP_ANON | syscall.MAP_PRIVATE
	memory, err := syscall.Mmap(-1, 0, (n+2)*page, prot, flags)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { syscall.Munmap(memory) })
	for _, beside := range [][]byte{memory[:page], memory[(n+1)*page:]} {
		if err := syscall.Mprotect(beside, syscall.PROT_NONE); err != nil {
			t.Skip(err)
		}
	}
	return memory[page : (n+1)*page]
}

// Shared returns a page of memory at two addresses.
func Shared(t testing.TB) (one, other []byte) {
	t.Helper()
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
		t.Cleanup(func() { syscall.Munmap(views[i]) })
	}
	return views[0], views[1]
}
