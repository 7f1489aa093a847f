// Package hostile tests packages of this module with hostile input. A [Suite] lists calls, one for each exported
// function and method of a package. It makes the calls with inputs of every kind, with inputs from a fuzzer, with
// inputs that grow, and from several goroutines.
//
// Only tests use it. The suite checks rules that apply to all calls. A call checks its own rules, and returns an error
// that wraps [ErrBroken] if one is broken.
package hostile

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net/netip"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// ErrBroken is in the error chain of a call that found a broken rule.
var ErrBroken = errors.New("broken")

// An Outcome is the results of a call.
type Outcome struct {
	Text   string
	Number uint64
	Err    error
	Length int // the greatest offset that the error may have; 0: see longest

	appends *appender // the function, if it appends; see Append
}

// compared returns the part of o that == can compare.
func (o Outcome) compared() Outcome {
	o.Err, o.appends = nil, nil
	return o
}

// An appender calls a function under test that appends, with a fixed input.
type appender = func(dst []byte) ([]byte, error)

// Calls maps the name of a function, such as "Parse", or of a method, such as "URI.Host", to a call of it.
type Calls[X any] map[string]func(x X) Outcome

// Merge returns the calls of several tables.
func Merge[X any](tables ...Calls[X]) Calls[X] {
	all := Calls[X]{}
	for _, table := range tables {
		for name, call := range table {
			if all[name] != nil {
				panic("there are two calls of " + name)
			}
			all[name] = call
		}
	}
	return all
}

// Text returns a call of a function that returns text.
func Text[X any](f func(x X) string) func(X) Outcome {
	return func(x X) Outcome { return Outcome{Text: f(x)} }
}

// Truth returns a call of a function that returns a bool.
func Truth[X any](f func(x X) bool) func(X) Outcome {
	return func(x X) Outcome { return Outcome{Number: One(f(x))} }
}

// Optional returns a call of a function that returns text that may be undefined.
func Optional[X any](f func(x X) (string, bool)) func(X) Outcome {
	return func(x X) Outcome {
		text, ok := f(x)
		return Outcome{Text: text, Number: One(ok)}
	}
}

// Returned returns the outcome of a call that returns a value with a String method, such as a reference. With an error,
// the value must be the zero value, and otherwise the value that parse returns for its string.
func Returned[R interface {
	comparable
	String() string
}](parse func(string) (R, error), u R, err error) Outcome {
	if err != nil {
		if u != *new(R) {
			err = fmt.Errorf("%w: %q in spite of %w", ErrBroken, u.String(), err)
		}
		return Outcome{Err: err}
	}
	v, err := parse(u.String())
	if u != v {
		err = fmt.Errorf("%w: %q is not what it is said to be: %v", ErrBroken, u.String(), err)
	}
	return Outcome{Text: u.String(), Err: err}
}

// Shown returns the outcome of a call that returns text for people. If the userinfo has the password [Secret], the text must
// not contain it.
func Shown(userinfo, text string) Outcome {
	if strings.Contains(userinfo, ":"+Secret) && strings.Contains(text, Secret) {
		return Outcome{Err: fmt.Errorf("%w: %s", ErrBroken, text)}
	}
	return Outcome{Text: text}
}

