package tables

import (
	"testing"
	"unicode/utf8"
	"unsafe"

	"github.com/urispan/uri/internal/hostile/input"
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

// TestIRITotal: unused states have no context and no text, for every argument; see TestPackedTotal.
func TestIRITotal(t *testing.T) {
	for s := range 1 << 16 {
		state := uint16(s)
		used := s%(1<<iriStateBits) > Dead && s%(1<<iriStateBits) < iriNumStates
		if !used && IRIContextOf(state) != 0 || (!used || s >= 1<<iriStateBits) && IRIIsText(state) {
			t.Errorf("state %d is not used, but has a context or text", s)
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
	for r := rune(-100); r <= utf8.MaxRune+100; r++ {
		if got, want := IsUcschar(r), input.IsUcschar(r); got != want {
			t.Errorf("IsUcschar(%#x) = %v", r, got)
		}
		if got, want := IsIprivate(r), input.IsIprivate(r); got != want {
			t.Errorf("IsIprivate(%#x) = %v", r, got)
		}
		if !utf8.ValidRune(r) {
			continue
		}
		state := uint64(TextStart)
		for _, b := range []byte(string(r)) {
			state = TextNext(state, b)
		}
		if got, want := state == TextStart, r < utf8.RuneSelf || input.IsUcschar(r); got != want {
			t.Errorf("TextNext, %#x: %v", r, got)
		}
	}
	for _, r := range []rune{-1 << 31, 1<<31 - 1, 1 << 24, 1<<24 | 0xA0} {
		if IsUcschar(r) || IsIprivate(r) {
			t.Errorf("%#x is no code point", r)
		}
	}
}
