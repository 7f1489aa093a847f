package main

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"mime"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
	"unicode/utf8"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

const playUsage = `usage: uri play [-addr HOST:PORT]

Play serves a page to browsers on this machine, and to nobody else: type a
reference, and see its components in colour, its normal form, what it resolves
to against a base, what "uri check -audit" tells of it, and the way that it
takes through the machine that was made of the grammar; for one that is
invalid, where and why.

  -addr HOST:PORT  where to listen: a loopback address or localhost, and a port
                   or 0 for one that is free (default 127.0.0.1:0)

It prints where the page is, and goes on until Ctrl-C ends it, or SIGTERM: what
a script has in the background does not hear Ctrl-C. The page needs no network.
It shows passwords, and its address ends in what was typed, so that it can be
kept; the command keeps and logs nothing.
`

func runPlay(args []string, stdout, stderr io.Writer) int {
	var addr string
	rest, err := parseFlags(playFlags(&addr), args)
	if errors.Is(err, flag.ErrHelp) {
		return help(stdout, stderr, playUsage)
	}
	if err == nil && len(rest) > 0 {
		err = errors.New("want no argument")
	}
	if err != nil {
		return trouble(stderr, usageError("play", err))
	}
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	if err := play(ctx, addr, stdout); err != nil {
		return trouble(stderr, fmt.Errorf("play: %w", err))
	}
	return exitValid
}

// loopbackPort is what -addr wants.
const loopbackPort = "a loopback address and a port, such as 127.0.0.1:0"

// errNoLoopback does not show the address: if that is a URL, it may hold a password.
var errNoLoopback = errors.New("-addr: want " + loopbackPort)

// playFlags returns the flags of play, which set addr.
func playFlags(addr *string) *flag.FlagSet {
	fs := flag.NewFlagSet("play", flag.ContinueOnError)
	fs.StringVar(addr, "addr", "127.0.0.1:0", loopbackPort)
	return fs
}

// endings returns the signals that end the command. One that is ignored stays so, as in what a script has in the
// background, where a Ctrl-C is meant for others.
func endings() []os.Signal {
	return slices.DeleteFunc([]os.Signal{os.Interrupt, syscall.SIGTERM}, signal.Ignored)
}

// play serves the page until ctx is done.
func play(ctx context.Context, addr string, stdout io.Writer) error {
	listener, err := listenLoopback(addr)
	if err != nil {
		return err
	}
	defer listener.Close()
	if _, err := fmt.Fprintf(stdout, "uri: http://%s/ (Ctrl-C ends it)\n", listener.Addr()); err != nil {
		return err
	}
	server := &http.Server{
		Handler:     newPlayground(),
		ReadTimeout: 10 * time.Second,
		IdleTimeout: time.Minute,
		ErrorLog:    log.New(io.Discard, "", 0), // it could tell what was typed
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
		server.Close() // of those who are still answered, nobody waits for long
	}
	return nil
}

// listenLoopback listens at addr, if only this machine can connect to it. Whether "localhost" is a loopback address
// is not known before.
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

// isLoopbackPort reports whether addr has a host and a port, and the host is this machine. An error of package net may
// show such an address, since there is no room for a password in it.
func isLoopbackPort(addr string) bool {
	_, port, err := net.SplitHostPort(addr)
	_, badPort := strconv.ParseUint(port, 10, 16)
	return err == nil && (badPort == nil || port == "") && isLoopback(addr)
}

// isLoopback reports whether an authority without userinfo names this machine: by a loopback address or as "localhost".
func isLoopback(authority string) bool {
	u, _, ok := uri.TryParse("//" + authority)
	if whole, _ := u.Authority(); !ok || whole != authority {
		return false
	}
	if _, ok := u.Userinfo(); ok {
		return false
	}
	host, _ := u.Host()
	addr, err := u.HostAddr()
	return err == nil && addr.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}

//go:embed play/index.html
var page []byte

// pagePolicy lets the page run the script and the styles that are in it, and ask us: nothing else. The last two make a
// browser refuse to take text for markup.
var pagePolicy = "default-src 'none'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; " +
	"frame-ancestors 'none'; script-src " + hashOf("script") + "; style-src " + hashOf("style") +
	"; require-trusted-types-for 'script'; trusted-types 'none'"