// One returns 1 for true and 0 for false.
func One(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

// Addr returns the address with the first 16 bytes of text. If mapped is false, an IPv4-mapped address is an IPv4 address,
// and an IPv6 address has the zone text.
func Addr(text string, mapped bool) netip.Addr {
	var octets [16]byte
	copy(octets[:], text)
	addr := netip.AddrFrom16(octets)
	if !mapped {
		addr = addr.Unmap().WithZone(text)
	}
	return addr
}

// Walk iterates over a sequence and counts its values. Then it iterates again, and stops early.
func Walk[T any](seq iter.Seq[T]) Outcome {
	n := uint64(0)
	for range seq {
		n++
	}
	for range seq {
		break
	}
	next, stop := iter.Pull(seq)
	next()
	stop()
	return Outcome{Number: n}
}

// A Shape is an input of any length: a prefix, a piece that is repeated, and a suffix. Each "$" in the piece is
// replaced with a number.
type Shape [3]string

// make returns an input of about n bytes, and the same input with one more piece.
func (s Shape) make(n int) (a, b string) {
	prefix, piece, suffix := s[0], s[1], s[2]
	middle := strings.Repeat(piece, n/max(1, len(piece))+1)
	if strings.Contains(piece, "$") {
		var numbered strings.Builder
		for i := 0; numbered.Len() < n; i++ {
			numbered.WriteString(strings.ReplaceAll(piece, "$", strconv.Itoa(i*7919%1_000_003)))
		}
		middle = numbered.String()
	}
	a = prefix + middle
	return a + suffix, a + strings.ReplaceAll(piece, "$", "1") + suffix
}

// A Pair is two strings of any length that differ, such as a path and a pattern.
type Pair [2]Shape

// make returns the strings, each of about n bytes.
func (p Pair) make(n int) (a, b string) {
	a, _ = p[0].make(n)
	b, _ = p[1].make(n)
	return a, b
}

// A Suite is the calls of a package and their inputs.
type Suite[X any] struct {
	New      func(a, b string, flags uint8) X      // makes the input of all calls from two strings
	OffsetOf func(err error) (offset int, ok bool) // returns the offset of an error, if it has one
	Calls    Calls[X]
	Seeds    [][2]string // inputs of every kind
	Shapes   []Shape     // inputs that grow, valid and invalid ones
	Pairs    []Pair      // inputs that grow, for calls that compare one string with the other
}

// appenders returns the names of the calls that append.
func (s *Suite[X]) appenders() []string {
	x := s.New(s.Seeds[0][0], s.Seeds[0][1], 0)
	return slices.DeleteFunc(slices.Sorted(maps.Keys(s.Calls)), func(name string) bool {
		return s.Calls[name](x).appends == nil
	})
}

// An example is an X and the strings that it is made from.
type example[X any] struct {
	a, b string
	x    X
}

func (s *Suite[X]) example(a, b string, flags uint8) example[X] {
	return example[X]{a, b, s.New(a, b, flags)}
}

// longest returns the length of the longest text that a call may read: every byte may be percent-encoded.
func (x *example[X]) longest() int { return 3*(len(x.a)+len(x.b)) + 16 }

// A reporter is a testing.T, or counts the faults for a test of this package.
type reporter interface {
	Helper()
	Errorf(format string, args ...any)
}

// checkCall makes a call and checks the rules for all calls. Then it makes the call again: the outcome must be the
// same.
func (s *Suite[X]) checkCall(t reporter, x *example[X], name string) Outcome {
	t.Helper()
	do := s.Calls[name]
	first := do(x.x)
	err := first.Err
	if errors.Is(err, ErrBroken) {
		t.Errorf("%s of %q, %q: %v", name, x.a, x.b, err)
	}
	if offset, ok := s.OffsetOf(err); ok && (offset < 0 || offset > cmp.Or(first.Length, x.longest())) {
		t.Errorf("%s of %q, %q: offset %d", name, x.a, x.b, offset)
	}
	if err != nil && strings.Contains(err.Error(), Secret) {
		t.Errorf("%s: the error shows the password: %v", name, err)
	}
	second := do(x.x)
	if fmt.Sprint(second.Err) != fmt.Sprint(err) {
		t.Errorf("%s of %q, %q: %v, then %v", name, x.a, x.b, err, second.Err)
	}
	if first.compared() != second.compared() {
		t.Errorf("%s of %q, %q: %+v, then %+v", name, x.a, x.b, first, second)
	}
	return first
}

// Secret is a password that occurs nowhere else.
const Secret = "Zq8.Xw7~Kv"

// checkAll checks all calls with an input, and with inputs that have passwords added.
func (s *Suite[X]) checkAll(t *testing.T, a, b string, flags uint8) {
	t.Helper()
	inputs := []example[X]{s.example(a, b, flags)}
	if !strings.Contains(a+b, Secret) {
		inputs = append(inputs,
			s.example("//u:"+Secret+a, b, flags), s.example("s://u:"+Secret+"@"+a, "//:"+Secret+"@"+b, flags))
	}
	for i := range inputs {
		for name := range s.Calls {
			s.checkCall(t, &inputs[i], name)
		}
	}
}

// TestConcurrent makes all calls on shared values from several goroutines. The race detector then finds writes. It also
// checks that no call leaves a goroutine running.
func (s *Suite[X]) TestConcurrent(t *testing.T) {
	before := runtime.NumGoroutine()
	for _, seed := range s.Seeds {
		x := s.example(seed[0], seed[1], 0xa5)
		want := map[string]Outcome{}
		for name := range s.Calls {
			want[name] = s.checkCall(t, &x, name).compared()
		}
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() {
				for name, do := range s.Calls {
					if got := do(x.x).compared(); got != want[name] {
						t.Errorf("%s of %q, %q: %+v, want %+v", name, x.a, x.b, got, want[name])
					}
				}
			})
		}
		group.Wait()
	}
	for range 6000 { // a goroutine may take a moment to end, on a busy machine seconds
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

// Fuzz makes all calls with the inputs of the fuzzer, and with passwords added to them.
func (s *Suite[X]) Fuzz(f *testing.F) {
	for i, seed := range s.Seeds {
		f.Add(seed[0], seed[1], uint8(i*37))
	}
	f.Fuzz(func(t *testing.T, a, b string, flags uint8) { s.checkAll(t, a, b, flags) })
}
