package scheme

import (
	"cmp"
	"fmt"
	"iter"
	"log/slog"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urispan/uri"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/redact"
	"github.com/urispan/uri/internal/schemes"
)

// Hosts is the address of a service that several hosts provide. Its methods return slices of the input, not decoded. A
// Hosts prints without its password and without the secret values of its parameters, with every verb of package fmt and
// with package log/slog.
type Hosts struct {
	text  string
	parts map[string]part // those that are defined
	list  []Host
}

// A part is a part of the text, which begins at lo.
type part struct {
	text string
	lo   int
}

// A Host is a host of a list, with its port.
type Host struct {
	Name string // not decoded; an IPv6 address has its brackets; "" if only a port is written
	Port uint16 // the default port of the scheme if none is written, or 0 if it has none
}

// String returns the host with its port, as in "a.example:27017". If the port is 0, it returns the name alone.
func (h Host) String() string { return strings.TrimSuffix(h.Name+":"+strconv.Itoa(int(h.Port)), ":0") }

// ParseHosts parses s, which has a scheme and any number of hosts, as drivers of databases and message brokers do:
//
//	mongodb://joe:secret@a.example:27017,b.example/db?replicaSet=x
//	redis+sentinel://a.example:26379,b.example:26379/mymaster/0
//	postgresql:///db?host=/run/postgresql
//	SASL_SSL://a.example:9093,b.example:9093
//	jdbc:sqlserver://a.example:1433;databaseName=db;user=joe
//	jdbc:oracle:thin:joe/secret@tcp://a.example,b.example:1521/service
//
// A list of hosts is no URI if a port precedes a comma. The hosts end before the first "/" or "?" or, after "jdbc:", ";".
// A host without a port has the [uri.DefaultPort] of the scheme. After "jdbc:oracle:", it has the port of the next host
// that has one. A list may be empty, for drivers with a default host.
//
// If s does not have this form, or is longer than 16 KiB, the error is an [*Error].
func ParseHosts(s string) (Hosts, error) {
	if len(s) > maxHosts {
		return Hosts{}, &Error{maxHosts, "too long"}
	}
	for _, form := range forms {
		m := form().FindStringSubmatchIndex(s)
		if m == nil {
			continue
		}
		h := Hosts{text: s, parts: map[string]part{}}
		for i, name := range form().SubexpNames() {
			if lo := m[2*i]; lo >= 0 {
				h.parts[name] = part{s[lo:m[2*i+1]], lo}
			}
		}
		if err := h.parse(); err != nil {
			return Hosts{}, err
		}
		return h, nil
	}
	return Hosts{}, &Error{len(start().FindString(s)), `no "://"`}
}

// maxHosts is the length in bytes of the longest address that ParseHosts reads. Its forms are regular expressions, which
// take longer for each byte of a long string.
const maxHosts = 16 << 10

const oracleHost = `(?:\[[^]/?]*\]|[^/?:,])*(?::[^/?:,]*)?`

// wordChars are the characters of a bucket and, with "+", of a scheme. The listeners of Kafka have "_".
const wordChars = "-.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz"

// forms are the forms of addresses. Each matches all that begins as it does. The last is that of a URI.
var forms = [...]pattern{
	// Oracle, "JDBC Developer's Guide", "Database URLs and Database Specifiers": the protocol, "//" and the service may be
	// missing, or ":" and a SID follow the port.
	newPattern(`^(?P<prefix>(?i:jdbc:oracle:)\w+:)(?P<user>[^/@]+)?(?:/(?P<password>[^@]*))?@(?:(?P<scheme>\w+)://|//)?` +
		`(?P<list>` + oracleHost + `(?:,` + oracleHost + `)*)(?P<path>(?:[:/][^?]*)?)(?:\?(?P<params>.*))?$`),
	newForm(`(?P<prefix>(?i:jdbc:))`, `(?i:db2)`, ";", ";:"), // jdbc:db2://h:50000/db:user=joe;
	newForm(`(?P<prefix>(?i:jdbc:)(?:[\w.+-]+:)*?)`, `[\w.+-]+`, ";", ";"),
	newForm(`(?P<prefix>(?:[\w.+-]+:)*?)`, `[\w.+-]+`, "", ""),
}

