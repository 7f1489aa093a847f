package uribeam

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/core/sdf"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/fileio"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/rtrackers/offsetrange"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"
)

func init() {
	register.DoFn4x1[context.Context, *sdf.LockRTracker, fileio.ReadableFile, func(string), error](&readFn{})
}

// Read returns the lines of the files that match glob, without their newlines. The job fails if no file matches. Read
// decompresses files with names in ".gz". It splits other files into blocks of 64 MiB, so that several workers can read
// one file. A whole line must fit into memory.
//
// Do not use textio.Read of Beam 2.77 for compressed files: it stops at the offset that is the compressed size, and so
// loses their end.
func Read(s beam.Scope, glob string) beam.PCollection {
	s = s.Scope("uribeam.Read")
	matches := fileio.MatchFiles(s, glob, fileio.MatchEmptyDisallow())
	return beam.ParDo(s, &readFn{}, fileio.ReadMatches(s, matches))
}

// blockSize is the size of the blocks of a file that can be split.
const blockSize = 64 << 20

// readFn is a splittable DoFn. The restriction of a text file is a range of bytes, and selects the lines that begin in
// the range. The restriction of a compressed file is [0, 1), which cannot be split.
type readFn struct{}

func isGzip(f fileio.ReadableFile) bool { return strings.HasSuffix(f.Metadata.Path, ".gz") }

// CreateInitialRestriction returns the restriction of a whole file.
func (*readFn) CreateInitialRestriction(f fileio.ReadableFile) offsetrange.Restriction {
	if isGzip(f) {
		return offsetrange.Restriction{End: 1}
	}
	return offsetrange.Restriction{End: f.Metadata.Size}
}

// SplitRestriction divides a file into blocks.
func (*readFn) SplitRestriction(_ fileio.ReadableFile, r offsetrange.Restriction) []offsetrange.Restriction {
	return r.SizedSplits(blockSize)
}

// RestrictionSize returns the number of bytes to read from the file.
func (*readFn) RestrictionSize(f fileio.ReadableFile, r offsetrange.Restriction) float64 {
	if isGzip(f) {
		return float64(f.Metadata.Size)
	}
	return r.Size()
}

// CreateTracker returns a tracker of the claimed bytes.
func (*readFn) CreateTracker(r offsetrange.Restriction) *sdf.LockRTracker {
	return sdf.NewLockRTracker(offsetrange.NewTracker(r))
}

// ProcessElement emits the lines that begin in the restriction.
func (*readFn) ProcessElement(
	ctx context.Context, tracker *sdf.LockRTracker, f fileio.ReadableFile, emit func(string),
) (err error) {
	file, err := f.Open(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if isGzip(f) {
		if !tracker.TryClaim(int64(0)) {
			return nil
		}
		_, err := readLines(bufio.NewReaderSize(file, 1<<20), 0, func(int64) bool { return true }, emit)
		return err
	}
	r := tracker.GetRestriction().(offsetrange.Restriction)
	reader, start, err := lineReader(file, r.Start)
	if err != nil {
		return fmt.Errorf("%s: %w", f.Metadata.Path, err)
	}
	end, err := readLines(reader, start, func(i int64) bool { return tracker.TryClaim(i) }, emit)
	if err != nil || end < 0 {
		return err
	}
	if end < f.Metadata.Size {
		return fmt.Errorf("%s: it ends after %d of %d bytes", f.Metadata.Path, end, f.Metadata.Size)
	}
	// The whole restriction must be claimed. The rest has no lines.
	tracker.TryClaim(tracker.GetRestriction().(offsetrange.Restriction).End)
	return nil
}

// lineReader returns a reader at the first line that begins at start or later, and the line's offset.
func lineReader(file io.Reader, start int64) (*bufio.Reader, int64, error) {
	if start == 0 {
		return bufio.NewReaderSize(file, 1<<20), 0, nil
	}
	start-- // a newline there means that a line begins at start
	var err error
	if seeker, ok := file.(io.Seeker); ok {
		_, err = seeker.Seek(start, io.SeekStart)
	} else {
		_, err = io.CopyN(io.Discard, file, start)
	}
	if err != nil {
		return nil, 0, err
	}
	reader := bufio.NewReaderSize(file, 1<<20)
	for {
		part, err := reader.ReadSlice('\n')
		start += int64(len(part))
		if err == nil || err == io.EOF {
			return reader, start, nil
		}
		if err != bufio.ErrBufferFull {
			return nil, 0, err
		}
	}
}

// readLines emits the lines from offset start on. It claims each line before it reads it. It returns the offset of the
// end of the text, or -1 if it could not claim a line.
func readLines(reader *bufio.Reader, start int64, claim func(int64) bool, emit func(string)) (end int64, err error) {
	for {
		if _, err := reader.Peek(1); err == io.EOF {
			return start, nil
		} else if err != nil {
			return start, err
		}
		if !claim(start) {
			return -1, nil
		}
		line, err := reader.ReadString('\n')
		if err != nil && err != io.EOF {
			return start, err
		}
		start += int64(len(line))
		emit(strings.TrimSuffix(line, "\n"))
	}
}
