package engine

import (
	"io"

	"github.com/urispan/uri/cmd/uri/internal/paint"
)

// An output is the form and the destination of answers. All workers of a job share it.
type output struct {
	*Options
	*Formats
	stdout io.Writer
	stderr io.Writer
	screen paint.Screen
	write  Format    // the Format or the template that the options choose
	unit   string    // the name of a record: "line", "record" (with -0) or "argument"
	drawn  bool      // the format is a picture
	web    bool      // records are read as browsers read them
	omits  bool      // invalid records have no output
	silent bool      // the output does not describe faults
	hints  bool      // the summary has hints about invalid records, which the format does not have
	report io.Writer // for invalid inputs; may be nil
	turn   *turn
}
