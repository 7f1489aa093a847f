package main

import (
	"bytes"
	"cmp"
	"crypto/x509"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"net/netip"
	"os"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
	"github.com/urispan/uri/guard"
	"github.com/urispan/uri/httpuri"
)

// A config is a configuration file. The README describes it. defaults returns the values of the settings that a file
// leaves out.
type config struct {
	Listen         string             `toml:"listen"`
	Redirect       string             `toml:"redirect"`
	Admin          string             `toml:"admin"`
	HTTPS          bool               `toml:"https"`
	TrustedProxies []netip.Prefix     `toml:"trusted-proxies"`
	Hide           []string           `toml:"hide"`
	Keep           []string           `toml:"keep"`
	BackendCA      string             `toml:"backend-ca"`
	TLS            []certificateFiles `toml:"tls"`
	Timeouts       timeouts           `toml:"timeouts"`
	Limits         limits             `toml:"limits"`
	Mappings       []mappingRule      `toml:"mapping"`
}

type timeouts struct {
	Header   time.Duration `toml:"header"`
	Idle     time.Duration `toml:"idle"`
	Pause    time.Duration `toml:"pause"`
	Connect  time.Duration `toml:"connect"`
	Response time.Duration `toml:"response"`
	Stop     time.Duration `toml:"stop"`
}

type limits struct {
	Header   int   `toml:"header"`
	Target   int   `toml:"target"`
	Body     int64 `toml:"body"`
	Requests int   `toml:"requests"`
}

// A mappingRule is a [httpuri.Rule], or a URL pattern with a backend and fields to set.
type mappingRule struct {
	Public     string            `toml:"public"`
	Match      string            `toml:"match"`
	Backend    string            `toml:"backend"`
	Allow      []string          `toml:"allow"`
	AddSlash   bool              `toml:"add-slash"`
	KeepHost   bool              `toml:"keep-host"`
	SendPrefix bool              `toml:"send-prefix"`
	Set        map[string]string `toml:"set"`
}

// certificateFiles name PEM files.
type certificateFiles struct {
	Cert string `toml:"cert"`
	Key  string `toml:"key"`
}

func defaults() *config {
	return &config{
		Listen: "127.0.0.1:8080",
		Timeouts: timeouts{Header: 5 * time.Second, Idle: time.Minute, Pause: time.Minute, Connect: 5 * time.Second,
			Response: time.Minute, Stop: 10 * time.Second},
		Limits: limits{Header: 32 << 10, Target: guard.MaxLength, Body: 100 << 20, Requests: 10_000},
	}
}

// fixed returns the settings that a running proxy cannot change.
func (c *config) fixed() any {
	return [...]any{c.Listen, c.Redirect, c.Admin, len(c.TLS) > 0, c.Timeouts.Header, c.Timeouts.Idle, c.Timeouts.Stop, c.Limits.Header}
}

// readConfig reads a configuration file. An error names the line or the mapping. It does not show a backend, because
// that may have a password.
func readConfig(name string) (*config, error) {
	data, err := readFile(name)
	if err != nil {
		return nil, err
	}
	c := defaults()
	meta, err := toml.NewDecoder(bytes.NewReader(data)).Decode(c)
	if e, ok := errors.AsType[toml.ParseError](err); ok {
		return nil, fmt.Errorf("line %d: %s", e.Position.Line, cmp.Or(e.Message, "not the syntax of TOML"))
	}
	if err != nil {
		return nil, err
	}
	if unknown := meta.Undecoded(); len(unknown) > 0 {
		return nil, fmt.Errorf("there is no setting %q", unknown[0].String())
	}
	return c, c.check()
}

// readFile reads a file. Its error does not contain the name, which the caller has.
func readFile(name string) ([]byte, error) {
	data, err := os.ReadFile(name)
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		err = e.Err
	}
	return data, err
}

// check checks the settings that newSite and the loading of certificates do not check.
func (c *config) check() error {
	for name, addr := range map[string]string{"listen": c.Listen, "redirect": c.Redirect, "admin": c.Admin} {
		if _, err := net.ResolveTCPAddr("tcp", addr); addr != "" && err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	hasAllow := slices.ContainsFunc(c.Mappings, func(m mappingRule) bool { return len(m.Allow) > 0 })
	hasMatch := slices.ContainsFunc(c.Mappings, func(m mappingRule) bool { return m.Match != "" })
	switch {
	case c.Listen == "":
		return errors.New("listen is empty")
	case len(c.Mappings) == 0:
		return errors.New("there is no [[mapping]]")
	case hasAllow && hasMatch: // a backend may read "/a%2Fb" as "/a/b", which a pattern may match
		return errors.New("allow and match do not go together in one file: patterns compare one reading of a path")
	case c.Redirect != "" && len(c.TLS) == 0:
		return errors.New("redirect needs [[tls]]")
	case c.Limits.Target > c.Limits.Header:
		return errors.New("the limit for the target is greater than the limit for the header, which has the target")
	case c.HTTPS && len(c.TLS) > 0:
		return errors.New("https says that another server ends TLS, and [[tls]] that this one does")
	}
	for _, group := range []any{c.Timeouts, c.Limits} {
		v := reflect.ValueOf(group)
		for i := range v.NumField() {
			if name := v.Type().Field(i).Tag.Get("toml"); v.Field(i).Int() <= 0 {
				return fmt.Errorf("the value of %s is not positive", name)
			}
		}
	}
	return nil
}

// rule returns the Rule of a mapping.
func (m *mappingRule) rule() (httpuri.Rule, error) {
	r := httpuri.Rule{Public: m.Public, Backend: m.Backend, AddSlash: m.AddSlash, KeepHost: m.KeepHost, SendPrefix: m.SendPrefix}
	for _, name := range m.Allow {
		h, ok := hazardOf(name)
		if !ok {
			return r, fmt.Errorf("there is no hazard %q to allow, only these: %s", name, allowable())
		}
		r.Allow |= h
	}
	if m.Match != "" {
		if m.Public != "" || m.AddSlash || m.SendPrefix {
			return r, errors.New("match goes with none of public, add-slash and send-prefix")
		}
		r.Public = "/"
	} else if len(m.Set) > 0 {
		return r, errors.New("set needs match")
	}
	ms, err := httpuri.NewMappings(r)
	if err != nil {
		return r, fmt.Errorf(`%w (public is like "//shop.example/api/" or "/api/", and backend like "http://127.0.0.1:9000/v2/")`,
			errors.Unwrap(err)) // without the index
	}
	if m.Match != "" && ms.Find("http", "h", "/").Mapping.Backend().Path() != "/" {
		return r, errors.New("the backend of a match has no path")
	}
	return r, nil
}

// allowable returns the hazards that a rule may allow.
func allowable() (all guard.Hazards) {
	for h := range guard.ServeRules().PathHazards.All() {
		if _, err := httpuri.NewMappings(httpuri.Rule{Public: "/", Backend: "http://h", Allow: h}); err == nil {
			all |= h
		}
	}
	return all
}

func hazardOf(name string) (guard.Hazards, bool) {
	for h := range guard.ServeRules().PathHazards.All() {
		if strings.EqualFold(h.String(), name) {
			return h, true
		}
	}
	return 0, false
}

// roots returns the root certificates for backends, or nil for those of the system.
func (c *config) roots() (*x509.CertPool, error) {
	if c.BackendCA == "" {
		return nil, nil
	}
	data, err := readFile(c.BackendCA)
	if err != nil {
		return nil, fmt.Errorf("backend-ca: %w", err)
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM(data) {
		return nil, errors.New("backend-ca: no certificate in the file")
	}
	return roots, nil
}
