package tables

//go:generate go run ../cmd/gentables -o zhttp.go http

// The forms of HTTP that are parts of references are read by the automaton for URI-reference (RFC 9110, section 7.2;
// RFC 9112, section 3.2). It begins in another state than Start, and the functions here say where a form ends. A proof
// in cmd/gentables shows that this agrees with the rules of HTTP.

// OriginStart returns the state in which the automaton begins to read an origin-form.
func OriginStart() uint8 { return originStart }

// OriginNext is Next for an origin-form. Only a "/" leads out of OriginStart, and nothing leads to a fragment.
func OriginNext(state, class uint8) uint8 {
	if Mark(state, class) == MarkFragment || state == originStart && class != Class('/') {
		return Dead
	}
	return Next(state, class)
}

// OriginAccepting reports whether an input that ends in state is an origin-form.
func OriginAccepting(state uint8) bool { return Accepting(state) && state != originStart }

// HostStart returns the state in which the automaton begins to read the value of a Host field.
func HostStart() uint8 { return hostStart }

// HostNext is Next for the value of a Host field or an authority-form: everything but a host and a port is dead. An
// input that could also begin a userinfo has the component Authority.
func HostNext(state, class uint8) uint8 {
	next := Next(state, class)
	const in = 1<<Authority | 1<<Host | 1<<Port
	if in>>ContextOf(next).Component()&1 == 0 || Mark(state, class) == MarkUserinfo {
		return Dead
	}
	return next
}

// HostAccepting reports whether an input that ends in state is the value of a Host field.
func HostAccepting(state uint8) bool { return Accepting(state) }
