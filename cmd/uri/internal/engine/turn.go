package engine

import (
	"sync"
	"sync/atomic"
)

// A turn makes workers write in the order of their reads. A worker may write and count only in its turn.
type turn struct {
	mu      sync.Mutex
	changed sync.Cond
	batch   int   // the number of the batch that has the turn
	over    bool  // no worker gets a turn from now on
	err     error // the reason of over; nil at the end of the input
	done    chan struct{}
	told    atomic.Int64 // messages about invalid records that were written, or left out after the last

	tally
}

// A tally counts inputs.
type tally struct {
	total   int
	Invalid int
	Blank   int          // lines without an input
	Left    int          // inputs that a filter left out
	unread  int          // invalid inputs, also those that a filter left out
	signs   [signEnd]int // inputs, by their signs
}

// add adds n to the tally.
func (t *tally) add(n *tally) {
	t.total += n.total
	t.Invalid += n.Invalid
	t.Blank += n.Blank
	t.Left += n.Left
	t.unread += n.unread
	for i := range t.signs {
		t.signs[i] += n.signs[i]
	}
}

// wait waits for the turn of a batch. It returns false if the turns are over.
func (t *turn) wait(batch int) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.batch != batch && !t.over {
		t.changed.Wait()
	}
	return !t.over
}

// pass ends the turn of a batch and adds n to the tally.
func (t *turn) pass(n tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.add(&n)
	t.batch++
	t.changed.Broadcast()
}

// end ends all turns. If err is nil, the reason is the end of the input.
func (t *turn) end(err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.over {
		return
	}
	t.over, t.err = true, err
	t.changed.Broadcast()
	close(t.done)
}

// count returns the tally so far.
func (t *turn) count() tally {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tally
}
