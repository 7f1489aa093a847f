// Package wholefile writes files that appear whole or not at all.
package wholefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

// A File is written under a temporary name in the folder of its final name. Commit renames it. If the process ends
// before that, the temporary file stays until a later Create for the same final name removes it.
//
// While a File is open, it is locked, or cannot be removed. So no process removes the file of another one that is still
// running.
type File struct {
	*os.File
	target string // the final name; empty if the file is written directly
}

// Target returns the name of the file that Commit creates or replaces. It returns "" if the file is written directly.
func (f *File) Target() string { return f.target }

// The name of a temporary file is the final name, temporaryMark and a number: 0, unless that file is of another process
// that is still running.
const temporaryMark = ".uri-temporary-"

// Create returns a File for a name. If the name is a symbolic link, the link stays, and Commit replaces or creates its
// target.
//
// Some files are written directly, and are not truncated: those that are open as standard output or standard error,
// under any name; descriptors, such as /dev/stdout or /dev/fd/3; devices and named pipes. Create waits until a named
// pipe has a reader. If ctx ends first, Create returns an error.
func Create(ctx context.Context, name string) (*File, error) {
	name, descriptor, err := resolve(name)
	if err != nil {
		return nil, err
	}
	if descriptor >= 0 {
		return openDescriptor(descriptor)
	}
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return openDirect(ctx, name, 0)
	case err == nil && isOfProcess(filepath.Dir(name)):
		return openDirect(ctx, name, os.O_APPEND)
	case err == nil:
		if n, ok := outputOf(info); ok {
			return openDescriptor(n)
		}
		return create(name, info)
	case errors.Is(err, fs.ErrNotExist):
		return create(name, nil)
	}
	return nil, err
}

// outputOf returns 1 or 2 if standard output or standard error is the file of info.
func outputOf(info fs.FileInfo) (n int, ok bool) {
	for i, f := range []*os.File{os.Stdout, os.Stderr} {
		if open, err := f.Stat(); err == nil && os.SameFile(open, info) {
			return i + 1, true
		}
	}
	return 0, false
}

// openDescriptor returns a File that writes to a descriptor of this process, at the place where the next write to the
// descriptor would be. The descriptor stays open.
func openDescriptor(n int) (*File, error) {
	f, err := duplicate(n)
	if err != nil {
		return nil, &fs.PathError{Op: "open", Path: fmt.Sprintf("/dev/fd/%d", n), Err: err}
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if _, err := f.Write(nil); err != nil { // the descriptor is open only for reading
			f.Close()
			return nil, err
		}
	}
	return &File{File: f}, nil
}

// maxLinks is the number of symbolic links that resolve follows, one after the other.
const maxLinks = 40

// resolve follows the symbolic links of a name and returns the name of the file. The file need not exist. If it is a
// descriptor of this process, resolve returns its number, and otherwise -1. The descriptors of other processes are not
// resolved.
func resolve(name string) (_ string, descriptor int, _ error) {
	first := name
	for range maxLinks {
		dir, base := filepath.Split(name)
		dir, err := filepath.EvalSymlinks(cmp.Or(dir, "."))
		if err != nil || base == "" || base == "." || base == ".." {
			return name, -1, nil // no file in a folder
		}
		if n, ok := descriptorOf(dir, base); ok {
			return name, n, nil
		}
		name = filepath.Join(dir, base)
		target, err := os.Readlink(name)
		if err != nil || isOfProcess(dir) {
			return name, -1, nil // not a link
		}
		if !filepath.IsAbs(target) {
			target = dir + string(filepath.Separator) + target // Join would remove "..", also after a link
		}
		name = target
	}
	return "", -1, &fs.PathError{Op: "open", Path: first, Err: errors.New("too many links")}
}

// descriptorOf returns the number of the descriptor of this process that has the name base in dir, a folder without
// symbolic links.
func descriptorOf(dir, base string) (n int, ok bool) {
	own, err := filepath.EvalSymlinks("/dev/fd")
	if err != nil || dir != own && !(isOfProcess(dir) && strings.HasPrefix(dir, strings.TrimSuffix(own, "fd")+"task/")) {
		return 0, false
	}
	n, err = strconv.Atoi(base)
	return n, err == nil && n >= 0
}

// isOfProcess reports whether dir, a folder without symbolic links, is the folder of the descriptors of a process or
// thread on Linux. Their names are links that lead to files, pipes, and files without a name.
func isOfProcess(dir string) bool {
	return runtime.GOOS == "linux" && strings.HasPrefix(dir, "/proc/") && filepath.Base(dir) == "fd"
}

// openDirect opens an existing file to write to it. If ctx ends first, it returns an error, and a file that is opened
// later is closed.
func openDirect(ctx context.Context, name string, flag int) (*File, error) {
	type result struct {
		file *os.File
		err  error
	}
	opened := make(chan result, 1)
	go func() {
		f, err := os.OpenFile(name, os.O_WRONLY|flag, 0)
		opened <- result{f, err}
	}()
	select {
	case r := <-opened:
		if r.err != nil {
			return nil, r.err
		}
		return &File{File: r.file}, nil
	case <-ctx.Done():
		go func() { (<-opened).file.Close() }()
		return nil, context.Cause(ctx)
	}
}

