// Package glance has glances at references. A glance is a quick check that proves a fact for most inputs and gives up
// on the others. Here the fact is that nothing in a reference needs normalizing. It is true of nearly all references on
// the web. If a glance gives up, package uri inspects the reference.
package glance

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/ranges"
)

func offsetsOf(r *fsm.Ranges) *ranges.Offsets { return (*ranges.Ranges)(r).Offsets() }
