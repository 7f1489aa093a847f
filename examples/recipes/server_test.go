package recipes_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
)

// newLogger returns a logger that hides the secrets of all addresses: in messages, errors and attributes.
func newLogger() *slog.Logger {
	text := slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
		ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{} // so that the output is always the same
			}
			return a
		},
	})
	return slog.New(find.NewRedactingHandler(text, uri.Redactor{QueryKeys: []string{"token", "code"}}))
}

// logged logs each request with its address and its referrer.
func logged(logger *slog.Logger, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		address := "http://" + r.Host + r.URL.RequestURI()
		logger.Info("request", "method", r.Method, "url", address, "referrer", r.Referer())
		next.ServeHTTP(w, r)
	})
}

// A server logs through a handler that hides secrets. The server of net/http has the same handler for its own errors.
func Example_server() {
	logger := newLogger()
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		err := fmt.Errorf("dial %s: timeout", "postgres://admin:s3cr#t@db/users")
		logger.Error("database", "err", err)
		http.Error(w, "try again", http.StatusServiceUnavailable)
	})
	server := &http.Server{
		Handler:  logged(logger, page),
		ErrorLog: slog.NewLogLogger(logger.Handler(), slog.LevelError),
	}

	r := httptest.NewRequest("GET", "http://www.example.com/users?id=7&token=abc", nil)
	r.Header.Set("Referer", "https://login.example.com/?code=123")
	server.Handler.ServeHTTP(httptest.NewRecorder(), r)
	server.ErrorLog.Print("proxy error: https://joe:password@example.com/: EOF")
	// Output:
	// level=INFO msg=request method=GET url="http://www.example.com/users?id=7&token=xxxxx" referrer="https://login.example.com/?code=xxxxx"
	// level=ERROR msg=database err="dial postgres://admin:xxxxx@db/users: timeout"
	// level=ERROR msg="proxy error: https://joe:xxxxx@example.com/: EOF"
}