// start matches all that an address can begin with before "://". An address of Oracle has no "://" if "@" follows.
var start = newPattern(`^(?:(?i:jdbc:oracle:)[^@]*|(?:[\w.+-]+:)+(?:[\w.+-]+|//?)?|[\w.+-]*)`)

// newForm returns the form of a prefix and a scheme, where hosts and path also end at the characters of more and pathMore.
func newForm(prefix, scheme, more, pathMore string) pattern {
	return newPattern(`^` + prefix + `(?P<scheme>` + scheme + `)://` +
		`(?:(?P<user>[^\[:@/?#` + more + `]*)(?::(?P<password>[^\[@/?#` + more + `]*))?@)?(?P<list>[^/?#` + more + `]*)` +
		`(?P<path>[^?` + pathMore + `]*)(?:[?` + pathMore + `](?P<params>.*))?$`)
}

// parse sets the list of hosts.
func (h *Hosts) parse() (err *Error) {
	isJDBC, isOracle := octet.HasPrefixFold(h.text, "jdbc:"), octet.HasPrefixFold(h.text, "jdbc:oracle:")
	check := func(c uri.Component, name string) *Error {
		if isOracle && c == uri.ComponentUserinfo || isJDBC && c == uri.ComponentQuery {
			return nil
		}
		return check(c, h.parts[name].text, h.parts[name].lo)
	}
	err = cmp.Or(check(uri.ComponentUserinfo, "user"), check(uri.ComponentUserinfo, "password"), h.parseList(isJDBC))
	if list := h.parts["list"].text; strings.Contains(list, ",") && strings.HasSuffix(list, ":") && strings.HasPrefix(h.Path(), "//") {
		err = cmp.Or(err, &Error{h.parts["path"].lo + 1, "bad port"}) // a list of URLs: nats://a,nats://b
	}
	err = cmp.Or(err, check(uri.ComponentPath, "path"), check(uri.ComponentQuery, "params"))
	list := h.parts["list"]
	if _, ok := h.User(); err != nil && !ok && !isOracle && err.Offset <= list.lo+len(list.text) { // with an "@" later, this would be a userinfo
		whole := cmp.Or(check(uri.ComponentAuthority, "list"), &Error{Offset: list.lo + len(list.text)})
		err.Offset = max(err.Offset, whole.Offset)
	}
	var port uint16
	for word := range strings.SplitSeq(strings.ToLower(h.Prefix()+h.Scheme()), ":") {
		known, _ := uri.DefaultPort(word)
		driver, _ := schemes.DriverPort(word)
		port = cmp.Or(known, driver, port)
	}
	for i, host := range slices.Backward(h.list) {
		if h.list[i].Port = cmp.Or(host.Port, port); isOracle {
			port = h.list[i].Port
		}
	}
	return err
}