// hashOf returns the source expression for the one element of that name in the page.
func hashOf(element string) string {
	_, text, _ := strings.Cut(string(page), "<"+element+">")
	text, _, _ = strings.Cut(text, "</"+element+">")
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// newPlayground returns the handler of the page and of its questions. A page of another origin cannot ask, and neither
// can one whose name was made to lead here (DNS rebinding): that name is in Host.
func newPlayground() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		w.Write(page)
	})
	mux.HandleFunc("POST /read", serveReading)
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

// maxQuestion is the size in bytes up to which a question is read.
const maxQuestion = 1 << 20

// serveReading answers a question, both in JSON, a type that a browser sends to no other origin without asking it.
func serveReading(w http.ResponseWriter, r *http.Request) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "want application/json", http.StatusUnsupportedMediaType)
		return
	}
	var text bytes.Buffer
	text.Grow(int(min(max(r.ContentLength, 0), maxQuestion)) + bytes.MinRead)
	_, err := text.ReadFrom(http.MaxBytesReader(w, r.Body, maxQuestion))
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		http.Error(w, "more than 1 MiB", http.StatusRequestEntityTooLarge)
		return
	}
	var q question
	if err = cmp.Or(err, json.Unmarshal(text.Bytes(), &q)); err != nil {
		http.Error(w, "want a question", http.StatusBadRequest) // the error could show what was typed
		return
	}
	w.Header().Set("Content-Type", "application/json")
	q.answer(w)
}

// A question is what was typed.
type question struct {
	Ref  string `json:"ref"`
	Base string `json:"base"` // "" if there is none
	IRI  bool   `json:"iri"`  // both are to be read as IRIs
}

// A baseError tells why the base is none.
type baseError struct {
	Message string `json:"message"`
	Offset  int    `json:"offset"`
}

// answer writes the JSON object that the page shows. It writes member by member, since each of them can be several times
// as long as the reference. Some members are what the verbs print with -json, or null if the reference is invalid.
func (q *question) answer(w io.Writer) {
	rec := q.record()
	valid := rec.valid()
	walk := newGraph(asWalked(rec))
	m := members{w: w, room: make([]byte, 0, 4*len(q.Ref)+1<<10)} // enough for an IRI and the URI that it is mapped to
	m.verb(q, "split", "split")
	if valid {
		m.verb(q, "normalize", "normalize")
		m.verb(q, "check", "check") // with -audit
		m.verb(q, "mapped", map[bool]string{true: "to-uri", false: "to-iri"}[q.IRI])
	} else {
		m.add("normalize", nil)
		m.add("check", nil)
		m.add("mapped", nil)
	}
	q.answerBase(&m, valid)
	var message, hint string // in words of package uri, and what to write instead, if that is known
	var expected []string    // what could stand where the reference is invalid
	if !valid {
		message, expected, hint = captionOf(rec), walk.end.expected(), hintFor(rec)
	}
	m.add("message", message)
	m.add("expected", expected)
	m.add("hint", hint)
	m.add("walk", walk)
	io.WriteString(w, "}\n")
}

// newBaseError returns nil if err is not about the base.
func newBaseError(err error) *baseError {
	if bad, ok := errors.AsType[*uri.Error](err); ok {
		return &baseError{bad.Error(), bad.Offset}
	}
	return nil
}

// answerBase writes the members about the base, which are null if there is none.
func (q *question) answerBase(m *members, valid bool) {
	var refused *baseError
	switch {
	case q.Base == "":
		m.add("resolve", nil)
	case !valid:
		m.add("resolve", nil)
		_, err := prepareResolve(q.options("resolve"))
		refused = newBaseError(err)
	default:
		refused = newBaseError(m.verb(q, "resolve", "resolve"))
	}
	m.add("base_error", refused)
}

// Members writes the members of a JSON object. Errors are those of a browser that does not listen any more.
type members struct {
	w     io.Writer
	begun bool
	room  []byte // memory for the output of a verb
}

