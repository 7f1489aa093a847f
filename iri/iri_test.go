package iri_test

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/iri"
)

func TestErrors(t *testing.T) {
	parsers := map[string]any{
		"Parse": iri.Parse, "ParseIRI": iri.ParseIRI,
	}
	for _, test := range kit.Cases[struct {
		parse     func(string) (iri.IRI, error)
		in        string
		offset    int
		component uri.Component
		reason    uri.Reason
		text      string
	}]("iri.txt", "TestErrors", parsers) {
		_, err := test.parse(test.in)
		var e *uri.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: %v", test.in, err)
			continue
		}
		if e.Offset != test.offset || e.Component != test.component || e.Reason != test.reason || e.Error() != test.text {
			t.Errorf("%q: got %d, %v, %v, %q", test.in, e.Offset, e.Component, e.Reason, e.Error())
		}
	}
}

// TestErrorsHideUserinfo searches error messages for the password of an invalid IRI.
func TestErrorsHideUserinfo(t *testing.T) {
	for _, s := range []string{"//ü:pässwörd\xff@h/", "//ü:pässwörd@h\xff", "//ü:pässwörd", "//ü:pässwörd@h/ ", "//ü:pässwörd@[é",
		"//ü:pässwörd\ue000@h/", "//ü:pässwörd@h\ue000/"} {
		if _, err := iri.Parse(s); err == nil || strings.Contains(err.Error(), "ssw") || strings.Contains(err.Error(), "U+") ||
			strings.Contains(err.Error(), "0x") && !strings.HasSuffix(s, " ") {
			t.Errorf("%q: %v", s, err)
		}
	}
}

// TestErrorsHoldNoSecret looks into the fields of errors, because error messages never show bytes of an authority.
func TestErrorsHoldNoSecret(t *testing.T) {
	_, parsed := iri.Parse("//ü:gehe\ue000m@h")
	_, shown := iri.Parse("/\ue000")
	for err, want := range map[error]uint64{parsed: 0, shown: 0xe000} {
		var e *uri.Error
		if !errors.As(err, &e) {
			t.Errorf("the error is %v", err)
			continue
		}
		if char := reflect.ValueOf(*e).FieldByName("details").Uint() & (1<<21 - 1); char != want {
			t.Errorf("%v: it holds %#x, want %#x", err, char, want)
		}
	}
}

func TestAccessors(t *testing.T) {
	i := iri.MustParse("Héllo"[:1] + "TTP://ü:gehéim@例え.jp:8080/パス/é?q=\ue000#フラグ")
	want := components{
		component{"HTTP", true}, component{"ü:gehéim@例え.jp:8080", true}, component{"ü:gehéim", true}, component{"例え.jp", true},
		component{"8080", true}, component{"/パス/é", true}, component{"q=\ue000", true}, component{"フラグ", true},
	}
	if diff := cmp.Diff(want, componentsOf(i)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if got, want := i.Redacted(), "HTTP://ü:xxxxx@例え.jp:8080/パス/é?q=\ue000#フラグ"; got != want || i.LogValue().String() != want {
		t.Errorf("redacted to %q", got)
	}
}

// TestDecoded reads data with characters, percent-encoded and not.
func TestDecoded(t *testing.T) {
	i := iri.MustParse("http://é%C3%A9:ü%3A@h/ö/é?ü=é+ü&a&%C3%BC#é")
	userinfo, _ := i.Userinfo()
	name, err := uri.Decode(userinfo, 0)
	if err != nil {
		t.Fatal(err)
	}
	query, _ := i.Query()
	value, ok, err := uri.QuerySyntax{Plus: true}.Get(query, "ü")
	want := []string{"éé:ü:", "é ü"}
	if got := []string{name, value}; !ok || err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %t, %v", got, ok, err)
	}
}

// TestHostKind has names that could be taken for addresses if text were read as ASCII.
func TestHostKind(t *testing.T) {
	for _, s := range []string{"//1.2.3.4é", "//é1.2.3.4", "//1.2.3.\u0664", "//１.2.3.4", "//1.2.3\u30024", "//1.2.3.4\u00b2"} {
		r := iri.MustParse(s).Ranges()
		if kind := fsm.HostKindOf(s, &r); kind != fsm.RegName {
			t.Errorf("%q is %v", s, kind)
		}
	}
}

func TestMustParsePanics(t *testing.T) {
	defer func() {
		if got := recover(); got != "iri.MustParse: invalid UTF-8 in path at byte 3" {
			t.Errorf("the panic is %v", got)
		}
	}()
	iri.MustParse("/é\xff")
}

