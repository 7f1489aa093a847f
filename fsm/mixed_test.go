package fsm_test

import (
	"fmt"
	"iter"
	"testing"

	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/hostile"
)

type mixed = hostile.Mixed

// checkScanned returns the outcome of a function that scans. On success, the ranges must describe a string with shift
// bytes before the input.
func checkScanned(x *mixed, n int, ok bool, shift int) hostile.Outcome {
	o := hostile.Outcome{Number: uint64(n)<<1 | hostile.One(ok)}
	if n < 0 || n > len(x.S) || ok && (n != len(x.S) || !hostile.IsInside(x.R, n+shift)) {
		o.Err = fmt.Errorf("%w: returns %d, %t, leaves %v", hostile.ErrBroken, n, ok, *x.R)
	}
	return o
}

func explainedAs(c fsm.Component, reason fsm.Reason) hostile.Outcome {
	return hostile.Outcome{Text: c.String() + reason.String()}
}

// The tables of calls: all functions that take a string or a buffer, each generic one in two tables, and Ranges. Package
// hostile calls the other functions.
var (
	mixedStringCalls = mixedTextCalls(func(x *mixed) string { return x.S })
	mixedByteCalls   = mixedTextCalls(func(x *mixed) []byte { return x.B })
	mixedOtherCalls  = newMixedOtherCalls()
)

// mixedTextCalls returns the calls of the functions that take a string or a byte slice.
func mixedTextCalls[T string | []byte](of func(x *mixed) T) hostile.Calls[*mixed] {
	return hostile.Calls[*mixed]{
		"Scan": func(x *mixed) hostile.Outcome {
			n, ok := fsm.Scan(of(x), x.R)
			return checkScanned(x, n, ok, 0)
		},
		"ScanAs": func(x *mixed) hostile.Outcome {
			n, ok := fsm.ScanAs(x.P, of(x), x.R)
			if x.P == fsm.HostPort {
				return checkScanned(x, n, ok, len("//"))
			}
			return checkScanned(x, n, ok, 0)
		},
		"Explain":    func(x *mixed) hostile.Outcome { return explainedAs(fsm.Explain(x.P, of(x), x.N)) },
		"HostKindOf": func(x *mixed) hostile.Outcome { return hostile.Outcome{Text: fsm.HostKindOf(of(x), x.R).String()} },
	}
}

// newMixedOtherCalls returns the calls of the methods of Ranges, and of the records in a buffer.
func newMixedOtherCalls() hostile.Calls[*mixed] {
	get := func(f func(r *fsm.Ranges) (lo, hi int, ok bool)) func(*mixed) hostile.Outcome {
		return func(x *mixed) hostile.Outcome {
			lo, hi, ok := f(x.R)
			if ok { // slice the string: a byte slice could be extended to its capacity
				return hostile.Outcome{Text: x.S[lo:hi]}
			}
			return hostile.Outcome{}
		}
	}
	return hostile.Calls[*mixed]{
		"Ranges.Scheme":    get((*fsm.Ranges).Scheme),
		"Ranges.Authority": get((*fsm.Ranges).Authority),
		"Ranges.Userinfo":  get((*fsm.Ranges).Userinfo),
		"Ranges.Host":      get((*fsm.Ranges).Host),
		"Ranges.Port":      get((*fsm.Ranges).Port),
		"Ranges.Path":      get(func(r *fsm.Ranges) (lo, hi int, ok bool) { lo, hi = r.Path(); return lo, hi, true }),
		"Ranges.Query":     get((*fsm.Ranges).Query),
		"Ranges.Fragment":  get((*fsm.Ranges).Fragment),

		"Records": func(x *mixed) hostile.Outcome { return abuse(x, fsm.Records(x.B, x.Small)) },
	}
}

// abuse reads records, writes to them, and keeps them for too long. Their bytes must be bytes of the input, and
// appending to them must not change the next record.
func abuse(x *mixed, records iter.Seq[*fsm.Record]) (o hostile.Outcome) {
	var kept []*fsm.Record
	for rec := range records {
		if o.Number++; o.Number > 1000 {
			break
		}
		end := rec.Offset + int64(len(rec.Bytes))
		if rec.Offset < 0 || end > int64(len(x.S)) || string(rec.Bytes) != x.S[rec.Offset:end] ||
			cap(rec.Bytes) != len(rec.Bytes) || rec.N < 0 || rec.N > len(rec.Bytes) ||
			rec.OK && !hostile.IsInside(&rec.Ranges, len(rec.Bytes)) {
			o.Err = fmt.Errorf("%w: the record %+v of %d bytes", hostile.ErrBroken, rec, cap(rec.Bytes))
			return o
		}
		if kept = append(kept, rec); x.Q != nil {
			rec.Ranges = *x.Q
		}
		rec.Bytes = append(rec.Bytes, "too much"...)
		rec.N, rec.Offset = x.N, int64(x.Shift)
	}
	for _, rec := range kept {
		o.Text = string(rec.Bytes)
	}
	return o
}

var mixedSuite = hostile.MixedSuite{
	Calls: []hostile.Calls[*hostile.Mixed]{mixedStringCalls, mixedByteCalls, mixedOtherCalls},
	Plain: fsm.WithoutVector,
}

func TestMixedArguments(t *testing.T) { mixedSuite.Test(t) }
func FuzzMixedArguments(f *testing.F) { mixedSuite.Fuzz(f) }
