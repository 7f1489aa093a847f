package uri_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	inputs "github.com/urispan/uri/internal/hostile/input"
	"github.com/urispan/uri/tables"
)

// contexts has, for each component, the text before and after it in a reference, and its getter.
var contexts = [...]struct {
	before, after string
	get           func(*fsm.Ranges) (lo, hi int, ok bool)
}{
	uri.ComponentScheme:    {"", ":", (*fsm.Ranges).Scheme},
	uri.ComponentAuthority: {"//", "", (*fsm.Ranges).Authority},
	uri.ComponentUserinfo:  {"//", "@", (*fsm.Ranges).Userinfo},
	uri.ComponentHost:      {"//", "", (*fsm.Ranges).Host},
	uri.ComponentPort:      {"//:", "", (*fsm.Ranges).Port},
	uri.ComponentPath:      {"s://h/", "", func(r *fsm.Ranges) (lo, hi int, ok bool) { lo, hi = r.Path(); return lo + 1, hi, true }},
	uri.ComponentQuery:     {"?", "", (*fsm.Ranges).Query},
	uri.ComponentFragment:  {"#", "", (*fsm.Ranges).Fragment},
}

// isComponent reports whether the automaton reads raw as the component c of a reference that has it. If a path is
// valid, it is valid after a "/" that follows an authority, and the other way round.
func isComponent(c uri.Component, raw string) bool {
	x := contexts[c]
	var r fsm.Ranges
	if _, ok := fsm.Scan(x.before+raw+x.after, &r); !ok {
		return false
	}
	lo, hi, ok := x.get(&r)
	return ok && lo == len(x.before) && hi == lo+len(raw)
}

// endings complete the beginnings of components, if anything does: of a percent-encoding, IP-literal or userinfo.
var endings = strings.Fields(`0 00 ] 0] .0] .a] 0.a] a] :] ::] :0] 0:] :0:0:0] 0.0] .0.0] .0.0.0] 0.0.0] @ 0@ 00@`)

// begins reports whether a component c begins with raw.
func begins(c uri.Component, raw string) bool {
	ok := isComponent(c, raw) || c == uri.ComponentScheme && raw == ""
	for _, ending := range endings {
		ok = ok || isComponent(c, raw+ending)
	}
	return ok
}

// oneOfEach has a byte of each class of the automaton.
var oneOfEach = func() (bytes []byte) {
	seen := map[uint8]bool{}
	for c := range 256 {
		if class := tables.URI().Class(byte(c)); !seen[class] {
			seen[class] = true
			bytes = append(bytes, byte(c))
		}
	}
	return bytes
}()

// TestComponentCheck compares Check with the automaton, for all texts of a few bytes: the verdict, and the offset of
// the first byte that no component could have there. It compares the error with that of the Builder.
func TestComponentCheck(t *testing.T) {
	for c := uri.ComponentScheme; c <= uri.ComponentFragment; c++ {
		t.Run(c.String(), func(t *testing.T) {
			depth, valid, invalid := 3, 0, 0
			if c == uri.ComponentHost || c == uri.ComponentAuthority {
				depth = inputs.Rounds(3, 3, 4)
			}
			var check func(raw string)
			check = func(raw string) {
				err := c.Check(raw)
				want := isComponent(c, raw)
				if want != (err == nil) {
					t.Fatalf("%q: %v, want %t", raw, err, want)
				}
				checkAgainstBuilder(t, c, raw, err)
				if want {
					valid++
				} else {
					invalid++
					checkOffset(t, c, raw, err)
				}
				if len(raw) < depth && (len(raw) == 0 || begins(c, raw)) {
					for _, b := range oneOfEach {
						check(raw + string([]byte{b}))
					}
				}
			}
			check("")
			if valid < 10 || invalid < 10 {
				t.Errorf("%d valid, %d invalid", valid, invalid)
			}
		})
	}
}

// TestComponentCheckLong compares Check of a text with Check of a long valid text before it. The offset of an error is
// that much larger.
func TestComponentCheckLong(t *testing.T) {
	every := inputs.Rounds(5, 3, 1) // each length has one byte of so many
	for c := uri.ComponentUserinfo; c <= uri.ComponentFragment; c++ {
		for n := 60; n < 140; n += 1 + n%3 {
			for _, unit := range []string{"1", "1%2F"} {
				if c == uri.ComponentPort && unit != "1" {
					continue
				}
				before := strings.Repeat(unit, n)
				for _, end := range []string{"", "1", "%", "%4", "%41", "%4x", "%%41", "%x1", "1%C3%A9", strings.Repeat("1", 64)} {
					for b := n % every; b < 0x100; b += every {
						text := string([]byte{byte(b)}) + end
						if c == uri.ComponentHost && b == '[' { // not at the start of a host
							text = "]" + end
						}
						want, got := checked(c, text), checked(c, before+text)
						if want.Reason != 0 {
							want.Offset += len(before)
						}
						if got != want {
							t.Fatalf("%v %q: %+v, want %+v", c, before+text, got, want)
						}
					}
				}
			}
		}
	}
}

