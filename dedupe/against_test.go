package dedupe

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
)

// TestAgainst: of the lines of two inputs without duplicates, those of the first input come first. With the first input
// as Against, Run writes the others.
func TestAgainst(t *testing.T) {
	random, n := kit.Random(t), kit.Rounds(2_000, 5_000, 20_000)
	against, input := spellings(random, n), spellings(random, n)
	for _, normal := range []bool{false, true} {
		first, want := referenceRun(against, normal, nil), referenceRun(against+input, normal, nil)
		want.Out = strings.TrimPrefix(want.Out, first.Out)
		for host, count := range first.Counts {
			if want.Counts[host] -= count; want.Counts[host] == 0 {
				delete(want.Counts, host)
			}
		}
		want.Invalid = referenceRun(input, normal, nil).Invalid
		for i, memory := range []int64{1, 1, 1, 16 << 20} {
			u := &URIs{Limits: Limits{memory, t.TempDir()}, WriteNormal: normal, Workers: 1 + i%2, Against: strings.NewReader(against)}
			if i > 1 {
				u.Counted = func(dst []byte, _ int64) ([]byte, bool) { return dst, true }
			}
			if diff := cmp.Diff(want, run(t, u, input)); diff != "" {
				t.Errorf("normal %t, %d bytes, counted %t (-want +got):\n%.2000s", normal, memory, i > 1, diff)
			}
		}
	}
}

// TestAgainstLines: Run drops the lines of Against, and returns errors about them.
func TestAgainstLines(t *testing.T) {
	lines := func(a string) io.Reader { return strings.NewReader(a) }
	names := ""
	for _, test := range []struct {
		u          *URIs
		src        string
		out, names string
		want       error
	}{
		{&URIs{Against: lines("")}, "a\n", "a\n", "", nil},
		{&URIs{Against: lines("a\nb")}, "b\na\nc\nc\n", "c\n", "", nil},
		{&URIs{Against: lines("a\n")}, "a\n", "", "", nil},
		{&URIs{Against: lines("a\r\n"), CRLF: true}, "a\nb\r\n", "b\n", "", nil},
		{&URIs{Against: lines("a\x00"), NUL: true}, "a\x00b", "b\x00", "", nil},
		{&URIs{Against: lines("a b\n")}, "b\n", "b\n", "", nil},
		{&URIs{Against: lines("b\n")}, "a b\n", "", "", ErrAllInvalid},
		{&URIs{Against: lines("//h\n//i\n"), CountLines: true}, "//h\n//k\n//k\n", "//k\n", "h1 k2 ", nil},
		{&URIs{Against: io.MultiReader(lines("a\n"), iotest.ErrReader(errRead))}, "a\nb\n", "", "", errRead},
	} {
		names = ""
		if test.u.CountLines {
			test.u.GroupBy = Host
			test.u.OnGroup = func(name []byte, count int64) error {
				names += string(name) + string(rune('0'+count)) + " "
				return nil
			}
		}
		test.u.Memory = 1 << 20
		var out strings.Builder
		if err := test.u.Run(&out, lines(test.src)); !errors.Is(err, test.want) || out.String() != test.out || names != test.names {
			t.Errorf("%q: %q, %q, %v; want %q, %q, %v", test.src, out.String(), names, err, test.out, test.names, test.want)
		}
	}
	var got []Invalid
	u := URIs{Limits: Limits{Memory: 1 << 20}, Against: lines("a\nb c\n"), Invalid: func(line Invalid) error {
		line.Text, line.Err = nil, nil
		got = append(got, line)
		return nil
	}}
	err := u.Run(io.Discard, lines("<\na\n"))
	if diff := cmp.Diff([]Invalid{{Number: 2, Offset: 2, Against: true}, {Number: 1}}, got); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if want := (Stats{Bytes: 4, Lines: 2, Invalid: 1}); u.Stats() != want {
		t.Errorf("%+v, want %+v", u.Stats(), want)
	}
}
