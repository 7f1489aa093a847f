// Package glance has glances at references. A glance is a quick check that proves a fact for most inputs and gives up
// on the others. Here the facts are that nothing in a reference needs normalizing (normal.go), and that nothing in it
// needs inspection by an audit (audit.go). Both are true of nearly all references on the web. If a glance gives up,
// packages uri and guard inspect the reference.
package glance

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
)

func offsetsOf(r *fsm.Ranges) *ranges.Offsets { return (*ranges.Ranges)(r).Offsets() }
