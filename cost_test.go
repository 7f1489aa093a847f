package uri

import (
	"log/slog"
	"net/netip"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unsafe"
)

// Assigning to these keeps the compiler from dropping, or keeping on the stack, what a caller would use.
var (
	sinkURI    URI
	sinkString string
	sinkBool   bool
	sinkKind   HostKind
	sinkAddr   netip.Addr
	sinkPort   uint16
	sinkBytes  []byte
	sinkValue  slog.Value
	sinkErr    error
	sinkError  Error
	sinkRanges Ranges
)

const (
	costText    = "foo://joe:hunter2@example.com:8042/over/there?name=ferret#nose"
	costInvalid = "foo://joe:hunter2@example.com:8042/over/there?name=ferret#nose<"
)

// costOfGrowing returns the allocations of a slice that is grown: one or, with the race detector, two.
func costOfGrowing() float64 {
	return testing.AllocsPerRun(100, func() { sinkBytes = slices.Grow([]byte(nil), 1000) })
}

type allocTest struct {
	name string
	want float64
	f    func()
}

// allocTests name what they measure as the API does; what follows a "/" names a case.
func allocTests() []allocTest {
	u, v6, v4 := MustParse(costText), MustParse("//[2001:db8::7]"), MustParse("//192.0.2.16")
	future, nothing, upper := MustParse("//[v1.a]"), URI{}, MustParse("HTTP:")
	return []allocTest{
		{"Parse", 0, func() { sinkURI, sinkErr = Parse(costText) }},
		{"Parse/invalid", 1, func() { sinkURI, sinkErr = Parse(costInvalid) }},
		{"TryParse", 0, func() { sinkURI, sinkError, sinkBool = TryParse(costText) }},
		{"TryParse/invalid", 0, func() { sinkURI, sinkError, sinkBool = TryParse(costInvalid) }},
		{"ParseURI", 0, func() { sinkURI, sinkErr = ParseURI(costText) }},
		{"ParseURI/invalid", 1, func() { sinkURI, sinkErr = ParseURI(costText[3:]) }},
		{"ParseAbsoluteURI", 0, func() { sinkURI, sinkErr = ParseAbsoluteURI("urn:a:b") }},
		{"ParseRelativeRef", 0, func() { sinkURI, sinkErr = ParseRelativeRef(costText[4:]) }},
		{"MustParse", 0, func() { sinkURI = MustParse(costText) }},

		{"URI.Scheme", 0, func() { sinkString = u.Scheme() }},
		{"URI.CanonicalScheme", 0, func() { sinkString = u.CanonicalScheme() }},
		{"URI.CanonicalScheme/upper", 1, func() { sinkString = upper.CanonicalScheme() }},
		{"URI.Authority", 0, func() { sinkString, sinkBool = u.Authority() }},
		{"URI.Userinfo", 0, func() { sinkString, sinkBool = u.Userinfo() }},
		{"URI.Host", 0, func() { sinkString, sinkBool = u.Host() }},
		{"URI.Port", 0, func() { sinkString, sinkBool = u.Port() }},
		{"URI.Path", 0, func() { sinkString = u.Path() }},
		{"URI.Query", 0, func() { sinkString, sinkBool = u.Query() }},
		{"URI.Fragment", 0, func() { sinkString, sinkBool = u.Fragment() }},
		{"URI.IsAbs", 0, func() { sinkBool = u.IsAbs() }},
		{"URI.IsAbsoluteURI", 0, func() { sinkBool = u.IsAbsoluteURI() }},
		{"URI.IsRelative", 0, func() { sinkBool = u.IsRelative() }},
		{"URI.IsNetworkPath", 0, func() { sinkBool = u.IsNetworkPath() }},
		{"URI.IsAbsolutePath", 0, func() { sinkBool = u.IsAbsolutePath() }},
		{"URI.IsRelativePath", 0, func() { sinkBool = u.IsRelativePath() }},

		{"URI.HostKind", 0, func() { sinkKind = u.HostKind() }},
		{"URI.HostAddr/ipv4", 0, func() { sinkAddr, sinkErr = v4.HostAddr() }},
		{"URI.HostAddr/ipv6", 0, func() { sinkAddr, sinkErr = v6.HostAddr() }},
		{"URI.HostAddr/ipvfuture", 0, func() { sinkAddr, sinkErr = future.HostAddr() }},
		{"URI.HostAddr/reg-name", 0, func() { sinkAddr, sinkErr = u.HostAddr() }},
		{"URI.HostAddr/undefined", 0, func() { sinkAddr, sinkErr = nothing.HostAddr() }},
		{"URI.PortNumber", 0, func() { sinkPort, sinkErr = u.PortNumber() }},
		{"URI.PortNumber/undefined", 0, func() { sinkPort, sinkErr = nothing.PortNumber() }},

		{"URI.Ranges", 0, func() { sinkRanges = u.Ranges() }},
		{"URI.Redacted", 0, func() { sinkString = v4.Redacted() }},
		{"URI.Redacted/hidden", 1, func() { sinkString = u.Redacted() }},
		{"URI.LogValue", 0, func() { sinkValue = v4.LogValue() }},
		{"URI.LogValue/hidden", 1, func() { sinkValue = u.LogValue() }},
	}
}

