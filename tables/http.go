package tables

// This file is about the automaton for URI-reference where it reads what HTTP has besides URIs (RFC 9110, section 7.2;
// RFC 9112, section 3.2): parts of references, for which it begins in another state than Start, and has to be told
// where they end. That this is what the rules of HTTP say is proved in cmd/gentables, as all is that the tables say.

// The states in which the automaton begins: behind "//", and behind a host, where a path begins.
var (
	hostStart   = Next(Next(Start, Class('/')), Class('/'))
	originStart = Next(hostStart, Class('!'))
)

// OriginStart returns the state in which the automaton begins to read an origin-form.
func OriginStart() uint8 { return originStart }

// OriginNext is Next for origin-form: it leads out of OriginStart by a "/" alone, and nowhere to a fragment.
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

// HostNext is Next for the value of a Host field, or an authority-form: it leads nowhere but to a host or a port. What
// is both the beginning of these and of a userinfo is an authority to the automaton.
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
