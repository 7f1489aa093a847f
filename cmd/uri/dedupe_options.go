package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/cgroup"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/dedupe"
)

// These are sizes of -memory.
const (
	defaultMemory = 256 << 20
	leastMemory   = 64 << 10
)

// parseSize parses a number of bytes, which may end in K, KB or KiB, and so on up to T: all are powers of 1024.
func parseSize(text string) (int64, error) {
	digits := strings.TrimRight(text, "BIKMGTbikmgt")
	shift := 0
	if unit := strings.ToUpper(text[len(digits):]); unit != "" {
		prefix := strings.Index("KMGT", unit[:1])
		if rest := unit[1:]; prefix < 0 || rest != "" && rest != "B" && rest != "IB" {
			return 0, engine.ErrValue
		}
		shift = 10 * (prefix + 1)
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift || n<<shift < leastMemory {
		return 0, engine.ErrValue
	}
	return n << shift, nil
}

// check checks the arguments together and sets the options that depend on several of them.
func (d *deduper) check(rest []string) error {
	if err := d.input.Check(); err != nil {
		return err
	}
	if d.invalid == "keep" {
		d.invalid = ""
		d.KeepInvalid = func(line dedupe.Invalid) bool { return !d.isLeftOut(line) }
	}
	if d.Memory == 0 {
		d.Memory = max(min(defaultMemory, cgroup.Memory(os.DirFS("/"))/2), leastMemory)
	}
	d.NUL, d.CRLF, d.MaxLine, d.Workers = d.input.NUL, !d.input.NUL, d.input.MaxLine, d.input.Workers
	if !d.NUL {
		d.Input = func(line []byte) ([]byte, error) { return d.notes.Input(line) }
	}
	switch {
	case d.keepsLine():
		return errKeptLine
	case d.repeated && d.unique:
		return errors.New("-repeated and -unique exclude each other")
	case d.by != nil && d.key != nil && d.counts == "":
		return errors.New("-by and -key exclude each other without -count")
	case (d.CountLines || d.top) && d.counts == "":
		return errors.New("-of and -top work only with -count")
	}
	d.names = engine.OrStdin(rest)
	if d.against == "-" && slices.Contains(d.names, "-") {
		return errors.New("-against: standard input has the lines: write FILE")
	}
	if err := d.checkStdout(); err != nil {
		return err
	}
	if d.counts != "" {
		if d.by == nil {
			d.by = fieldNamed("host")
		}
		d.GroupBy = d.group
	} else if d.by != nil {
		d.key = fieldKey(d.by)
	}
	if d.counted || d.repeated || d.unique {
		d.Counted = d.beforeLine
	}
	d.Query = rulesOf(d.rules)
	if err := d.setNormalize(); err != nil {
		return err
	}
	if k := d.key; k != nil && !k.isForm {
		d.KeyFunc = func(dst, normal []byte) []byte { return k.append(d.input.Dialect, dst, normal) }
	}
	return nil
}

var errKeptLine = errors.New("-keep names parameters, and the first line stays: for a parameter last, write last,last")

// keepsLine reports whether -keep has a word that other programs have for the line that stays.
func (d *deduper) keepsLine() bool {
	return slices.Equal(d.rules.Keep, []string{"last"}) || slices.Equal(d.rules.Keep, []string{"first"})
}

// beforeLine implements dedupe.URIs.Counted. The number is written as by uniq -c.
func (d *deduper) beforeLine(dst []byte, count int64) ([]byte, bool) {
	switch {
	case d.repeated && count == 1, d.unique && count > 1:
		return dst, false
	case d.counted:
		dst = fmt.Appendf(dst, "%7d ", count)
	}
	return dst, true
}

// checkStdout checks that at most one result goes to standard output.
func (d *deduper) checkStdout() error {
	if d.out == "-" {
		d.out = ""
	}
	switch {
	case d.out == "" && d.counts == "-":
		return errors.New("-count: standard output has the lines: write -o FILE")
	case d.out == "" && d.invalid == "-":
		return errors.New("-invalid: standard output has the lines: write -o FILE")
	case d.counts == "-" && d.invalid == "-":
		return errors.New("-count: another flag has the same file")
	}
	return nil
}
