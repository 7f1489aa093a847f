package dialect

import (
	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/fsm"
)

// Text is the dialect of verbs that read lines of any bytes. Only a line that is too long is invalid, so Text needs no
// functions about faults, and no pictures.
var Text = &Dialect{
	Read:       func(rec *fsm.Record) { rec.N, rec.OK = len(rec.Bytes), true },
	Fields:     []Field{{Key: "offset"}, {Key: "reason", Text: func(f *Fault) string { return f.Reason }}},
	AppendText: escape.AppendText,
	AppendJSON: escape.AppendJSON,
}
