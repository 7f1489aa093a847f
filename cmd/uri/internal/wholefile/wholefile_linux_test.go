package wholefile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

// TestPermissionsNeverWider checks that a file has at no time more permissions than the file that it replaces. The
// kernel reports each change of permissions in the folder; none may follow the creation.
func TestPermissionsNeverWider(t *testing.T) {
	for _, mode := range []os.FileMode{0o600, 0o400, 0} {
		dir := t.TempDir()
		name := filepath.Join(dir, "result")
		if err := os.WriteFile(name, nil, mode); err != nil {
			t.Fatal(err)
		}
		watch, err := syscall.InotifyInit1(syscall.IN_NONBLOCK)
		if err != nil {
			t.Skip(err)
		}
		defer syscall.Close(watch)
		if _, err := syscall.InotifyAddWatch(watch, dir, syscall.IN_ATTRIB|syscall.IN_CREATE); err != nil {
			t.Skip(err)
		}
		f := create1(t, name)
		var events []uint32
		buf := make([]byte, 4096)
		for n, _ := syscall.Read(watch, buf); n > 0; {
			e := (*syscall.InotifyEvent)(unsafe.Pointer(&buf[0]))
			events = append(events, e.Mask)
			size := syscall.SizeofInotifyEvent + int(e.Len)
			buf, n = buf[size:], n-size
		}
		if len(events) != 1 || events[0] != syscall.IN_CREATE {
			t.Errorf("mode %o: events %x, want only the creation", mode, events)
		}
		if err := f.Commit(); err != nil {
			t.Error(err)
		}
		if info, err := os.Stat(name); err != nil || info.Mode() != mode {
			t.Errorf("mode %v, want %v; %v", info.Mode(), mode, err)
		}
	}
}

// TestPermissionsBeyondUmask checks that a file gets all permissions of the file that it replaces, also those that the
// umask takes from new files.
func TestPermissionsBeyondUmask(t *testing.T) {
	name := filepath.Join(t.TempDir(), "result")
	if err := os.WriteFile(name, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(name, 0o666); err != nil {
		t.Fatal(err)
	}
	if err := create1(t, name).Commit(); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(name); err != nil || info.Mode() != 0o666 {
		t.Error(info.Mode(), err)
	}
}
