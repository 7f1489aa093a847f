package engine

import "sync"

// A turn makes the workers write in the order in which they read. A worker may write and count only in its turn.
type turn struct {
	mu      sync.Mutex
	changed sync.Cond
	batch   int   // the number of the batch whose worker has the turn
	over    bool  // no worker gets the turn any more
	err     error // why it is over, if not because of the end of the input
	done    chan struct{}
	long    []byte // memory for the answers to long records

	tally
}

// A tally counts answers.
type tally struct {
	bytes   int64
	total   int
	invalid int
}

func newTurn() *turn {
	t := &turn{done: make(chan struct{})}
	t.changed.L = &t.mu
	return t
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

// pass ends the turn of a batch, and counts n.
func (t *turn) pass(n tally) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.bytes = n.bytes
	t.total += n.total
	t.invalid += n.invalid
	t.batch++
	t.changed.Broadcast()
}

// end ends all turns, because of err or, if that is nil, the end of the input.
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

// counted returns the tally so far.
func (t *turn) counted() tally {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.tally
}