func TestResolve(t *testing.T) {
	base := iri.MustParse("http://é/日/本;ü?q#f")
	prepared, err := iri.NewBase(base, 0)
	if err != nil || fmt.Sprint(prepared) != "http://é/日/本;ü?q" {
		t.Fatalf("%v, %v", prepared, err)
	}
	for _, test := range kit.Cases[struct{ ref, want string }]("iri.txt", "TestResolve") {
		got, r, err := prepared.AppendResolveString([]byte("x"), test.ref)
		if test.want == "\xff" {
			if string(got) != "x" || err == nil || r != (fsm.Ranges{}) {
				t.Errorf("%q: %q, %v", test.ref, got, err)
			}
			continue
		}
		want := iri.MustParse(test.want)
		if string(got) != "x"+test.want || err != nil || r != want.Ranges() {
			t.Errorf("%q resolves to %q, %v, want %q", test.ref, got, err, want)
		}
		checkResolve(t, base, iri.MustParse(test.ref), want)
	}
}

// checkResolve checks that all functions resolve ref to want.
func checkResolve(t *testing.T, base, ref, want iri.IRI) {
	t.Helper()
	prepared, _ := iri.NewBase(base, 0)
	a, r, errA := prepared.AppendResolveString(nil, ref.String())
	b, errB := prepared.Resolve(ref)
	c, errC := base.Resolve(ref)
	if err := errors.Join(errA, errB, errC); err != nil || string(a) != want.String() || r != want.Ranges() || b != want ||
		c != want {
		t.Errorf("%q: %q, %q, %q, %v, want %q", ref, a, b, c, err, want)
	}
}

// TestResolveAtRandom checks that to resolve IRIs is to resolve the URIs that they are mapped to.
func TestResolveAtRandom(t *testing.T) {
	bases := []iri.IRI{
		iri.MustParse("http://é/日/本;ü?q#f"), iri.MustParse("s:é/ü/../ö"), iri.MustParse("s://é"), iri.MustParse("s:/é/./ü/..//ä/b?\ue000"),
	}
	atRandom(t, func(s string) {
		ref, err := iri.Parse(s)
		if err != nil {
			return
		}
		for _, base := range bases {
			u, _ := base.URI(iri.HostPercent)
			v, _ := ref.URI(iri.HostPercent)
			want, err := u.Resolve(v)
			got, gotErr := base.Resolve(ref)
			if mapped, _ := got.URI(iri.HostPercent); err != nil || gotErr != nil || mapped != want {
				t.Errorf("%q resolves to %q, %v, but as a URI to %q, %v", ref, got, gotErr, want, err)
			}
			checkResolve(t, base, ref, iri.MustParse(got.String()))
		}
	})
}

// TestNoBase checks that NewBase refuses a reference at the same offset as ParseIRI.
func TestNoBase(t *testing.T) {
	for _, s := range []string{"", "é", "a/é", "//é/b", "aé", "?\ue000"} {
		_, wantErr := iri.ParseIRI(s)
		var want, e *uri.Error
		errors.As(wantErr, &want)
		i := iri.MustParse(s)
		b, err := iri.NewBase(i, 0)
		if !errors.As(err, &e) || b != nil || e.Offset != want.Offset || e.Reason != uri.ReasonNoScheme || e.Component != want.Component {
			t.Errorf("%q: %v, want %v", s, err, want)
		}
		if _, err := i.Resolve(i); !errors.As(err, &e) || e.Offset != want.Offset {
			t.Errorf("%q: %v, want %v", s, err, want)
		}
	}
	base := iri.MustParse("s://é/ü")
	prepared, _ := iri.NewBase(base, uri.ResolveRefuseAboveRoot)
	got, err := prepared.Resolve(iri.MustParse("é/../../.."))
	var e *uri.Error
	if !errors.As(err, &e) || e.Reason != uri.ReasonAboveRoot || e.Offset != 6 || got != (iri.IRI{}) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestAsURI checks that what IRIs have, URIs have under the same name, or the one with URI for IRI, apart from the
// mappings.
func TestAsURI(t *testing.T) {
	for _, pair := range [][2]reflect.Type{
		{reflect.TypeFor[*iri.IRI](), reflect.TypeFor[*uri.URI]()},
		{reflect.TypeFor[*iri.Base](), reflect.TypeFor[*uri.Base]()},
		{reflect.TypeFor[*iri.Normalizer](), reflect.TypeFor[*uri.Normalizer]()},
	} {
		for i := range pair[0].NumMethod() {
			name := pair[0].Method(i).Name
			isMapping := name == "URI" || name == "AppendURI"
			if _, ok := pair[1].MethodByName(strings.ReplaceAll(name, "IRI", "URI")); ok == isMapping {
				t.Errorf("%v, method %s: %t", pair[1], name, ok)
			}
		}
	}
}

// TestNormalizerPromotesNothing checks that no method that takes URIs is left of the Normalizer inside.
func TestNormalizerPromotesNothing(t *testing.T) {
	for i := range reflect.TypeFor[iri.Normalizer]().NumMethod() {
		method := reflect.TypeFor[iri.Normalizer]().Method(i)
		if strings.Contains(method.Type.String(), "uri.URI") {
			t.Errorf("%s is %v", method.Name, method.Type)
		}
	}
}
