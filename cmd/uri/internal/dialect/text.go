package dialect

import (
	"errors"

	"github.com/urispan/uri/cmd/uri/internal/escape"
	"github.com/urispan/uri/fsm"
)

// Text is the dialect of verbs that read lines of any bytes. Only a line that is too long is invalid.
var Text = &Dialect{
	Read:       func(rec *fsm.Record) { rec.N, rec.OK = len(rec.Bytes), true },
	Explain:    func(*fsm.Record) Fault { return Fault{} },
	Error:      func(string, int) error { return errors.New("not valid") },
	FaultOf:    func(error, int) (n int, f Fault, ok bool) { return 0, Fault{}, false },
	Hint:       func([]byte, int, *Fault) Hint { return Hint{} },
	Fields:     []Field{{Key: "offset"}, {Key: "reason", Text: func(f *Fault) string { return f.Reason }}},
	Components: func([]byte) []Component { return nil },
	AppendText: escape.AppendText,
	AppendJSON: escape.AppendJSON,
}
