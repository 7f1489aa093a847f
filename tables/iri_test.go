package tables

import (
	"testing"
	"unicode/utf8"
	"unsafe"
)

// TestIRISize: the tables of the automaton for IRIs are larger than a first-level cache, but their used part is a fraction
// of a second-level cache, and the tables for text are small.
func TestIRISize(t *testing.T) {
	automaton := unsafe.Sizeof(iriClasses) + unsafe.Sizeof(iriTransitions) +
		unsafe.Sizeof(iriRunMasks) + unsafe.Sizeof(iriContexts)
	used := unsafe.Sizeof(iriClasses) + iriNumStates*
		(unsafe.Sizeof(iriTransitions[0])+unsafe.Sizeof(iriRunMasks[0])+unsafe.Sizeof(iriContexts[0]))
	text := unsafe.Sizeof(textBytes) + unsafe.Sizeof(textRows)
	t.Logf("automaton: %d bytes, %d in use; text: %d bytes; code points: %d bytes",
		automaton, used, text, unsafe.Sizeof(ucschar)+unsafe.Sizeof(iprivate))
	if automaton > 66<<10 || used > 36<<10 || text > 4<<10 {
		t.Error("that is more than 66 KiB, 36 KiB and 4 KiB")
	}
}

// TestIRITotal: unused states and classes are dead, for every argument of every accessor.
func TestIRITotal(t *testing.T) {
	for s := range 1 << 16 {
		state := uint16(s)
		used := s%(1<<iriStateBits) > Dead && s%(1<<iriStateBits) < iriNumStates
		for c := range 256 {
			class := uint8(c)
			if next := IRINext(state, class); next >= iriNumStates || next != Dead && (!used || c%(1<<iriClassBits) >= iriNumClasses) {
				t.Fatalf("IRINext(%d, %d) = %d", s, c, next)
			}
			if m := IRIMark(state, class); m > MarkFragment || m != MarkNone && IRINext(state, class) == Dead {
				t.Fatalf("IRIMark(%d, %d) = %d", s, c, m)
			}
		}
		if !used && (IRIRunMask(state) != 0 || IRIContextOf(state) != 0) {
			t.Errorf("state %d is not used, but not dead", s)
		}
		if (!used || s >= 1<<iriStateBits) && (IRIAccepting(state) || IRIIsRun(state) || IRIIsText(state)) {
			t.Errorf("state %d is not used, but accepts or runs", s)
		}
	}
}

// TestIRIRuns is TestRuns for the automaton for IRIs, which shares the run sets of bytes with the one for URIs.
func TestIRIRuns(t *testing.T) {
	for state := range uint16(iriNumStates) {
		loops := false
		for c := range 256 {
			b := byte(c)
			class := IRIClass(b)
			loop := state != Dead && IRINext(state, class) == state && IRIMark(state, class) == MarkNone
			loops = loops || loop
			if got := RunBits(b)&IRIRunMask(state) != 0; got != loop {
				t.Errorf("state %d, byte %q: run %v, loop %v", state, b, got, loop)
			}
		}
		if IRIIsRun(state) != loops {
			t.Errorf("IRIIsRun(%d) = %v", state, IRIIsRun(state))
		}
	}
}

// TestTextStates: the text state of a component is a text state with that component.
func TestTextStates(t *testing.T) {
	for state, want := range map[uint16]Component{
		IRITextHost: Authority, // or a userinfo, until there is an "@"
		IRITextPath: Path, IRITextQuery: Query, IRITextFragment: Fragment,
	} {
		if got := IRIContextOf(state); !IRIIsText(state) || got != Context(want) {
			t.Errorf("state %d: text %v, context %d", state, IRIIsText(state), got)
		}
	}
}

// TestTextTotal: for every state and byte, the next state is a state, and no byte leads out of the dead state.
func TestTextTotal(t *testing.T) {
	for state := range uint64(1 << 12) {
		for c := range 256 {
			b := byte(c)
			next := TextNext(state, b)
			if next%4 != 0 || next > TextDead && state%4 == 0 && state <= TextDead {
				t.Fatalf("TextNext(%d, %q) = %d", state, b, next)
			}
			if state == TextDead && next != TextDead {
				t.Errorf("TextNext(TextDead, %q) = %d", b, next)
			}
		}
	}
	for c := range 256 {
		b := byte(c)
		want := uint16(RunBits(b)) | TextPlain
		switch {
		case b == '%':
			want = 0xff
		case b >= utf8.RuneSelf:
			want = 0xff | TextPlain
		}
		if got := TextBits(b); got != want {
			t.Errorf("TextBits(%q) = %#02x, want %#02x", b, got, want)
		}
	}
}

// TestCodePoints compares IsUcschar, IsIprivate and TextNext with the ranges in RFC 3987, for every code point and for
// runes outside of Unicode.
func TestCodePoints(t *testing.T) {
	inUcschar := [][2]rune{
		{0xA0, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFEF},
		{0x10000, 0x1FFFD}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
		{0x40000, 0x4FFFD}, {0x50000, 0x5FFFD}, {0x60000, 0x6FFFD},
		{0x70000, 0x7FFFD}, {0x80000, 0x8FFFD}, {0x90000, 0x9FFFD},
		{0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD},
		{0xD0000, 0xDFFFD}, {0xE1000, 0xEFFFD},
	}
	inIprivate := [][2]rune{{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}}
	in := func(ranges [][2]rune, r rune) bool {
		for _, lohi := range ranges {
			if lohi[0] <= r && r <= lohi[1] {
				return true
			}
		}
		return false
	}
	for r := rune(-100); r <= utf8.MaxRune+100; r++ {
		if got, want := IsUcschar(r), in(inUcschar, r); got != want {
			t.Errorf("IsUcschar(%#x) = %v", r, got)
		}
		if got, want := IsIprivate(r), in(inIprivate, r); got != want {
			t.Errorf("IsIprivate(%#x) = %v", r, got)
		}
		if !utf8.ValidRune(r) {
			continue
		}
		state := uint64(TextStart)
		for _, b := range []byte(string(r)) {
			state = TextNext(state, b)
		}
		if got, want := state == TextStart, r < utf8.RuneSelf || in(inUcschar, r); got != want {
			t.Errorf("TextNext, %#x: %v", r, got)
		}
	}
	for _, r := range []rune{-1 << 31, 1<<31 - 1, 1 << 24, 1<<24 | 0xA0} {
		if IsUcschar(r) || IsIprivate(r) {
			t.Errorf("%#x is no code point", r)
		}
	}
}
