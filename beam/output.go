package uribeam

import (
	"bufio"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn4x1[context.Context, int, func(*string) bool, func(string), error](&writeFn[string]{})
	register.DoFn4x1[context.Context, int, func(*[]byte) bool, func(string), error](&writeFn[[]byte]{})
	register.DoFn3x1[context.Context, int, func(*string) bool, error](&publishFn{})
	register.Iter1[string]()
	register.Iter1[[]byte]()
}

// An Output is a folder that a job writes. It appears when all of its files are complete.
//
// The job first writes its files to a temporary folder beside it, with the name "FOLDER.tmp-" and a random word. If the
// runner repeats a step, each attempt writes files with other names. The last step receives the names of the files that
// the runner has accepted, and moves these files into place. So a job that fails leaves no folder, and repeated steps
// do not change the result. The last file is _SUCCESS, a list of the others.
//
// In a local file system, the folder appears by one rename. In other file systems, files are moved one by one, so
// readers must wait for _SUCCESS.
type Output struct {
	dir, job string
	names    []beam.PCollection
}

// NewOutput returns an Output for a folder. The folder must be missing or empty. All workers must use the same name for
// it.
func NewOutput(dir string) *Output {
	filesystem.ValidateScheme(dir)
	return &Output{dir: strings.TrimRight(dir, "/"), job: rand.Text()}
}

// Write writes a KV<int, string> or KV<int, []byte> as files NAME-00000-of-00016 and so on. The key is the number of
// the file, from 0 to shards-1. Any other number fails the job. Each value becomes a line of the file, in no particular
// order. A file without lines is not written.
func (o *Output) Write(s beam.Scope, name string, shards int, pairs beam.PCollection) {
	s = s.Scope("uribeam.Write " + name)
	files := shardFiles{Dir: o.temporary(), Name: name, Shards: shards}
	var fn any = &writeFn[string]{files}
	if pairs.Type().Components()[1].Type() == reflect.TypeFor[[]byte]() {
		fn = &writeFn[[]byte]{files}
	}
	o.names = append(o.names, beam.ParDo(s, fn, beam.GroupByKey(s, pairs)))
}

// Finish makes the folder appear when the files of all earlier calls of Write are complete. It is called once.
func (o *Output) Finish(s beam.Scope) {
	s = s.Scope("uribeam.Finish")
	// The empty name gives the last step an element in jobs without files.
	names := beam.Flatten(s, append(o.names, beam.Create(s, ""))...)
	// A GroupByKey waits for the end of its input. Its result is kept if the next step is repeated.
	all := beam.GroupByKey(s, beam.AddFixedKey(s, names))
	beam.ParDo0(s, &publishFn{From: o.temporary(), To: o.dir, Job: o.job}, all)
}

func (o *Output) temporary() string { return o.dir + ".tmp-" + o.job }

// Discard removes the temporary files. The program that started the job calls it after the end of the job. If the job
// is still running, the job fails.
func (o *Output) Discard(ctx context.Context) error {
	fs, err := filesystem.New(ctx, o.dir)
	if err != nil {
		return err
	}
	defer fs.Close()
	remover, ok := fs.(filesystem.Remover)
	if !ok {
		return fmt.Errorf("uribeam: files of %s cannot be removed", o.temporary())
	}
	var errs []error
	for _, pattern := range []string{complete + "/*", "/*", ""} {
		files, err := fs.List(ctx, o.temporary()+pattern)
		errs = append(errs, err)
		for _, file := range files {
			errs = append(errs, remover.Remove(ctx, file))
		}
	}
	return errors.Join(errs...)
}

// shardFiles are the files of one Write.
type shardFiles struct {
	Dir, Name string
	Shards    int
}

// name returns the name of a new temporary file for a shard: the final name, a dot, and a random word.
func (f shardFiles) name(shard int) string {
	return fmt.Sprintf("%s-%05d-of-%05d.%s", f.Name, shard, f.Shards, rand.Text())
}

// finalName returns the final name of the file that has a temporary name.
func finalName(name string) string { return name[:strings.LastIndexByte(name, '.')] }

// writeFn writes the lines of a shard to a temporary file, and emits the name of the file.
type writeFn[T string | []byte] struct{ shardFiles }

func (f *writeFn[T]) ProcessElement(ctx context.Context, shard int, lines func(*T) bool, emit func(string)) (err error) {
	if shard < 0 || shard >= f.Shards {
		return fmt.Errorf("uribeam: shard %d of %d", shard, f.Shards)
	}
	fs, err := filesystem.New(ctx, f.Dir)
	if err != nil {
		return err
	}
	defer fs.Close()
	name := f.name(shard)
	file, err := fs.OpenWrite(ctx, f.Dir+"/"+name)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(file, 1<<20)
	var line T
	for lines(&line) {
		_, _ = w.WriteString(string(line)) // Flush returns the error
		_ = w.WriteByte('\n')
	}
	if err := errors.Join(w.Flush(), file.Close()); err != nil {
		return err
	}
	emit(name)
	return nil
}

// publishFn moves the files into place and writes _SUCCESS. It may be repeated at any time.
type publishFn struct {
	From, To, Job string
}

const (
	complete = "/complete" // the folder to rename, inside the temporary folder of a local file system
	success  = "/_SUCCESS"
)

func (f *publishFn) ProcessElement(ctx context.Context, _ int, names func(*string) bool) error {
	fs, err := filesystem.New(ctx, f.To)
	if err != nil {
		return err
	}
	defer fs.Close()
	marker, _ := filesystem.Read(ctx, fs, f.To+success)
	if strings.HasPrefix(string(marker), f.Job+"\n") {
		return nil // this step has succeeded before
	}
	if len(marker) > 0 {
		return fmt.Errorf("uribeam: %s is the output of another job", f.To)
	}
	local := !strings.Contains(f.To, "://")
	to := f.To
	if local {
		to = f.From + complete
	}
	list := []string{f.Job}
	var name string
	for names(&name) {
		if name == "" {
			continue
		}
		if err := move(ctx, fs, f.From+"/"+name, to+"/"+finalName(name), local); err != nil {
			return err
		}
		list = append(list, finalName(name))
	}
	slices.Sort(list[1:])
	if err := filesystem.Write(ctx, fs, to+success, []byte(strings.Join(list, "\n")+"\n")); err != nil || !local {
		return err
	}
	if err := filesystem.Rename(ctx, fs, to, f.To); err != nil {
		return err
	}
	_ = fs.(filesystem.Remover).Remove(ctx, f.From) // fails if another attempt of writeFn left a file
	return nil
}

// move moves a file. It does nothing if an earlier attempt has moved it.
func move(ctx context.Context, fs filesystem.Interface, from, to string, local bool) error {
	if local {
		if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
			return err
		}
	}
	err := filesystem.Rename(ctx, fs, from, to)
	if err == nil {
		return nil
	}
	if _, sizeErr := fs.Size(ctx, to); sizeErr == nil {
		if _, sizeErr = fs.Size(ctx, from); sizeErr != nil {
			return nil
		}
	}
	return err
}
