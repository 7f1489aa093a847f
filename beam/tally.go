package uribeam

import (
	"context"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
)

// Namespace is the namespace of all counters.
const Namespace = "uri"

var (
	validCounter    = beam.NewCounter(Namespace, "valid")
	refusedCounter  = beam.NewCounter(Namespace, "refused")
	distinctCounter = beam.NewCounter(Namespace, "distinct")
)

// A tally counts the lines of a bundle. Beam's counters are incremented once for each bundle, because an increment
// costs more time than the check of a line.
type tally struct {
	valid   int64
	refused map[string]int64
}

func (t *tally) reset() { *t = tally{refused: map[string]int64{}} }

// start begins a bundle. It creates the counters, so that the worker reports their names early. Prism 2.77 loses the
// values of a bundle if another bundle ends before it receives the names.
func (t *tally) start(ctx context.Context) {
	t.reset()
	validCounter.Inc(ctx, 0)
	refusedCounter.Inc(ctx, 0)
}

// refuse counts r and emits it.
func (t *tally) refuse(r Refused, emit func(Refused)) {
	t.refused[r.Reason]++
	emit(r)
}

// report adds the counts to the counters.
func (t *tally) report(ctx context.Context) {
	validCounter.Inc(ctx, t.valid)
	var all int64
	for reason, n := range t.refused {
		beam.NewCounter(Namespace, "refused: "+reason).Inc(ctx, n)
		all += n
	}
	refusedCounter.Inc(ctx, all)
	t.reset()
}
