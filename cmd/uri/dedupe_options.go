package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/cgroup"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/dedupe"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/schemes"
)

// countWords are the values of -of: whether lines are counted.
var countWords = engine.Words[bool]{{"results", false}, {"lines", true}}

// These are sizes of -memory.
const (
	defaultMemory = 256 << 20
	leastMemory   = 64 << 10
)

// sizeForm matches a size, with submatches for its number and its unit.
var sizeForm = regexp.MustCompile(`(?i)^([0-9]+)(?:([KMGT])(?:I?B)?)?$`)

// parseSize parses a number of bytes, which may end in K, KB or KiB, and so on up to T: all are powers of 1024.
func parseSize(text string) (int64, error) {
	size := sizeForm.FindStringSubmatch(text)
	if size == nil {
		return 0, engine.ErrValue
	}
	shift := 10 * strings.Index(" KMGT", strings.ToUpper(size[2])) // 0 without a unit
	n, err := strconv.ParseInt(size[1], 10, 64)
	if err != nil || n < 1 || n > math.MaxInt64>>shift || n<<shift < leastMemory {
		return 0, engine.ErrValue
	}
	return n << shift, nil
}

// check checks the arguments together and sets the options that depend on several of them.
func (d *deduper) check(rest []string) error {
	d.names, d.out = engine.OrStdin(rest), cmp.Or(d.out, "-")
	if err := cmp.Or(d.input.Check(), d.checkFlags()); err != nil {
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
		d.Input = func(line []byte) ([]byte, error) {
			if d.against != "" && d.notes.Read.Load() == 0 { // the file of -against is read first
				return d.old.Input(line)
			}
			return d.notes.Input(line)
		}
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

// checkFlags returns an error if flags contradict each other, or if several results go to standard output.
func (d *deduper) checkFlags() error {
	switch {
	case d.keepsLine():
		return errKeptLine
	case d.repeated && d.unique:
		return errors.New("-repeated and -unique exclude each other")
	case d.by != nil && d.key != nil && d.counts == "":
		return errors.New("-by and -key exclude each other without -count")
	case (d.CountLines || d.top) && d.counts == "":
		return errors.New("-of and -top work only with -count")
	case d.against == "-" && slices.Contains(d.names, "-"):
		return errors.New("-against: standard input has the lines: write FILE")
	case d.out == "-" && d.counts == "-":
		return errors.New("-count: standard output has the lines: write -o FILE")
	case d.out == "-" && d.invalid == "-":
		return errors.New("-invalid: standard output has the lines: write -o FILE")
	case d.counts == "-" && d.invalid == "-":
		return errors.New("-count: another flag has the same file")
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

// defineKey defines the flags -by, which takes a field, and -key, which takes one of keyWords or a field.
func (d *deduper) defineKey(fs *flag.FlagSet) {
	setBy := func(name string) error {
		if d.by = fieldNamed(name); d.by == nil {
			return engine.ErrValue
		}
		return nil
	}
	fs.Var(&engine.Choice{Words: fieldsToCompare, SetText: setBy}, "by", "a field such as host or domain")
	keyFlag(fs, &d.key)
}

// group returns the name of the group of a normal form. It is escaped, because decoded fields may have any bytes.
func (d *deduper) group(normal []byte) []byte {
	a := readForm(d.input.Dialect, normal)
	text, _ := d.by(&a)
	return escape.AppendText(nil, octet.Bytes(text))
}

// setNormalize sets the function that normalizes lines, unless Run can do it itself.
func (d *deduper) setNormalize() error {
	in := &d.input
	if in.Dialect == dialect.URI && d.key == nil && !in.Filter.IsOn() && in.NoScheme == "" {
		return nil // Run normalizes URIs by d.Query without a call of a function for each line
	}
	n, err := d.key.prepare(in.Dialect, uri.Normalizer{Steps: uri.AllSteps, Query: d.Query})
	normalize := normalFormIn(in.Dialect, n)
	d.Normalize = func(dst, line []byte) ([]byte, error) {
		start := len(dst)
		address, err := in.WithScheme(line)
		isLeftOut := err == nil && d.leavesOut(address)
		if err == nil && !isLeftOut {
			dst, err = normalize(dst, address)
		}
		switch {
		case isLeftOut, err != nil && in.Filter.IsStrict():
			return dst, errLeftOut
		case err != nil || d.key == nil:
			return dst, err
		case d.key.isForm:
			dst = d.key.append(in.Dialect, dst[:start], slices.Clone(dst[start:]))
		}
		if d.key.refuses(dst[start:]) {
			err = &uri.Error{Component: uri.ComponentScheme, Reason: uri.ReasonNoScheme, Offset: schemes.Len(address)}
		}
		return dst, err
	}
	return err
}

// errLeftOut is the error for a line that a filter leaves out.
var errLeftOut = errors.New("left out")
