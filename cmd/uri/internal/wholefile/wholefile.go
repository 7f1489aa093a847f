// Package wholefile writes the results of a run to standard output and to files that appear whole or not at all.
package wholefile

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// A File is written under a temporary name in the folder of its final name. Commit renames it. If the process is killed
// before that, the temporary file stays.
type File struct {
	*os.File
	target string // the final name; empty if the file is written directly
	flag   string // the name of its flag
}

func (f *File) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	return n, engine.FlagError(f.flag, err)
}

// Create returns a File for a name. If the name is a symbolic link, the link stays, and Commit replaces or creates its
// target.
//
// Some files are written directly, and are not truncated: those that are open as standard output or standard error,
// under any name; descriptors, such as /dev/stdout or /dev/fd/3; devices and named pipes. Create waits until a named
// pipe has a reader. If ctx ends first, Create returns an error.
func Create(ctx context.Context, name string) (*File, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		target, err := os.Readlink(name)
		if err != nil {
			return create(name, nil)
		}
		if !filepath.IsAbs(target) {
			target = strings.TrimSuffix(name, filepath.Base(name)) + target // Join would remove "..", also after a link
		}
		return Create(ctx, target)
	case err != nil:
		return nil, err
	}
	for _, f := range []*os.File{os.Stdout, os.Stderr} {
		if open, err := f.Stat(); err == nil && os.SameFile(open, info) {
			return &File{File: f}, nil
		}
	}
	if number, ok := strings.CutPrefix(strings.Replace(name, "/dev/stdin", "/dev/fd/0", 1), "/dev/fd/"); ok {
		n, _ := strconv.Atoi(number)
		f := os.NewFile(uintptr(n), name) // writes where the next write to the descriptor would be
		_, err = f.Write(nil)             // fails if the descriptor is not open for writing
		return &File{File: f}, err
	}
	if strings.HasPrefix(name, "/proc/") || !info.Mode().IsRegular() {
		return openDirect(ctx, name)
	}
	if name, err = filepath.EvalSymlinks(name); err != nil {
		return nil, err
	}
	return create(name, info)
}

// openDirect opens an existing file to write at its end. If ctx ends first, it returns an error.
func openDirect(ctx context.Context, name string) (*File, error) {
	file, opened := new(File), make(chan error, 1)
	go func() {
		var err error
		file.File, err = os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
		opened <- err
	}()
	select {
	case err := <-opened:
		return file, err
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// create returns a File with the permissions of the file that it replaces, or of a new file if old is nil. At no time
// does it have more.
func create(name string, old fs.FileInfo) (*File, error) {
	keepsMode := old != nil && runtime.GOOS != "windows"
	perm := fs.FileMode(0o666)
	if keepsMode {
		perm = old.Mode().Perm()
	}
	f, err := os.OpenFile(name+".uri-temporary-"+rand.Text(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err != nil {
		return nil, err
	}
	file := &File{File: f, target: name}
	if info, err := f.Stat(); err == nil && keepsMode && info.Mode().Perm() != perm { // the umask took permissions
		if err := f.Chmod(perm); err != nil {
			return nil, errors.Join(err, file.Discard())
		}
	}
	return file, nil
}

// HasFileOf reports whether f and g write to the same file or pipe, so that each would damage the output of the other.
// Devices, such as a terminal, accept the output of both.
func (f *File) HasFileOf(g *File) bool {
	if f.target == "" || g.target == "" {
		return isShared(f.info(), g.info())
	}
	dir, base := filepath.Split(f.target)
	otherDir, other := filepath.Split(g.target)
	a, _ := os.Stat(dir + ".")
	b, _ := os.Stat(otherDir + ".")
	return base == other && isShared(a, b)
}

// isShared reports whether a and b describe the same file or pipe. Each is nil if its file does not exist yet.
func isShared(a, b fs.FileInfo) bool {
	return a != nil && b != nil && a.Mode()&fs.ModeDevice == 0 && os.SameFile(a, b)
}

// info returns the FileInfo of the final file, or nil if the file does not exist yet.
func (f *File) info() fs.FileInfo {
	if f.target == "" {
		info, _ := f.Stat()
		return info
	}
	info, _ := os.Stat(f.target)
	return info
}

// Commit gives the file its final name, after its data is on the disk, and closes it. On error it removes the file.
func (f *File) Commit() error {
	if f.target == "" {
		return f.closeDirect()
	}
	err := errors.Join(f.Sync(), f.File.Close()) // Windows does not rename an open file
	if err == nil {
		err = rename(f.Name(), f.target)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
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
		return f.closeDirect()
	}
	if err := f.File.Close(); err != nil { // the file has been committed
		return nil
	}
	return os.Remove(f.Name())
}

// closeDirect closes a file that is written directly, unless it is a standard stream.
func (f *File) closeDirect() error {
	if f.File == os.Stdout || f.File == os.Stderr {
		return nil
	}
	return f.File.Close()
}
