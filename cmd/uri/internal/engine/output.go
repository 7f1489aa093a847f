package engine

import (
	"io"

	"github.com/urispan/uri/cmd/uri/internal/paint"
)

// An output is what all workers of a job share: the form of the answers, and where they go.
type output struct {
	*Options
	*Formats
	stdout io.Writer
	stderr io.Writer
	screen paint.Screen
	write  Format // the one of Formats that the options choose, or their template
	unit   string // the name of a record: "line", "record" (with -0) or "argument"
	drawn  bool   // the format is a picture
	silent bool   // the format does not say why a record is invalid
	frame  *frame // of answers in lines; may be nil
	turn   *turn
}