// checked returns the error of Check, or the zero Error.
func checked(c uri.Component, raw string) (e uri.Error) {
	if err := c.Check(raw); err != nil {
		e = *err.(*uri.Error)
	}
	return e
}

// checkOffset checks the offset of an error: the longest text that a component begins with.
func checkOffset(t *testing.T, c uri.Component, raw string, err error) {
	t.Helper()
	n := 0
	for n < len(raw) && begins(c, raw[:n+1]) {
		n++
	}
	var e *uri.Error
	if !errors.As(err, &e) || e.Offset != n || e.Reason == 0 {
		t.Fatalf("%q: %#v, want one at %d", raw, err, n)
	}
}

// checkAgainstBuilder compares err with the error of a Builder that has the component and a host.
func checkAgainstBuilder(t *testing.T, c uri.Component, raw string, err error) {
	t.Helper()
	b := new(uri.Builder)
	if c != uri.ComponentPath {
		b.SetHost("h") // for userinfo and port
	}
	_, want := buildSetters[c](b, raw).URI()
	same := cmp.Equal(want, err, cmp.AllowUnexported(uri.Error{}), cmpopts.EquateEmpty())
	if c == uri.ComponentAuthority {
		same = (want == nil) == (err == nil) // the Builder names a part
	}
	if !same {
		t.Fatalf("%q: %v, and the Builder: %v", raw, err, want)
	}
}

// TestComponentCheckAuthority compares the errors of authorities with those of Parse.
func TestComponentCheckAuthority(t *testing.T) {
	for _, test := range []struct {
		raw    string
		offset int
		c      uri.Component
		reason uri.Reason
	}{
		{raw: ""}, {raw: "u:p@h:80"}, {raw: "[::1]:"}, {raw: "@:"}, {raw: "%41!"},
		{"h:x", 3, uri.ComponentUserinfo, uri.ReasonBadPort}, // "@" may follow
		{"h:8x/", 4, uri.ComponentUserinfo, uri.ReasonBadPort},
		{"h/p", 1, uri.ComponentAuthority, uri.ReasonIllegalByte},
		{"h?", 1, uri.ComponentAuthority, uri.ReasonIllegalByte},
		{"#\x00", 0, uri.ComponentAuthority, uri.ReasonIllegalByte},
		{"h/<", 1, uri.ComponentAuthority, uri.ReasonIllegalByte},
		{"h<", 1, uri.ComponentAuthority, uri.ReasonIllegalByte},
		{"a@b@", 3, uri.ComponentHost, uri.ReasonIllegalByte},
		{"[::1", 4, uri.ComponentHost, uri.ReasonBadIPLiteral},
		{"[:/", 2, uri.ComponentHost, uri.ReasonBadIPLiteral},
		{"h:80:", 5, uri.ComponentUserinfo, uri.ReasonBadPort},
	} {
		want := misfit{test.c, test.offset, test.reason}
		if got := misfitOf(uri.ComponentAuthority.Check(test.raw)); got != want {
			t.Errorf("%q: %+v, want %+v", test.raw, got, want)
		}
	}
}

func TestComponentCheckNone(t *testing.T) {
	for _, c := range []uri.Component{uri.ComponentNone, uri.ComponentFragment + 1, 255} {
		for _, raw := range []string{"", "a"} {
			if got, want := misfitOf(c.Check(raw)), (misfit{uri.ComponentNone, 0, uri.ReasonIllegalByte}); got != want {
				t.Errorf("%v, %q: %+v, want %+v", c, raw, got, want)
			}
		}
	}
}

// A form that asks for the parts of an address can say which one is wrong, and where.
func ExampleComponent_Check() {
	fmt.Println(uri.ComponentHost.Check("example.com"))
	fmt.Println(uri.ComponentHost.Check("example.com:80"))
	fmt.Println(uri.ComponentScheme.Check("2ttp"))
	fmt.Println(uri.ComponentQuery.Check("q=50%"))
	// Output:
	// <nil>
	// illegal byte in host at byte 11
	// illegal character "2" in scheme at byte 0
	// unexpected end in query at byte 5: expected a hex digit
}
