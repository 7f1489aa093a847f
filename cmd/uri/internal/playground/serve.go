//go:build !js

package playground

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"time"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// errNoLoopback does not show the address. If that is a URL, it may contain a password.
var errNoLoopback = errors.New("-addr: want " + LoopbackPort)

// Serve serves the page at addr until ctx is done, and prints the address to stdout. The given verbs answer questions.
func Serve(ctx context.Context, addr string, stdout io.Writer, verbs map[string]*engine.Verb) error {
	listener, err := listenLoopback(addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	if _, err := fmt.Fprintf(stdout, "uri: http://%s/ (Ctrl-C ends it)\n", listener.Addr()); err != nil {
		return err
	}
	server := newServer(NewHandler(verbs))
	defer context.AfterFunc(ctx, func() { server.Close() })()
	if err := server.Serve(listener); ctx.Err() == nil {
		return err
	}
	return nil
}

// newServer returns a server with a limit of time for each step that a client may delay.
func newServer(h http.Handler) *http.Server {
	return &http.Server{
		Handler:      h,
		ReadTimeout:  10 * time.Second,
		WriteTimeout: 30 * time.Second, // after the header: to read the question, answer it, and write the answer
		IdleTimeout:  time.Minute,
		ErrorLog:     log.New(io.Discard, "", 0), // a log could contain a reference
	}
}

// listenLoopback listens at addr if only this machine can connect to it. It looks "localhost" up, since that need not be a
// loopback address.
func listenLoopback(addr string) (net.Listener, error) {
	if !isLoopback(addr) {
		return nil, errNoLoopback
	}
	at, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil || !at.IP.IsLoopback() {
		return nil, errNoLoopback
	}
	return net.ListenTCP("tcp", at)
}