// raw adds a member whose value is JSON already; nil stands for null.
func (m *members) raw(key string, value json.RawMessage) {
	m.begin(key)
	if value == nil {
		value = json.RawMessage("null")
	}
	m.w.Write(bytes.TrimSuffix(value, []byte("\n")))
}

func (m *members) begin(key string) {
	start := byte('{')
	if m.begun {
		start = ','
	}
	m.begun = true
	fmt.Fprintf(m.w, "%c%q:", start, key)
}

// add adds a member.
func (m *members) add(key string, value any) {
	m.begin(key)
	json.NewEncoder(m.w).Encode(value) // no value here can fail
}

// verb adds a member that has the output of a verb.
func (m *members) verb(q *question, key, name string) error {
	text, err := q.ask(m.room[:0], name)
	m.raw(key, text)
	m.room = text
	return err
}

func (q *question) record() *record {
	rec := &record{Record: new(fsm.Record), iri: q.IRI}
	setRecord(rec.Record, q.Ref)
	return rec
}

// options returns the options with which a verb is asked.
func (q *question) options(verb string) *options {
	o := &options{iri: q.IRI, base: &q.Base, steps: uri.AllSteps, audit: true}
	if strings.HasPrefix(verb, "to-") {
		profile := "lookup"
		o.iri, o.idna = false, &profile // these verbs know what they read
	}
	return o
}

// ask appends what a verb prints of the reference with -json. The error is about the base, and the result is nil then.
func (q *question) ask(dst []byte, name string) (json.RawMessage, error) {
	v := verbs[name]
	do := explain
	if v.prepare != nil {
		newStep, err := v.prepare(q.options(name))
		if err != nil {
			return nil, err
		}
		do = newStep()
	}
	rec := q.record()
	do(rec)
	return v.json(dst, rec), nil
}

// A graph is the part of the machine that a walk has seen. It has one node for each state, however long the input is.
type graph struct {
	Text  string `json:"text"`  // what was walked through
	Nodes []node `json:"nodes"` // in the order in which the walk came to them
	Edges []edge `json:"edges"`
	Last  int    `json:"last"`   // the node at which the walk ended
	N     int    `json:"offset"` // where it ended
	Dead  string `json:"dead"`   // the character that led nowhere; "" if there is none

	Steps []walkStep `json:"steps"`
	Left  int        `json:"left_out"` // the number of steps that are not in Steps

	end walk
	at  [256]int // for each state, the index of its node and 1; 0 if there is none
}

type node struct {
	State     uint8    `json:"state"`
	Component string   `json:"component"` // that is being read, as the walk has shown; "" between components
	Accepting bool     `json:"accepting"`
	Rules     []string `json:"rules"` // of the bytes that lead here

	sets []string
	out  []int // the indices of the edges that lead from it
}

type edge struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Count int    `json:"count"` // how often the walk came along
	Bytes string `json:"bytes"` // those of a loop, with a space where the walk had left it; otherwise those that differ
	Cut   bool   `json:"cut"`   // there are more
}

// maxListed is the number of steps that are told. A page with more would help nobody.
const maxListed = 200

// A walkStep is a line of the table of uri explain.
type walkStep struct {
	Lo    int    `json:"lo"`
	Hi    int    `json:"hi"`
	Rules string `json:"rules"`

	Component string `json:"component"` // "" for what is between components
}

// asWalked returns what the walk is to go through: the bytes of the record but, since the machine is that of URIs, with
// the characters percent-encoded that only IRIs may have, as far as the record is one. It dies for the same reason.
func asWalked(rec *record) []byte {
	n := len(rec.Bytes)
	if !rec.OK {
		n = rec.N
	}
	if !rec.iri || !slices.ContainsFunc(rec.Bytes[:n], func(b byte) bool { return b >= utf8.RuneSelf }) {
		return rec.Bytes
	}
	text := make([]byte, 0, 3*len(rec.Bytes))
	for _, b := range rec.Bytes[:n] {
		if b < utf8.RuneSelf {
			text = append(text, b)
		} else {
			text = append(text, '%', "0123456789ABCDEF"[b>>4], "0123456789ABCDEF"[b&15])
		}
	}
	return append(text, rec.Bytes[n:]...)
}

