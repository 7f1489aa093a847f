// Package playground serves pages to try references and URL patterns, to browsers on this machine only.
package playground

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/host"
)

// LoopbackPort describes the addresses that Serve accepts.
const LoopbackPort = "a loopback address and a port, such as 127.0.0.1:0"

// isLoopback reports whether a host, which may have a port, is a loopback address or "localhost".
func isLoopback(hostport string) bool {
	name, _, err := net.SplitHostPort(hostport)
	if err != nil {
		name = strings.Trim(hostport, "[]")
	}
	addr, err := netip.ParseAddr(name)
	return err == nil && addr.Unmap().IsLoopback() || strings.EqualFold(name, host.Localhost)
}

//go:embed *.html page.css page.js export.js
var files embed.FS

// pages maps patterns of paths to pages. A page has its file with page.css in its only element style, and page.js at the
// start of its only element script.
var pages = sync.OnceValue(func() map[string]string {
	return map[string]string{"/{$}": newPage("index.html"), "/patterns": newPage("patterns.html")}
})

func newPage(name string) string {
	layout := strings.NewReplacer("<style>\n", "<style>\n"+file("page.css"), "<script>\n", "<script>\n"+file("page.js"))
	return layout.Replace(file(name))
}

// file returns the text of an embedded file.
func file(name string) string {
	text, _ := files.ReadFile(name) // it is there
	return string(text)
}

// policyOf returns a policy that allows the pages their own scripts and styles, further scripts, and what more says. The
// last two directives make browsers refuse to treat text as markup.
func policyOf(more, scripts string) string {
	return "default-src 'none'; img-src data:; base-uri 'none'; form-action 'none'; " + more + "script-src " + scripts +
		hashesOf("script") + "; style-src " + hashesOf("style") + "; require-trusted-types-for 'script'; trusted-types 'none'"
}

// hashesOf returns the source expressions for the only element of each page with the given name.
func hashesOf(element string) string {
	var list []string
	for _, page := range pages() {
		_, text, _ := strings.Cut(page, "<"+element+">")
		text, _, _ = strings.Cut(text, "</"+element+">")
		sum := sha256.Sum256([]byte(text))
		list = append(list, "'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"'")
	}
	slices.Sort(list)
	return strings.Join(slices.Compact(list), " ")
}

// NewHandler returns the handler of the page and of its questions, which the given verbs answer. It rejects questions
// from pages of other origins, and from pages with a name that was made to resolve to this machine (DNS rebinding):
// that name is in the Host header.
func NewHandler(verbs map[string]*engine.Verb) http.Handler {
	mux, policy := http.NewServeMux(), policyOf("connect-src 'self'; frame-ancestors 'none'; ", "")
	for path, page := range pages() {
		mux.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			io.WriteString(w, page)
		})
	}
	handleQuestion(mux, "read", maxQuestion, func(q *question) object { return (&answerer{verbs: verbs}).answer(q) })
	handleQuestion(mux, "match", maxMatchQuestion, (*matchQuestion).answer)
	sameOrigin := http.NewCrossOriginProtection().Handler(mux)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
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

// The sizes in bytes of the longest questions. A match can take time for each byte of the pattern times each byte of the
// URLs.
const (
	maxQuestion      = 1 << 20
	maxMatchQuestion = 64 << 10
)

// handleQuestion registers the handler of questions of type Q, which are not longer than limit. The function answer returns
// nil if a question is not valid. Questions and answers are JSON, a type that browsers do not send to another origin without
// a preflight request.
func handleQuestion[Q any](mux *http.ServeMux, name string, limit int64, answer func(q *Q) object) {
	mux.HandleFunc("POST /"+name, func(w http.ResponseWriter, r *http.Request) {
		if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
			http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
			return
		}
		text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, limit))
		if errors.As(err, new(*http.MaxBytesError)) {
			http.Error(w, fmt.Sprintf("more than %d KiB", limit>>10), http.StatusRequestEntityTooLarge)
			return
		}
		var q Q
		var a object
		if cmp.Or(err, json.Unmarshal(text, &q)) == nil {
			a = answer(&q)
		}
		if a == nil {
			http.Error(w, "want a question", http.StatusBadRequest) // the error could show the reference
			return
		}
		w.Header().Set("Content-Type", "application/json")
		mark := "{"
		for _, name := range slices.Sorted(maps.Keys(a)) { // one by one: each may be several times as long as the question
			fmt.Fprintf(w, "%s%q:", mark, name)
			value := a[name]
			if later, ok := value.(func() any); ok {
				value = later()
			}
			text, _ := value.(json.RawMessage)
			if text == nil {
				text, _ = json.Marshal(value) // these values do not fail
			}
			w.Write(text) // an error means that the browser has closed the connection
			mark = ","
		}
		io.WriteString(w, "}\n")
	})
}
