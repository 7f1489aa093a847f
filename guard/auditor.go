package guard

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/glance"
)

// An auditor inspects a reference and notes its hazards.
type auditor struct {
	s     string
	r     *fsm.Ranges  // not a copy, which would wait for the stores of a parser
	parts glance.Parts // the parts to inspect
	found Hazards
	yield func(Finding) bool // nil if the caller wants no findings, or no more of them
}

// note adds hazards at s[lo:hi] to the result.
func (a *auditor) note(h Hazards, lo, hi int) {
	a.found |= h
	if a.yield == nil {
		return
	}
	for ; h != 0; h &= h - 1 { // not by Hazards.All, which would allocate
		if !a.yield(Finding{h & -h, lo, hi}) {
			a.yield = nil
			return
		}
	}
}
