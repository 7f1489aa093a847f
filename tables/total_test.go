package tables_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/urispan/uri/internal/hostile"
	"github.com/urispan/uri/tables"
)

// An argument is the argument of a call. The first parameter takes as many of its low bits as fit.
type argument struct {
	x uint64
	b byte // the second parameter
}

// calls maps the name of every exported function and method to a call of it.
var calls = hostile.Calls[argument]{
	"URI":         called(tables.URI),
	"IRI":         called(tables.IRI),
	"HostPort":    called(tables.HostPort),
	"OriginForm":  called(tables.OriginForm),
	"URITemplate": called(tables.URITemplate),

	"Automaton.Walk": stepped(func(x tables.Automaton, a argument) hostile.Outcome {
		n, state, m := x.Walk(string(binary.LittleEndian.AppendUint64([]byte{a.b}, a.x)))
		return hostile.Outcome{Number: uint64(n)<<16 | uint64(state), Text: fmt.Sprint(m)}
	}),
	"Automaton.Step": stepped(func(x tables.Automaton, a argument) hostile.Outcome {
		next, mark := x.Step(tables.State(a.x), a.b)
		return number(uint32(next)<<8 | uint32(mark))
	}),
	"Automaton.Accepting": stepped(func(x tables.Automaton, a argument) hostile.Outcome {
		return verdict(x.Accepting(tables.State(a.x)))
	}),
	"Automaton.Context": stepped(func(x tables.Automaton, a argument) hostile.Outcome {
		return number(x.Context(tables.State(a.x)))
	}),

	"Is":         func(a argument) hostile.Outcome { return verdict(tables.Is(a.b, tables.Set(a.x))) },
	"IsUcschar":  func(a argument) hostile.Outcome { return verdict(tables.IsUcschar(rune(a.x))) },
	"IsIprivate": func(a argument) hostile.Outcome { return verdict(tables.IsIprivate(rune(a.x))) },

	"Component.String":    func(a argument) hostile.Outcome { return hostile.Outcome{Text: tables.Component(a.x).String()} },
	"Context.Component":   func(a argument) hostile.Outcome { return number(tables.Context(a.x).Component()) },
	"Context.InPercent":   func(a argument) hostile.Outcome { return verdict(tables.Context(a.x).InPercent()) },
	"Context.InIPLiteral": func(a argument) hostile.Outcome { return verdict(tables.Context(a.x).InIPLiteral()) },
	"Context.InCharacter": func(a argument) hostile.Outcome { return verdict(tables.Context(a.x).InCharacter()) },
}

// called tests a function that returns an automaton.
func called(f func() tables.Automaton) func(argument) hostile.Outcome {
	return func(a argument) hostile.Outcome {
		next, _ := f().Step(tables.Start, a.b)
		return number(next)
	}
}

// stepped tests a method of all automata, and of the zero Automaton.
func stepped(f func(x tables.Automaton, a argument) hostile.Outcome) func(argument) hostile.Outcome {
	all := []tables.Automaton{tables.URI(), tables.IRI(), tables.HostPort(), tables.OriginForm(), {}}
	return func(a argument) hostile.Outcome { return f(all[a.x%uint64(len(all))], a) }
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
// and with numbers from the whole range of a uint64. No call may panic.
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