// allAllocTests returns those of all files.
func allAllocTests() []allocTest {
	return slices.Concat(allocTests(), resolveAllocTests(), buildAllocTests(), percentAllocTests(),
		relativizeAllocTests(), normalizeAllocTests(), textAllocTests(), redactorAllocTests())
}

func TestAllocs(t *testing.T) {
	for _, test := range allAllocTests() {
		t.Run(test.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(100, test.f); got != test.want {
				t.Errorf("%v allocations, want %v", got, test.want)
			}
		})
	}
}

// TestAllocsComplete fails for a method that TestAllocs forgets.
func TestAllocsComplete(t *testing.T) {
	tested := map[string]bool{}
	for _, test := range allAllocTests() {
		name, _, _ := strings.Cut(test.name, "/")
		tested[name] = true
	}
	for method := range reflect.TypeFor[*URI]().Methods() {
		if !tested["URI."+method.Name] {
			t.Errorf("URI.%s is not in allocTests", method.Name)
		}
	}
}

func TestSizes(t *testing.T) {
	// With 32-bit pointers both are smaller still, so that the bounds hold everywhere.
	if size := unsafe.Sizeof(URI{}); size > 48 {
		t.Errorf("a URI has %d bytes, want at most 48", size)
	}
	if size := unsafe.Sizeof(Error{}); size > 16 {
		t.Errorf("an Error has %d bytes, want at most 16", size)
	}
	for field := range reflect.TypeFor[Error]().Fields() {
		if kind := field.Type.Kind(); kind > reflect.Uint64 {
			t.Errorf("Error.%s is a %v: it could hold a pointer", field.Name, kind)
		}
	}
}

// TestInlining asks the compiler, because an accessor that is called costs several times one that is not: a URI does
// not fit the argument registers.
func TestInlining(t *testing.T) {
	goTool, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go tool")
	}
	if _, err := os.Stat("uri.go"); err != nil {
		t.Skip("the source is not here")
	}
	for _, test := range []struct{ pkg, want string }{
		{".", `
			ParseURI ParseAbsoluteURI ParseRelativeRef
			URI.Scheme URI.Authority URI.Userinfo URI.Host URI.Port URI.Path URI.Query URI.Fragment
			URI.IsAbs URI.IsAbsoluteURI URI.IsRelative URI.IsNetworkPath URI.IsAbsolutePath URI.IsRelativePath
			Ranges.Scheme Ranges.Authority Ranges.Userinfo Ranges.Host Ranges.Port Ranges.Path Ranges.Query Ranges.Fragment
			URI.Ranges URI.HostKind URI.String URI.AppendText URI.MarshalText Inside doorway.Parts`},
		{"./iri", `
			IRI.Scheme IRI.Authority IRI.Userinfo IRI.Host IRI.Port IRI.Path IRI.Query IRI.Fragment IRI.IsAbs IRI.String`},
		{"./fsm", `
			(*Ranges).Scheme (*Ranges).Authority (*Ranges).Userinfo (*Ranges).Host (*Ranges).Port (*Ranges).Path
			(*Ranges).Query (*Ranges).Fragment`},
		{"./internal/ranges", `(*Ranges).Offsets
			(*Offsets).SetTail (*Offsets).SetFragment (*Offsets).SetScheme (*Offsets).CutFragment (*Offsets).Len`},
		{"./tables", `Class Next Mark Accepting IsRun RunMask RunBits Sets Is ContextOf
			IRIClass IRINext IRIMark IRIAccepting IRIIsRun IRIIsText IRIRunMask IRIContextOf TextBits TextNext
			IsUcschar IsIprivate Context.InCharacter HostNext OriginNext
			Component.String Context.Component Context.InPercent Context.InIPLiteral`},
	} {
		out, err := exec.Command(goTool, "build", "-gcflags=-m=1", test.pkg).CombinedOutput()
		if err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
		inlinable := map[string]bool{}
		for _, match := range regexp.MustCompile(`: can inline (\S+)`).FindAllSubmatch(out, -1) {
			inlinable[string(match[1])] = true
		}
		for want := range strings.FieldsSeq(test.want) {
			if !inlinable[want] {
				t.Errorf("%s: %s cannot be inlined any more", test.pkg, want)
			}
		}
	}
}
