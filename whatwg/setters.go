package whatwg

import "strings"

// A setter of the API (section 6.1) runs the parser with a state override, which writes one component, or the host and
// the port. The setter copies the other components from the URL.

// WithProtocol returns u with another scheme, like the protocol setter. A ":" in v ends the scheme. A special scheme
// can only become another special one, and "file" is subject to further conditions. If the port is the default port of
// the new scheme, it becomes null. The host does not change, not even "localhost", which Parse removes from a "file"
// URL.
//
// All methods that implement setters return u and false if the API ignores v. Otherwise ok is true, even if u does not
// change. These methods allocate only the new href.
func (u URL) WithProtocol(v string) (_ URL, ok bool) {
	if u.isNull() {
		return u, false
	}
	var m machine
	defer m.free()
	if !m.initSetter(&u, schemeStartState, v) || !m.run(m.override) {
		return u, false
	}
	m.copyHost()
	m.copyPort()
	return m.setRest(pathState)
}

// WithUsername returns u with v, percent-encoded, as the username. The API ignores v if the URL has no host or an empty
// one, or if its scheme is "file".
func (u URL) WithUsername(v string) (_ URL, ok bool) { return u.withCredentials(v, u.Password()) }

// WithPassword returns u with v, percent-encoded, as the password. It is subject to the conditions of
// [URL.WithUsername].
func (u URL) WithPassword(v string) (_ URL, ok bool) { return u.withCredentials(u.Username(), v) }

// withCredentials sets the username and the password. Each may be encoded already: encoding it again does not change
// it, because the set does not contain "%".
func (u *URL) withCredentials(username, password string) (_ URL, ok bool) {
	if u.cannotHaveCredentialsOrPort() {
		return *u, false
	}
	username, password = scalarValues(username), scalarValues(password)
	var m machine
	m.initSetter(u, noState, "")
	defer m.free()
	m.reserve(len(u.href) + userinfoSet.TextLen(username) + userinfoSet.TextLen(password) + len(":@"))
	m.copyScheme(&m.given)
	m.startAuthority()
	m.setCredentials(username, password)
	m.out = append(m.out, m.given.Hostname()...)
	m.endHost()
	m.copyPort()
	return m.setRest(pathState)
}

// WithHost returns u with the host and the port in v: "example.com:8080". If v has no valid port, the port does not
// change. A "/", "?" or "#" in v ends the host and the port.
func (u URL) WithHost(v string) (_ URL, ok bool) { return u.withHost(v, hostState) }

// WithHostname returns u with the host in v. If there is a port in v, the API ignores v.
func (u URL) WithHostname(v string) (_ URL, ok bool) { return u.withHost(v, hostnameState) }

func (u *URL) withHost(v string, override state) (_ URL, ok bool) {
	if u.isNull() || u.HasOpaquePath() {
		return *u, false
	}
	var m machine
	defer m.free()
	if !m.initSetter(u, override, v) {
		return *u, false
	}
	m.copyScheme(&m.given)
	m.startAuthority()
	m.setCredentials(u.Username(), u.Password())
	next := m.step(override)
	if next == fileHostState {
		next = m.step(next)
	}
	switch {
	case next == failure:
		return *u, false
	case next == done, m.step(next) == failure: // v has no valid port: only the host changes
		m.copyPort()
	}
	return m.setRest(pathState)
}

// WithPort returns u with the port at the start of v: 8080 for "8080" and "8080/x". If v is empty, the port becomes
// null. The conditions of [URL.WithUsername] apply.
func (u URL) WithPort(v string) (_ URL, ok bool) {
	if u.cannotHaveCredentialsOrPort() {
		return u, false
	}
	return u.set(portState, v, v == "")
}

// WithPathname returns u with v as the path. It percent-encodes v and removes dot segments. The API ignores v if the
// path is opaque.
func (u URL) WithPathname(v string) (_ URL, ok bool) {
	if u.HasOpaquePath() {
		return u, false
	}
	return u.set(pathStartState, v, false)
}

// WithSearch returns u with v as the query. It removes a "?" at the start of v and percent-encodes the rest. If v is
// empty, the query becomes null. If v is "?", the query is empty.
func (u URL) WithSearch(v string) (_ URL, ok bool) {
	return u.set(queryState, strings.TrimPrefix(v, "?"), v == "")
}

// WithHash returns u with v as the fragment. It removes a "#" at the start of v and percent-encodes the rest. If v is
// empty, the fragment becomes null. If v is "#", the fragment is empty.
func (u URL) WithHash(v string) (_ URL, ok bool) {
	return u.set(fragmentState, strings.TrimPrefix(v, "#"), v == "")
}

// set returns u with v as the port, the path, the query or the fragment, which the state override parses. If remove is
// true, the component becomes null.
func (u *URL) set(override state, v string, remove bool) (_ URL, ok bool) {
	if u.isNull() {
		return *u, false
	}
	var m machine
	defer m.free()
	if !m.initSetter(u, override, v) {
		return *u, false
	}
	rest := done // the state that parses the component after it
	switch override {
	case portState:
		m.copyScheme(u)
		m.copyHost()
		rest = pathState
	case pathStartState:
		m.copyScheme(u)
		m.copyAuthority(u)
		rest = queryState
	case queryState:
		m.copyToPath(u)
		rest = fragmentState
	case fragmentState:
		m.copyToPath(u)
		m.copyQuery(u)
	}
	if !remove && !m.run(override) {
		return *u, false
	}
	return m.setRest(rest)
}

// initSetter sets m up to set a component of u to v. It returns false if v is too long.
func (m *machine) initSetter(u *URL, override state, v string) bool {
	m.init(Parser{})
	m.given, m.override = *u, override
	if !m.read(v) {
		return false
	}
	m.clean()
	m.reserve(len(u.href) + 3*len(m.input) + len("//:65535/./"))
	return true
}

// setRest copies the components that the new URL still lacks, and returns the new URL. first is the state that parses
// the first of them, or done if the URL lacks no component.
func (m *machine) setRest(first state) (_ URL, ok bool) {
	u := &m.given
	if first <= pathState {
		m.copyPath(u)
		m.endPath()
	}
	if first <= queryState {
		m.copyQuery(u)
	}
	if first <= fragmentState {
		m.copyFragment(u)
	}
	if m.isTooLong() {
		return *u, false
	}
	m.setURL(u)
	return *u, true
}

// copyHost copies the username, the password and the host.
func (m *machine) copyHost() {
	if o, to := m.given.offsets(), m.offsets(); o.Authority != 0 {
		moved := to.SchemeEnd - o.SchemeEnd // of the scheme that was set
		m.out = append(m.out, m.given.href[o.SchemeEnd+1:o.HostEnd]...)
		to.Authority, to.Host = o.Authority+moved, o.Host+moved
		m.endHost()
	}
}

// copyPort copies the port, unless it is the default port of the scheme that was set.
func (m *machine) copyPort() {
	if m.given.Port() != "" {
		port, _ := m.given.PortNumber()
		m.setPort(port)
	}
}