// parseList appends the hosts that are written.
func (h *Hosts) parseList(isJDBC bool) *Error {
	list := h.parts["list"]
	for begin := list.lo; begin <= list.lo+len(list.text) && list.text != ""; {
		item, _, _ := strings.Cut(h.text[begin:list.lo+len(list.text)], ",")
		if item == "" {
			return &Error{begin, "no host"}
		}
		m := hostPort().FindStringSubmatch(item)
		name, digits, rest := m[1], m[2], m[3]
		host := hostChars.Replace(name)
		if isJDBC {
			host = strings.ReplaceAll(host, `\`, "-") // which precedes the name of an instance
		}
		if err := check(uri.ComponentHost, host, begin); err != nil {
			return err
		}
		port, err := strconv.ParseUint("0"+digits, 10, 16)
		begin += len(item)
		if err != nil || rest != "" {
			return &Error{begin - len(rest), "bad port"}
		}
		h.list = append(h.list, Host{name, uint16(port)})
		begin++
	}
	return nil
}

// hostPort matches a host with its port. The last group is text that no port has.
var hostPort = newPattern(`^((?:\[[^\]]*)?[^:]*)(?::([0-9]*)(.*))?$`)

// hostChars makes the sub-delims illegal in a host, because they delimit other things if they occur in a list.
var hostChars = strings.NewReplacer("!", "^", "$", "^", "&", "^", "'", "^", "(", "^", ")", "^", "*", "^", "+", "^", ";", "^", "=", "^")

// check returns an error if raw, which begins at the offset n, is not valid as the component c.
func check(c uri.Component, raw string, n int) *Error { return faultOf(c.Check(raw), n) }

// faultOf returns an error of package uri about the bytes that begin at the offset n, or nil.
func faultOf(err error, n int) *Error {
	if e, ok := err.(*uri.Error); ok {
		return &Error{n + e.Offset, strings.TrimSuffix(e.Reason.String()+" in "+e.Component.String(), " in port")}
	}
	return nil
}

// Prefix returns what precedes the scheme, such as "jdbc:" or "jdbc:oracle:thin:".
func (h Hosts) Prefix() string { return h.parts["prefix"].text }

// Scheme returns the scheme, such as "mongodb" or "SASL_SSL". It is "" in some addresses of Oracle.
func (h Hosts) Scheme() string { return h.parts["scheme"].text }

// User returns the user name. If it is undefined, ok is false.
func (h Hosts) User() (user string, ok bool) { p, ok := h.parts["user"]; return p.text, ok }

// Password returns the password of the user. If it is undefined, ok is false. Parameters may have another.
func (h Hosts) Password() (password string, ok bool) { p, ok := h.parts["password"]; return p.text, ok }

// Hosts returns the hosts, in their order. The caller owns the slice.
func (h Hosts) Hosts() []Host { return slices.Clone(h.list) }

// Path returns the path with its "/", or ":" and the SID in an address of Oracle.
func (h Hosts) Path() string { return h.parts["path"].text }

// Params returns the names and values of the parameters, in their order. They follow "?" and are separated by "&", or
// they follow ";" and are separated by ";". In the second form, a value in braces may contain ";", as in password={a;b}.
// If the closing brace is missing, the value is all that follows.
func (h Hosts) Params() iter.Seq2[string, string] {
	return func(yield func(name, value string) bool) {
		for _, param := range h.param()().FindAllString(h.parts["params"].text, -1) {
			name, value, _ := strings.Cut(param, "=")
			if name+value != "" && !yield(name, value) {
				return
			}
		}
	}
}

// param returns a pattern of a parameter. In braces, "}}" is a "}".
func (h Hosts) param() pattern {
	if strings.HasSuffix(h.text[:len(h.text)-len(h.parts["params"].text)], "?") {
		return queryParam
	}
	return listParam
}

var queryParam = newPattern(`[^&]+`)

var listParam = newPattern(`[^=;]*(?:=(?:\{(?:[^}]|\}\})*)?[^;]*)?`)

// secretRules returns the rules for the values of parameters.
var secretRules = sync.OnceValue(func() redact.Rules { return redact.Rules{Keys: redact.NewKeys(redact.SecretKeys)} })

// String returns the input with "xxxxx" in place of the password and of the secret values of parameters.
func (h Hosts) String() string {
	rules, params, isSecret := secretRules(), h.parts["params"], false
	hidden := h.param()().ReplaceAllStringFunc(params.text, func(param string) string {
		name := param[:strings.IndexByte(param, '=')+1] // without "=", it may belong to a secret before it: password=a;b
		if key := "?" + name + "x"; name != "" {
			out, _ := rules.AppendValue(nil, key)
			isSecret = string(out) != key
		}
		if isSecret && name != param {
			return name + redact.Hidden
		}
		return param
	})
	text := h.text[:len(h.text)-len(params.text)] + hidden
	if p := h.parts["password"]; p.text != "" {
		text = text[:p.lo] + redact.Hidden + text[p.lo+len(p.text):]
	}
	out, _ := rules.AppendValue(nil, text)
	return string(out)
}

// Format implements [fmt.Formatter], because package fmt does not call String for verbs such as %d and %#v.
func (h Hosts) Format(f fmt.State, verb rune) { fmt.Fprintf(f, fmt.FormatString(f, verb), h.String()) }

// LogValue returns the result of String. It implements [slog.LogValuer].
func (h Hosts) LogValue() slog.Value { return slog.StringValue(h.String()) }