func newGraph(s []byte) *graph {
	g := &graph{Text: string(s), Steps: []walkStep{}, Edges: []edge{}, end: newWalk(s, false)}
	g.Last = g.nodeOf(uint8(g.end.state))
	for e, more := -1, true; more; {
		e, more = g.step(e)
	}
	for i := range g.Nodes {
		g.Nodes[i].Component = g.componentOf(i)
	}
	if g.N = g.end.n; g.N < len(s) {
		_, size := utf8.DecodeRune(s[g.N:])
		g.Dead = string(s[g.N : g.N+size])
	}
	g.list(s)
	return g
}

// step goes on by a byte from the node to which the given edge has led, and returns the one that it went along.
func (g *graph) step(last int) (e int, ok bool) {
	n := g.end.n
	rules, ok := g.end.step()
	if !ok {
		return last, false
	}
	to := g.nodeOf(uint8(g.end.state))
	g.Nodes[to].enter(rules)
	e = g.edgeOf(g.Last, to)
	g.Edges[e].pass(g.end.s[n], e == last)
	g.Last = to
	return e, true
}

// list lists the steps.
func (g *graph) list(s []byte) {
	w := newWalk(s, false)
	for lo, hi := range rowsOf(s, false) {
		if len(g.Steps) == maxListed {
			g.Left++
			continue
		}
		rules, _ := w.step()
		for w.n < hi {
			w.step()
		}
		step := walkStep{Lo: lo, Hi: hi, Rules: withSections(rules)}
		if !isBetween(rules) {
			step.Component = g.Nodes[g.nodeOf(uint8(w.state))].Component
		}
		g.Steps = append(g.Steps, step)
	}
}

// nodeOf returns the index of a state's node, which may be new.
func (g *graph) nodeOf(state uint8) int {
	if g.at[state] == 0 {
		g.Nodes = append(g.Nodes, node{State: state, Accepting: tables.Accepting(state)})
		g.at[state] = len(g.Nodes)
	}
	return g.at[state] - 1
}

// componentOf returns what is being read in a node, which the machine itself may not know yet: "http" is the beginning
// of a path, until a ":" comes.
func (g *graph) componentOf(i int) string {
	n := &g.Nodes[i]
	component := tables.ContextOf(n.State).Component()
	between := true
	for _, rules := range n.sets {
		between = between && isBetween(rules)
	}
	for _, e := range g.Edges {
		switch to := g.Nodes[e.To].State; {
		case e.From != i:
		case e.Bytes == ":" && slices.Contains(n.sets, "scheme segment-nz-nc"):
			return tables.Scheme.String()
		case component == tables.Path && tables.ContextOf(to).Component() == tables.Authority:
			return "" // the first of two slashes
		}
	}
	if between {
		return ""
	}
	return component.String()
}

// isBetween tells whether a byte that can be part of these rules is a delimiter between components.
func isBetween(rules string) bool {
	switch rules {
	case "URI", "hier-part", "relative-ref", "relative-part":
		return true
	}
	return false
}

// enter adds the rules of a byte that led to the node.
func (n *node) enter(rules string) {
	if !slices.Contains(n.sets, rules) {
		n.sets = append(n.sets, rules)
		n.Rules = append(n.Rules, withSections(rules))
	}
}

// edgeOf returns the index of an edge, which may be new.
func (g *graph) edgeOf(from, to int) int {
	out := &g.Nodes[from].out
	for _, i := range *out {
		if g.Edges[i].To == to {
			return i
		}
	}
	*out = append(*out, len(g.Edges))
	g.Edges = append(g.Edges, edge{From: from, To: to})
	return len(g.Edges) - 1
}

// maxEdge is the length in bytes of what is written beside an edge.
const maxEdge = 60

// pass takes down that the walk came along with the byte b; again, if it was here just before.
func (e *edge) pass(b byte, again bool) {
	e.Count++
	loop := e.From == e.To
	switch {
	case e.Cut, !loop && strings.IndexByte(e.Bytes, b) >= 0:
		return
	case len(e.Bytes) >= maxEdge:
		e.Cut = true
		return
	case e.Bytes != "" && (!loop || !again):
		e.Bytes += " "
	}
	e.Bytes += string(rune(b))
}
