// Package playground serves a page to try references, to browsers on this machine only.
package playground

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/errs"
)

// LoopbackPort describes the addresses that Serve accepts.
const LoopbackPort = "a loopback address and a port, such as 127.0.0.1:0"

// errNoLoopback does not show the address. If that is a URL, it may contain a password.
var errNoLoopback = errors.New("-addr: want " + LoopbackPort)

// Serve serves the page at addr until ctx is done, and prints the address to stdout. The given verbs answer questions.
// When Serve returns, no request is in progress.
func Serve(ctx context.Context, addr string, stdout io.Writer, verbs map[string]*engine.Verb) error {
	listener, err := listenLoopback(addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	if _, err := fmt.Fprintf(stdout, "uri: http://%s/ (Ctrl-C ends it)\n", listener.Addr()); err != nil {
		return err
	}
	var conns sync.WaitGroup
	server := newServer(NewHandler(verbs))
	server.ConnState = func(_ net.Conn, state http.ConnState) {
		switch state {
		case http.StateNew:
			conns.Add(1)
		case http.StateClosed:
			conns.Done()
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	soon, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if server.Shutdown(soon) != nil {
		server.Close() // requests in progress fail now
	}
	<-ended
	conns.Wait()
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

// listenLoopback listens at addr if only this machine can connect to it. It checks the address again after listening,
// since "localhost" need not be a loopback address.
func listenLoopback(addr string) (net.Listener, error) {
	if !isLoopbackPort(addr) {
		return nil, errNoLoopback
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	if at, ok := listener.Addr().(*net.TCPAddr); !ok || !at.IP.IsLoopback() {
		listener.Close()
		return nil, errNoLoopback
	}
	return listener, nil
}

// isLoopbackPort reports whether addr has a host and a port, and the host is this machine. Errors of package net may
// show such an address, because it cannot contain a password.
func isLoopbackPort(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	_, badPort := strconv.ParseUint(port, 10, 16)
	return err == nil && (badPort == nil || port == "") && isLoopback(addr)
}

// isLoopback reports whether an authority without userinfo names this machine, by a loopback address or as "localhost".
func isLoopback(authority string) bool {
	u, err := uri.Parse("//" + authority)
	if whole, _ := u.Authority(); err != nil || whole != authority {
		return false
	}
	if _, ok := u.Userinfo(); ok {
		return false
	}
	name, _ := u.Host()
	addr, err := u.HostAddr()
	return err == nil && addr.Unmap().IsLoopback() || strings.EqualFold(name, host.Localhost)
}

//go:embed index.html
var page []byte

// pagePolicy allows the page its own script and styles, and requests to this server. The last two directives make
// browsers refuse to treat text as markup.
var pagePolicy = "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'; script-src " + hashOf("script") + "; style-src " + hashOf("style") +
	"; require-trusted-types-for 'script'; trusted-types 'none'"

// hashOf returns the source expression for the only element of the page with the given name.
func hashOf(element string) string {
	_, text, _ := strings.Cut(string(page), "<"+element+">")
	text, _, _ = strings.Cut(text, "</"+element+">")
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// NewHandler returns the handler of the page and of its questions, which the given verbs answer. It rejects questions
// from pages of other origins, and from pages with a name that was made to resolve to this machine (DNS rebinding):
// that name is in the Host header.
func NewHandler(verbs map[string]*engine.Verb) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	})
	mux.HandleFunc("POST /read", func(w http.ResponseWriter, r *http.Request) { serveAnswer(w, r, verbs) })
	sameOrigin := http.NewCrossOriginProtection().Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", pagePolicy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		if !isLoopback(r.Host) {
			http.Error(w, "this is served to loopback names only", http.StatusForbidden)
			return
		}
		sameOrigin.ServeHTTP(w, r)
	})
}

// maxQuestion is the size in bytes of the longest question.
const maxQuestion = 1 << 20

// serveAnswer answers a question. Both are JSON, a type that browsers do not send to another origin without a preflight
// request.
func serveAnswer(w http.ResponseWriter, r *http.Request, verbs map[string]*engine.Verb) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
		return
	}
	var text bytes.Buffer
	text.Grow(int(min(max(r.ContentLength, 0), maxQuestion)) + bytes.MinRead)
	_, err := text.ReadFrom(http.MaxBytesReader(w, r.Body, maxQuestion))
	if _, ok := errs.AsType[*http.MaxBytesError](err); ok {
		http.Error(w, "more than 1 MiB", http.StatusRequestEntityTooLarge)
		return
	}
	var q question
	err = cmp.Or(err, json.Unmarshal(text.Bytes(), &q))
	d := q.dialect()
	if err != nil || d == nil {
		http.Error(w, "want a question", http.StatusBadRequest) // the error could show the reference
		return
	}
	w.Header().Set("Content-Type", "application/json")
	q.answer(w, d, verbs)
}
