// Proxy is a reverse proxy to run in front of a service. See its README.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

const usage = `usage: proxy [-check] FILE

Forwards requests as the configuration FILE says. A short one:

    listen = "127.0.0.1:8080"

    [[mapping]]
    public = "/"
    backend = "http://127.0.0.1:9000"

On SIGHUP, it reads FILE again. On SIGINT and SIGTERM, it stops after the requests that it has begun.

`

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // the second signal is not caught
	os.Exit(command(ctx, os.Args[1:], os.Stderr))
}

// command runs the program until ctx is done, and returns the exit status.
func command(ctx context.Context, args []string, errOut io.Writer) int {
	f := flag.NewFlagSet("proxy", flag.ContinueOnError)
	f.SetOutput(errOut)
	f.Usage = func() { io.WriteString(errOut, usage); f.PrintDefaults() }
	onlyChecks := f.Bool("check", false, "check FILE and the certificates, and serve nothing")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case err != nil:
		return 2
	case f.NArg() != 1:
		fmt.Fprintln(errOut, "proxy: name one configuration file; use -h for help")
		return 2
	}
	d := newDaemon(f.Arg(0), slog.New(slog.NewJSONHandler(errOut, nil)))
	c, err := d.load(nil)
	switch {
	case err != nil:
		fmt.Fprintf(errOut, "proxy: %s: %v\n", f.Arg(0), err)
		return 1
	case *onlyChecks:
		fmt.Fprintf(errOut, "proxy: %s: ok, %d mappings and %d certificates\n", f.Arg(0), len(c.Mappings), len(c.TLS))
		return 0
	}
	if err := d.run(ctx, c); err != nil {
		fmt.Fprintln(errOut, "proxy:", err)
		return 1
	}
	return 0
}

// A standardLog logs the lines that transports of net/http write to the standard log. Transports have no log of their
// own. A standardLog leaves out the bytes of a response, as in `Unsolicited response received on idle HTTP channel
// starting with "HTTP/1.1 200 OK"`.
type standardLog struct{ log *slog.Logger }

func (l standardLog) Write(line []byte) (int, error) {
	text, _, _ := strings.Cut(strings.TrimSpace(string(line)), " starting with ")
	l.log.Warn(text)
	return len(line), nil
}

// A daemon is a proxy with its servers.
type daemon struct {
	proxy
	file     string
	certs    atomic.Pointer[certificates]
	stopping atomic.Bool
}

func newDaemon(file string, log *slog.Logger) *daemon {
	return &daemon{file: file, proxy: proxy{log: log, metrics: newMetrics()}}
}

// load reads the configuration and the certificates, and puts them into use. old is the configuration in use, or nil.
// On an error, nothing changes.
func (d *daemon) load(old *config) (*config, error) {
	c, err := readConfig(d.file)
	if err != nil {
		return nil, err
	}
	if old != nil && c.fixed() != old.fixed() {
		return nil, errFixed
	}
	certs, err := readCertificates(c)
	if err != nil {
		return nil, err
	}
	s, err := d.newSite(c)
	if err != nil {
		return nil, err
	}
	d.certs.Store(certs)
	if old := d.site.Swap(s); old != nil {
		old.transport.CloseIdleConnections()
	}
	return c, nil
}

var errFixed = errors.New("listen, redirect, admin, timeouts.header, idle and stop, limits.header, and whether there is " +
	"[[tls]], change only when the proxy starts again")

// run serves until ctx is done. Requests that have begun may then take the time of timeouts.stop.
func (d *daemon) run(ctx context.Context, c *config) error {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	defer signal.Stop(hangups)
	admin := &http.Server{Handler: adminHandler(d.metrics, &d.stopping), ReadHeaderTimeout: c.Timeouts.Header}
	defer admin.Close()
	servers := []*http.Server{d.newServer(c, d)}
	if len(c.TLS) > 0 {
		servers[0].TLSConfig = &tls.Config{
			MinVersion:         tls.VersionTLS12,
			GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return d.certs.Load().config, nil },
		}
	}
	addrs := []string{c.Listen, c.Redirect, c.Admin}
	if c.Redirect != "" {
		servers = append(servers, d.newServer(c, d.redirector()))
	}
	ended := make(chan error, len(addrs))
	for i, s := range []*http.Server{servers[0], servers[len(servers)-1], admin} {
		if addrs[i] == "" {
			continue
		}
		l, err := net.Listen("tcp", addrs[i])
		if err != nil {
			return errors.Join(err, closeAll(servers))
		}
		d.log.Info("listening", "addr", l.Addr().String(), "tls", s.TLSConfig != nil)
		go func() {
			if s.TLSConfig != nil {
				ended <- s.ServeTLS(l, "", "")
			} else {
				ended <- s.Serve(l)
			}
		}()
	}
	log.SetFlags(0)
	log.SetOutput(standardLog{d.log})
	d.metrics.loaded.Set(1)
	go d.watch(ctx, c, hangups)
	select {
	case err := <-ended:
		return errors.Join(err, closeAll(servers))
	case <-ctx.Done():
	}
	d.log.Info("stopping")
	d.stopping.Store(true)
	return shutdown(context.WithoutCancel(ctx), servers, c.Timeouts.Stop)
}

func closeAll(servers []*http.Server) (err error) {
	for _, s := range servers {
		err = errors.Join(err, s.Close())
	}
	return err
}

// shutdown stops servers, after the requests that they have begun or after limit.
func shutdown(ctx context.Context, servers []*http.Server, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for _, s := range servers {
		if err := s.Shutdown(ctx); err != nil {
			return errors.Join(fmt.Errorf("requests that took longer than %v were aborted", limit), closeAll(servers))
		}
	}
	return nil
}

// newServer sets no time limit for whole requests and responses, because long ones are legitimate.
func (d *daemon) newServer(c *config, h http.Handler) *http.Server {
	return &http.Server{
		Handler:                      h,
		ReadHeaderTimeout:            c.Timeouts.Header,
		IdleTimeout:                  c.Timeouts.Idle,
		MaxHeaderBytes:               c.Limits.Header,
		DisableGeneralOptionsHandler: true, // "OPTIONS *" is checked and logged like any other request
		ErrorLog:                     slog.NewLogLogger(d.log.Handler(), slog.LevelWarn),
	}
}