// create returns a File with the permissions of the file that it replaces, or of a new file if old is nil. At no time
// does it have more.
func create(name string, old fs.FileInfo) (*File, error) {
	perm := fs.FileMode(0o666)
	if old != nil && runtime.GOOS != "windows" {
		perm = old.Mode().Perm()
	}
	for n := range 10_000 {
		temporary := name + temporaryMark + strconv.Itoa(n)
		removeIfStale(temporary)
		f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if old != nil && runtime.GOOS != "windows" {
			err = widen(f, perm)
		}
		err = cmp.Or(err, lock(f, true))
		switch {
		case err == nil && exists(f):
			return &File{f, name}, nil
		case err != nil && !errors.Is(err, errLocked):
			return nil, errors.Join(err, discard(f))
		}
		f.Close() // another process takes it for the file of an ended process, and removes it
	}
	return nil, &fs.PathError{Op: "create", Path: name, Err: errors.New("no free temporary name")}
}

// widen adds the permissions that the umask has taken from a new file.
func widen(f *os.File, perm fs.FileMode) error {
	info, err := f.Stat()
	if err != nil || info.Mode().Perm() == perm {
		return err
	}
	return f.Chmod(perm)
}

// errLocked is the error of lock for a file that another process has locked.
var errLocked = errors.New("locked by another process")

// removeIfStale removes a file unless a process has locked it. It neither waits nor follows a link, because others may
// have put a named pipe or a link in place of the file.
func removeIfStale(name string) {
	if runtime.GOOS == "windows" {
		os.Remove(name) // fails if a process has it open; opening it here would let the rename of that process fail
		return
	}
	f, err := os.OpenFile(name, os.O_WRONLY|staleFlags, 0)
	if err != nil {
		return
	}
	if lock(f, false) == nil && exists(f) {
		discard(f)
	}
	f.Close()
}

// exists reports whether f is a regular file that still has its name.
func exists(f *os.File) bool {
	a, err := f.Stat()
	b, failed := os.Stat(f.Name())
	return err == nil && failed == nil && a.Mode().IsRegular() && os.SameFile(a, b)
}

// discard closes and removes a file. It removes the file first where that is possible, since closing it ends the lock.
func discard(f *os.File) error {
	err := os.Remove(f.Name())
	f.Close()
	if runtime.GOOS == "windows" {
		err = os.Remove(f.Name())
	}
	return err
}

// HasFileOf reports whether f and g write to the same file or pipe, so that each would damage the output of the other.
// Devices, such as a terminal, accept the output of both.
func (f *File) HasFileOf(g *File) bool {
	if f.target == "" || g.target == "" {
		return f.isWrittenBy(g.info())
	}
	a, err := os.Stat(filepath.Dir(f.target))
	b, failed := os.Stat(filepath.Dir(g.target))
	return err == nil && failed == nil && filepath.Base(f.target) == filepath.Base(g.target) && os.SameFile(a, b)
}

// IsStdout reports whether f writes to the file or pipe that is standard output.
func (f *File) IsStdout() bool {
	info, err := os.Stdout.Stat()
	return err == nil && f.isWrittenBy(info)
}

// isWrittenBy reports whether a writer to the file of info writes to the file or pipe of f. info is nil if the file
// does not exist yet.
func (f *File) isWrittenBy(info fs.FileInfo) bool {
	own := f.info()
	return own != nil && info != nil && info.Mode()&fs.ModeDevice == 0 && os.SameFile(own, info)
}

// info returns the FileInfo of the final file, or nil if the file does not exist yet.
func (f *File) info() fs.FileInfo {
	if f.target == "" {
		info, _ := f.File.Stat()
		return info
	}
	info, _ := os.Stat(f.target)
	return info
}

// Commit gives the file its final name, after its data is on the disk, and closes it. On error it removes the file. On
// Windows it closes the file first. If another process calls Create for the final name at that moment, it can remove the
// file, and Commit returns an error.
func (f *File) Commit() error {
	if f.target == "" {
		return f.File.Close()
	}
	err := f.Sync()
	if runtime.GOOS == "windows" { // an open file cannot be renamed
		err = errors.Join(err, f.File.Close())
	}
	if err == nil {
		err = rename(f.Name(), f.target)
	}
	if err != nil {
		discard(f.File)
		return err
	}
	f.File.Close()
	syncFolder(filepath.Dir(f.target))
	return nil
}

// rename renames a file. On Windows it tries for a second, because a file cannot be renamed or replaced while a process
// opens it or renames another one to the same name.
func rename(from, to string) (err error) {
	for range 100 {
		err = os.Rename(from, to)
		if err == nil || runtime.GOOS != "windows" || errors.Is(err, fs.ErrNotExist) {
			return err
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}

// Discard closes and removes the file, unless it has been committed or is written directly.
func (f *File) Discard() error {
	if f.target == "" {
		return f.File.Close()
	}
	if !exists(f.File) {
		return nil
	}
	return discard(f.File)
}

// syncFolder writes the names in a folder to the disk, as far as the system can.
func syncFolder(name string) {
	if d, err := os.Open(name); err == nil {
		d.Sync()
		d.Close()
	}
}
