package main

import (
	"context"
	"crypto/tls"
	"fmt"
	"os"
	"time"
)

// certificateInterval is the time between two checks whether the files of certificates have changed.
const certificateInterval = time.Second

// watch loads the configuration and the certificates for each signal, and the certificates if their files have changed,
// until ctx is done. On an error, the proxy keeps the configuration and the certificates that it has.
func (d *daemon) watch(ctx context.Context, c *config, hangups <-chan os.Signal) {
	ticks := time.NewTicker(certificateInterval)
	defer ticks.Stop()
	for seen := d.certs.Load().state; ; {
		select {
		case <-ctx.Done():
			return
		case <-hangups:
			loaded, err := d.load(c)
			if d.report("configuration", err); err == nil {
				c, seen = loaded, d.certs.Load().state
			}
		case <-ticks.C:
			if state := stateOf(c); state != seen {
				seen = state
				d.reloadCertificates(c)
			}
		}
	}
}

func (d *daemon) reloadCertificates(c *config) {
	certs, err := readCertificates(c)
	if err == nil {
		d.certs.Store(certs)
	}
	d.report("certificates", err)
}

func (d *daemon) report(what string, err error) {
	if err != nil {
		d.metrics.loaded.Set(0)
		d.log.Error(what+" not loaded, the old stays", "error", err.Error())
		return
	}
	d.metrics.loaded.Set(1)
	d.log.Info(what + " loaded")
}

// certificates are those of the servers with TLS.
type certificates struct {
	config *tls.Config // nil if there are none
	state  string      // of the files before they were read
}

func readCertificates(c *config) (*certificates, error) {
	certs := &certificates{state: stateOf(c)}
	if len(c.TLS) > 0 {
		certs.config = &tls.Config{MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}
	}
	for i, files := range c.TLS {
		cert, err := tls.LoadX509KeyPair(files.Cert, files.Key)
		if err != nil {
			return nil, fmt.Errorf("tls %d: %w", i+1, err)
		}
		certs.config.Certificates = append(certs.config.Certificates, cert)
	}
	return certs, nil
}

// stateOf returns a string that changes if a file of a certificate changes.
func stateOf(c *config) (state string) {
	for _, files := range c.TLS {
		for _, name := range []string{files.Cert, files.Key} {
			if info, err := os.Stat(name); err == nil {
				state += fmt.Sprint(info.ModTime().UnixNano(), " ", info.Size())
			}
			state += ","
		}
	}
	return state
}
