package playground

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall/js"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// Serve answers the pages that Export writes until ctx is done. They call the function uriAnswer with the path and the
// text of a question. It returns the status and the text of the answer.
func Serve(ctx context.Context, _ string, _ io.Writer, verbs map[string]*engine.Verb) error {
	handler := NewHandler(verbs)
	answer := js.FuncOf(func(_ js.Value, args []js.Value) any {
		r, err := http.NewRequest(http.MethodPost, "http://localhost/"+args[0].String(), strings.NewReader(args[1].String()))
		if err != nil {
			return js.ValueOf([]any{http.StatusBadRequest, ""})
		}
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return js.ValueOf([]any{w.Code, w.Body.String()})
	})
	defer answer.Release()
	js.Global().Set("uriAnswer", answer)
	js.Global().Call("uriReady")
	<-ctx.Done()
	return nil
}

// Export fails: a program in a browser writes no files.
func Export(context.Context, string, io.Writer, io.Writer) error { return errors.ErrUnsupported }
