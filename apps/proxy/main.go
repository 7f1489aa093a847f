// Proxy is a reverse proxy, an example of a program that uses package uri. See its README.
//
// It drops header fields of the client that may make a backend serve another target, method, host, client or user than
// the proxy has checked: Forwarded, X-Forwarded-*, X-Original-*, X-Rewrite-URL, X-Real-IP, X-HTTP-Method-Override and
// the like, all fields with characters other than letters, digits and "-" in their names, hop-by-hop fields, and
// trailers. The flag -keep sends a field on.
package main

import (
	"context"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/urispan/uri"
	"github.com/urispan/uri/guard"
)

const usage = `usage: proxy -route PREFIX=BACKEND ... [-routes FILE] [flags]

Forwards requests by the longest PREFIX of their path, such as /api/, to a BACKEND, such as http://127.0.0.1:9000. The
path of a BACKEND such as https://api.internal/v2/ replaces the PREFIX. With -routes, the first PATTERN in FILE that
matches the target URI goes first. It answers a request that it refuses with a code and a sentence. On SIGHUP it reads
FILE again. On SIGINT and SIGTERM it ends after the current requests, or after
10 seconds.

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal is not caught
	os.Exit(command(ctx, os.Args[1:], os.Stderr))
}

// command runs the program until ctx is done, and returns the exit status.
func command(ctx context.Context, args []string, errOut io.Writer) int {
	o, err := parseFlags(args, errOut)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	}
	if err := o.run(ctx, slog.New(slog.NewTextHandler(errOut, nil))); err != nil {
		fmt.Fprintln(errOut, "proxy:", err)
		return 1
	}
	return 0
}

type options struct {
	config
	listen   string
	rootFile string
}

func parseFlags(args []string, errOut io.Writer) (*options, error) {
	o := &options{config: config{hidden: []string{"token", "access_token", "api_key", "password", "secret"}}}
	f := flag.NewFlagSet("proxy", flag.ContinueOnError)
	f.SetOutput(errOut)
	f.Usage = func() { io.WriteString(errOut, usage); f.PrintDefaults() }
	f.StringVar(&o.listen, "listen", "127.0.0.1:8080", "where to listen")
	f.StringVar(&o.scheme, "scheme", "http", "the scheme of the clients: https if a server before this one terminates TLS")
	f.StringVar(&o.defaultHost, "default-host", "", "the host for requests of HTTP/1.0 that do not name one")
	f.IntVar(&o.maxLength, "max-length", guard.MaxLength, "the longest target URI that is forwarded, in `bytes`")
	f.BoolVar(&o.merge, "merge-slashes", false, "choose the route as if repeated slashes were one, with -allow \"double slash\"")
	f.StringVar(&o.rootFile, "backend-ca", "", "a `FILE` with the certificates (PEM) that backends with https are checked by,\n"+
		"instead of those of the system")
	f.BoolVar(&o.web, "web", false, "accept request-targets with characters that browsers send although RFC 3986 does not\n"+
		"allow them, such as \"|\" and \"[\", and percent-encode them")
	f.BoolVar(&o.plain, "plain", false, "trust net/url and check nothing, for comparison")
	var routes []string // parsed later: package flag would show a bad one, with its password, in its error
	f.Func("route", "`PREFIX=BACKEND`; repeat it for more routes", list(&routes))
	f.StringVar(&o.file, "routes", "", "a `FILE` with lines of PATTERN BACKEND [FIELD=VALUE ...]: a URL pattern, such as\n"+
		"http://:tenant.example.com:*/*, and fields to set, such as X-Tenant={hostname.tenant}")
	f.Func("host", "a `host` to serve: example.com or *.example.com (default: the names of loopback)", list(&o.hosts))
	f.Func("port", "a `port` that clients may name (default: the port of -listen and the scheme's)", o.addPort)
	f.Func("hide", "a query `key` whose values are not logged, besides "+strings.Join(o.hidden, ", "), list(&o.hidden))
	f.Func("keep", "a header `field` to send on although it is dropped by default, such as X-Real-IP (not Forwarded,\n"+
		"X-Forwarded-For, X-Forwarded-Host, X-Forwarded-Proto)", list(&o.keep))
	f.Func("allow", "a `hazard` not to refuse, such as \"double slash\"", o.allowHazard)
	if err := f.Parse(args); err != nil {
		return nil, err
	}
	err := o.parseRoutes(routes)
	if err == nil {
		err = o.complete(f.Args())
	}
	if err != nil {
		fmt.Fprintln(errOut, "proxy:", err)
		return nil, err
	}
	return o, nil
}

func (o *options) parseRoutes(texts []string) error {
	for _, text := range texts {
		r, err := parseRoute(text)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(o.routes, func(other route) bool { return other.name == r.name }) {
			return errors.New("two routes have the same PREFIX")
		}
		o.routes = append(o.routes, r)
	}
	return nil
}

func list(to *[]string) func(string) error {
	return func(s string) error {
		*to = append(*to, s)
		return nil
	}
}

func (o *options) addPort(s string) error {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		return errors.New("no port number")
	}
	o.ports = append(o.ports, uint16(n))
	return nil
}

func (o *options) allowHazard(name string) error {
	for h := range guard.AllHazards.All() {
		if h.String() == name {
			o.allow |= h
			return nil
		}
	}
	return errors.New("no such hazard")
}

// complete sets the options that the flags left open. It refuses options that make no sense, before the proxy listens.
func (o *options) complete(rest []string) error {
	switch {
	case len(rest) > 0:
		return errors.New("there are no arguments, only flags; use -h for help")
	case len(o.routes) == 0 && o.file == "":
		return errors.New("missing -route or -routes; use -h for help")
	case o.plain && o.file != "":
		return errors.New("-plain does not work with -routes")
	case o.plain && slices.ContainsFunc(o.routes, func(r route) bool { return r.replaces }):
		return errors.New("-plain does not work with a backend that has a path")
	case o.maxLength < 1 || o.maxLength > maxMaxLength:
		return fmt.Errorf("-max-length is between 1 and %d", maxMaxLength)
	case o.scheme != "http" && o.scheme != "https":
		return errors.New("-scheme is http or https")
	}
	if err := o.readRoots(); err != nil {
		return fmt.Errorf("-backend-ca: %w", err)
	}
	if len(o.hosts) == 0 {
		o.hosts = []string{"localhost", "127.0.0.1", "::1"}
	}
	if err := o.completePorts(); err != nil {
		return fmt.Errorf("-listen: %w", err)
	}
	c, err := newChecker(&o.config)
	if err != nil {
		return fmt.Errorf("-host or -port: %w", err)
	}
	if err := c.checkDefaultHost(); err != nil {
		return fmt.Errorf("-default-host: %w", err)
	}
	return nil
}

// readRoots reads the file of -backend-ca.
func (o *options) readRoots() error {
	if o.rootFile == "" {
		return nil
	}
	data, err := os.ReadFile(o.rootFile)
	if err != nil {
		return err
	}
	o.roots = x509.NewCertPool()
	if !o.roots.AppendCertsFromPEM(data) {
		return errors.New("no certificate in the file")
	}
	return nil
}

// completePorts sets the ports that are left open: the scheme's default, which clients need not name, and the
// listener's, which can be given as a name.
func (o *options) completePorts() error {
	_, text, err := net.SplitHostPort(o.listen)
	if err != nil {
		return err
	}
	port, err := net.LookupPort("tcp", text)
	if err != nil || len(o.ports) > 0 {
		return err
	}
	usual, _ := uri.DefaultPort(o.scheme)
	o.ports = []uint16{usual}
	if port > 0 {
		o.ports = append(o.ports, uint16(port))
	}
	return nil
}

func (o *options) run(ctx context.Context, log *slog.Logger) error {
	o.log = log
	p, err := newProxy(o.config)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", o.listen)
	if err != nil {
		return err
	}
	if o.file != "" {
		hangups := make(chan os.Signal, 1)
		signal.Notify(hangups, syscall.SIGHUP)
		defer signal.Stop(hangups)
		go p.reload(ctx, hangups)
	}
	log.Info("listening", "addr", l.Addr(), "plain", o.plain)
	return serve(ctx, l, newServer(p, log, o.maxLength), drainTime)
}

// serve serves until ctx is done. Requests that have begun may then take the time drain.
func serve(ctx context.Context, l net.Listener, s *http.Server, drain time.Duration) error {
	done := make(chan error, 1)
	go func() { done <- s.Serve(l) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), drain)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		return errors.Join(fmt.Errorf("requests that took longer than %v were aborted", drain), s.Close())
	}
	return nil
}

const (
	drainTime    = 10 * time.Second
	headerTime   = 5 * time.Second  // the time limit for a client's header: slow clients hold connections
	idleTime     = 60 * time.Second // how long a connection may be idle between two requests
	maxMaxLength = 1 << 20
	maxHeader    = 16 << 10 // in bytes; net/http allows 4 KiB more, and answers 431 to a longer header
)

// newServer sets no time limit for whole requests and responses, because long ones are legitimate.
func newServer(p http.Handler, log *slog.Logger, maxLength int) *http.Server {
	return &http.Server{
		Handler:                      p,
		ReadHeaderTimeout:            headerTime,
		IdleTimeout:                  idleTime,
		MaxHeaderBytes:               maxHeader + max(maxLength-guard.MaxLength, 0),
		DisableGeneralOptionsHandler: true, // "OPTIONS *" is checked like any other request
		ErrorLog:                     slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// methods are the methods that are forwarded. TRACE is not, because it shows the fields that proxies add to a request,
// and CONNECT is not, because it opens tunnels.
var methods = []string{"GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"}

func isMethod(name string) bool { return slices.Contains(methods, name) }
