package main

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	assemblyName   = regexp.MustCompile(`^(?:TEXT ·|#define )(\w+)`)
	assemblyNumber = regexp.MustCompile(`\b(?:0x[0-9a-fA-F]+|[0-9]+)\b`)
	assemblyJump   = regexp.MustCompile(`\b(?:J|B|CB|TB)[A-Z]+\b`)
)

// jumps maps each conditional jump to those that are easily confused with it.
var jumps = map[string][]string{
	"JA": {"JAE"}, "JAE": {"JA"}, "JB": {"JBE"}, "JBE": {"JB"}, // amd64
	"JHI": {"JCC"}, "JCC": {"JCS"}, "JCS": {"JCC"}, "JLS": {"JCS"},
	"JGT": {"JGE"}, "JGE": {"JGT"}, "JLT": {"JLE"}, "JLE": {"JLT"},
	"JEQ": {"JNE"}, "JNE": {"JEQ"}, "JE": {"JNE"},
	"BHI": {"BHS"}, "BHS": {"BHI"}, "BLO": {"BLS"}, "BLS": {"BLO"}, // arm64
	"BGT": {"BGE"}, "BGE": {"BGT"}, "BLT": {"BLE"}, "BLE": {"BLT"},
	"BEQ": {"BNE"}, "BNE": {"BEQ"}, "CBZ": {"CBNZ"}, "CBNZ": {"CBZ"}, "TBZ": {"TBNZ"}, "TBNZ": {"TBZ"},
}

// mutateAssembly makes the mutants of a file of assembly: numbers that are one higher or lower, and jumps on other
// conditions. It leaves out declarations, prefetches, the offsets of arguments and symbols, and the scales of indexes.
func (s *mutator) mutateAssembly() {
	at := 0
	for line := range strings.Lines(s.source) {
		code, _, _ := strings.Cut(line, "//")
		switch name := assemblyName.FindStringSubmatch(code); {
		case name != nil:
			s.fn = name[1]
			fallthrough
		case strings.Contains(code, "PREFETCH"), strings.HasPrefix(code, "DATA"), strings.HasPrefix(code, "GLOBL"), strings.HasPrefix(code, "#"):
		default:
			s.mutateInstruction(at, code)
		}
		at += len(line)
	}
}

// mutateInstruction makes the mutants of the instruction at the offset.
func (s *mutator) mutateInstruction(at int, code string) {
	for _, place := range assemblyJump.FindAllStringIndex(code, -1) {
		for _, other := range jumps[code[place[0]:place[1]]] {
			s.addAt(at+place[0], at+place[1], other)
		}
	}
	for _, place := range assemblyNumber.FindAllStringIndex(code, -1) {
		rest := code[place[1]:]
		value, err := strconv.ParseUint(code[place[0]:place[1]], 0, 63)
		isOffset := strings.HasPrefix(rest, "(FP)") || strings.HasPrefix(rest, "(SB)")
		if err != nil || isOffset || strings.HasSuffix(code[:place[0]], "*") {
			continue
		}
		s.addAt(at+place[0], at+place[1], strconv.FormatUint(value+1, 10))
		if value > 0 {
			s.addAt(at+place[0], at+place[1], strconv.FormatUint(value-1, 10))
		}
	}
}
