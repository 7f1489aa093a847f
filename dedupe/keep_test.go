package dedupe

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/test/kit"
)

// TestKeepInvalid: with KeepInvalid, invalid lines are written in their places, each of them, and nothing else changes.
func TestKeepInvalid(t *testing.T) {
	random, n := kit.Random(t), kit.Rounds(2_000, 5_000, 20_000)
	var input strings.Builder
	for line := range strings.Lines(spellings(random, n)) {
		if input.WriteString(line); random.IntN(3) == 0 {
			fmt.Fprintf(&input, "a b%d\n", random.IntN(20))
		}
	}
	input.WriteString("<")
	for _, normal := range []bool{false, true} {
		var lines []string
		counts, groups, kept := map[string]int{}, map[string]int64{}, 0
		for line := range strings.Lines(input.String()) {
			line = strings.TrimSuffix(line, "\n")
			key, _, err := uri.Normalizer{Steps: uri.AllSteps}.AppendNormalizedBytes(nil, []byte(line))
			switch {
			case err != nil:
				if kept++; line == "a b7" {
					continue // KeepInvalid leaves it out
				}
				lines = append(lines, "1 "+line)
				continue
			case counts[string(key)] == 0 && normal:
				lines = append(lines, string(key))
			case counts[string(key)] == 0:
				lines = append(lines, string(key)+"\t"+line)
			}
			if counts[string(key)]++; counts[string(key)] == 1 {
				groups[string(Host(key))]++
			}
		}
		var want, wantCounted strings.Builder
		for _, line := range lines {
			key, first, _ := strings.Cut(line, "\t")
			switch count, isValid := counts[key]; {
			case !isValid:
				want.WriteString(line[len("1 "):] + "\n")
				wantCounted.WriteString(line + "\n")
			case normal:
				first = key
				fallthrough
			default:
				want.WriteString(first + "\n")
				fmt.Fprintf(&wantCounted, "%d %s\n", count, first)
			}
		}
		for i, memory := range []int64{1, 1, 16 << 20, 16 << 20, 1, 16 << 20} {
			isCRLF := i > 3
			got := map[string]int64{}
			u := &URIs{
				Limits: Limits{memory, t.TempDir()}, WriteNormal: normal, GroupBy: Host, CRLF: isCRLF,
				KeepInvalid: func(line Invalid) bool { return string(line.Text) != "a b7" },
				OnGroup:     func(name []byte, count int64) error { got[string(name)] = count; return nil },
			}
			in, want := input.String(), want.String()
			if i%2 > 0 {
				want = wantCounted.String()
				u.Counted = func(dst []byte, count int64) ([]byte, bool) { return fmt.Appendf(dst, "%d ", count), true }
			}
			if isCRLF {
				in, want = strings.ReplaceAll(in, "\n", "\r\n")+"\r", strings.ReplaceAll(want, "\n", "\r\n")
			}
			var out bytes.Buffer
			if err := u.Run(&out, strings.NewReader(in)); err != nil {
				t.Fatal(err)
			}
			if out.String() != want || u.Stats().Invalid != int64(kept) || fmt.Sprint(got) != fmt.Sprint(groups) {
				t.Errorf("normal %t, round %d: %.200q, %d invalid, want %.200q, %d", normal, i, out.String(), u.Stats().Invalid, want, kept)
			}
		}
	}
}

// TestKeepInvalidLimits: a line that is too long is not kept, nor is one of Against.
func TestKeepInvalidLimits(t *testing.T) {
	u := &URIs{
		MaxLine: 3, Against: strings.NewReader("<\na\n"), KeepInvalid: func(Invalid) bool { return true },
		Counted: func(dst []byte, count int64) ([]byte, bool) { return dst, count == 1 },
	}
	var out bytes.Buffer
	if err := u.Run(&out, strings.NewReader("<\na\n<bcd\nabcd\n<bc\n\n<bc")); out.String() != "<\n<bc\n\n<bc\n" || err != nil {
		t.Errorf("%q, %v", out.String(), err)
	}
	u = &URIs{KeepInvalid: func(Invalid) bool { return true }}
	if err := u.Run(&out, strings.NewReader("<")); err != nil {
		t.Error(err) // the result has the line
	}
}
