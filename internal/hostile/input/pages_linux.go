package input

import (
	"os"
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
	for _, guard := range [][]byte{memory[:page], memory[(n+1)*page:]} {
		if err := syscall.Mprotect(guard, syscall.PROT_NONE); err != nil {
			t.Skip(err)
		}
	}
	return memory[page : (n+1)*page]
}
