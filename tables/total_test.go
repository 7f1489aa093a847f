package tables_test

import (
	"math"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/tables"
)

// An argument is what a function is called with. The first parameter takes as many of its low bits as fit.
type argument struct {
	x uint64
	b byte // the second parameter
}

// calls has every exported function and method.
var calls = hostile.Calls[argument]{
	"Class":           func(a argument) hostile.Outcome { return number(tables.Class(uint8(a.x))) },
	"Next":            func(a argument) hostile.Outcome { return number(tables.Next(uint8(a.x), a.b)) },
	"Mark":            func(a argument) hostile.Outcome { return number(tables.Mark(uint8(a.x), a.b)) },
	"Accepting":       func(a argument) hostile.Outcome { return verdict(tables.Accepting(uint8(a.x))) },
	"IsRun":           func(a argument) hostile.Outcome { return verdict(tables.IsRun(uint8(a.x))) },
	"RunMask":         func(a argument) hostile.Outcome { return number(tables.RunMask(uint8(a.x))) },
	"RunBits":         func(a argument) hostile.Outcome { return number(tables.RunBits(uint8(a.x))) },
	"Sets":            func(a argument) hostile.Outcome { return number(tables.Sets(uint8(a.x))) },
	"Is":              func(a argument) hostile.Outcome { return verdict(tables.Is(a.b, tables.Set(a.x))) },
	"ContextOf":       func(a argument) hostile.Outcome { return number(tables.ContextOf(uint8(a.x))) },
	"OriginStart":     func(argument) hostile.Outcome { return number(tables.OriginStart()) },
	"OriginNext":      func(a argument) hostile.Outcome { return number(tables.OriginNext(uint8(a.x), a.b)) },
	"OriginAccepting": func(a argument) hostile.Outcome { return verdict(tables.OriginAccepting(uint8(a.x))) },
	"HostStart":       func(argument) hostile.Outcome { return number(tables.HostStart()) },
	"HostNext":        func(a argument) hostile.Outcome { return number(tables.HostNext(uint8(a.x), a.b)) },
	"HostAccepting":   func(a argument) hostile.Outcome { return verdict(tables.HostAccepting(uint8(a.x))) },

	"IRIClass":     func(a argument) hostile.Outcome { return number(tables.IRIClass(uint8(a.x))) },
	"IRINext":      func(a argument) hostile.Outcome { return number(tables.IRINext(uint16(a.x), a.b)) },
	"IRIMark":      func(a argument) hostile.Outcome { return number(tables.IRIMark(uint16(a.x), a.b)) },
	"IRIAccepting": func(a argument) hostile.Outcome { return verdict(tables.IRIAccepting(uint16(a.x))) },
	"IRIIsRun":     func(a argument) hostile.Outcome { return verdict(tables.IRIIsRun(uint16(a.x))) },
	"IRIIsText":    func(a argument) hostile.Outcome { return verdict(tables.IRIIsText(uint16(a.x))) },
	"IRIRunMask":   func(a argument) hostile.Outcome { return number(tables.IRIRunMask(uint16(a.x))) },
	"IRIContextOf": func(a argument) hostile.Outcome { return number(tables.IRIContextOf(uint16(a.x))) },
	"TextBits":     func(a argument) hostile.Outcome { return number(tables.TextBits(uint8(a.x))) },
	"TextNext":     func(a argument) hostile.Outcome { return number(tables.TextNext(a.x, a.b)) },
	"IsUcschar":    func(a argument) hostile.Outcome { return verdict(tables.IsUcschar(rune(a.x))) },
	"IsIprivate":   func(a argument) hostile.Outcome { return verdict(tables.IsIprivate(rune(a.x))) },

	"WHATWGClass":     func(a argument) hostile.Outcome { return number(tables.WHATWGClass(uint8(a.x))) },
	"WHATWGNext":      func(a argument) hostile.Outcome { return number(tables.WHATWGNext(uint16(a.x), a.b)) },
	"WHATWGMark":      func(a argument) hostile.Outcome { return number(tables.WHATWGMark(uint16(a.x), a.b)) },
	"WHATWGAccepting": func(a argument) hostile.Outcome { return verdict(tables.WHATWGAccepting(uint16(a.x))) },
	"WHATWGIsRun":     func(a argument) hostile.Outcome { return verdict(tables.WHATWGIsRun(uint16(a.x))) },
	"WHATWGRunMask":   func(a argument) hostile.Outcome { return number(tables.WHATWGRunMask(uint16(a.x))) },
	"WHATWGRunBits":   func(a argument) hostile.Outcome { return number(tables.WHATWGRunBits(uint8(a.x))) },

	"Component.String":    func(a argument) hostile.Outcome { return hostile.Outcome{Text: tables.Component(a.x).String()} },
	"Context.Component":   func(a argument) hostile.Outcome { return number(tables.Context(a.x).Component()) },
	"Context.InPercent":   func(a argument) hostile.Outcome { return verdict(tables.Context(a.x).InPercent()) },
	"Context.InIPLiteral": func(a argument) hostile.Outcome { return verdict(tables.Context(a.x).InIPLiteral()) },
	"Context.InCharacter": func(a argument) hostile.Outcome { return verdict(tables.Context(a.x).InCharacter()) },
}

func number[N ~uint8 | ~uint16 | ~uint32 | ~uint64](n N) hostile.Outcome {
	return hostile.Outcome{Number: uint64(n)}
}

func verdict(b bool) hostile.Outcome {
	if b {
		return number(uint8(1))
	}
	return hostile.Outcome{}
}

// TestCallsComplete fails for an exported function or method that is not in the table of calls.
func TestCallsComplete(t *testing.T) {
	(&hostile.Suite[argument]{Calls: calls}).TestComplete(t)
}

// TestAnyArgument calls every function with every value of a byte for both parameters, with every state of two bytes,
// and with numbers from all over the range of an uint64. None may panic.
func TestAnyArgument(t *testing.T) {
	for name, do := range calls {
		for x := range uint64(1 << 16) {
			do(argument{x >> 8, byte(x)})
			do(argument{x, byte(x * 31 >> 3)})
			do(argument{x * (math.MaxUint64 / (1<<16 - 1)), byte(x)})
		}
		if first, second := do(argument{5, 5}), do(argument{5, 5}); first != second {
			t.Errorf("%s: %v, then %v", name, first, second)
		}
	}
}
