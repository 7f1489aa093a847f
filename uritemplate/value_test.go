package uritemplate_test

import (
	"encoding/json"
	"errors"
	"math/big"
	"net/netip"
	"testing"

	"github.com/urispan/uri/uritemplate"
)

type page struct {
	Number int    `uritemplate:"page,omitzero"`
	Sort   string `uritemplate:"sort,omitzero"`
}

type query struct {
	page
	*Filter
	User    string            `uritemplate:"user"`
	Host    netip.Addr        `uritemplate:"host"`
	Tags    []string          `uritemplate:"tags"`
	Options map[string]int    `uritemplate:"options"`
	Next    *string           `uritemplate:"next"`
	Skipped string            `uritemplate:"-"`
	Ratio   float64           // its own name
	secret  map[string]string //nolint
}

type Filter struct{ From string }

func TestMapOf(t *testing.T) {
	q := query{
		page: page{Sort: "up"}, User: "ü", Host: netip.MustParseAddr("::1"), Tags: []string{"b", "a"},
		Options: map[string]int{"z": 1, "y": -2}, Ratio: 1e21, secret: map[string]string{"a": "b"},
	}
	m, err := uritemplate.MapOf(&q)
	if err != nil {
		t.Fatal(err)
	}
	const template = "/{user}{?page,sort,host,tags,options*,next,Skipped,Ratio,secret,From}"
	const want = "/%C3%BC?sort=up&host=%3A%3A1&tags=b,a&y=-2&z=1&Ratio=1000000000000000000000"
	if u, err := uritemplate.MustParse(template).Expand(m); err != nil || u.String() != want {
		t.Errorf("got %v, %v, want %s", u, err, want)
	}
	q.Filter = &Filter{From: "here"}
	if m, err = uritemplate.MapOf(q); err != nil || asJSON(uritemplate.Map{"From": m["From"]}) != `{"From":"here"}` {
		t.Errorf("an embedded pointer: %v, %v", m, err)
	}
}

type ID string

func TestMapOfEmbedded(t *testing.T) {
	m, err := uritemplate.MapOf(struct {
		ID
		*Filter    `uritemplate:"-"`
		netip.Addr `uritemplate:"addr"`
		Any        any
	}{"a", &Filter{"secret"}, netip.MustParseAddr("::1"), (*netip.Addr)(nil)})
	if got := asJSON(m); err != nil || got != `{"ID":"a","addr":"::1"}` {
		t.Errorf("%s, %v", got, err)
	}
}

func TestMapOfKinds(t *testing.T) {
	text := "x"
	var null *string
	var noAddr *netip.Addr
	number := big.NewInt(7)
	self := any(nil)
	self = &self
	for _, c := range []struct {
		x    any
		want string // as JSON, "" for an error
	}{
		{nil, `{}`}, {null, `{}`}, {&text, `{"v":"x"}`}, {"", `{"v":""}`}, {json.Number("1.50"), `{"v":"1.50"}`},
		{1, `{"v":"1"}`}, {int8(-1), `{"v":"-1"}`}, {uint64(1 << 63), `{"v":"9223372036854775808"}`},
		{float32(0.1), `{"v":"0.1"}`}, {[]any{"a", json.Number("1")}, `{"v":["a","1"]}`}, {[]string{}, `{}`},
		{map[string]any{"a": nil, "b": "c"}, `{"v":{"b":"c"}}`}, {map[string]any{"a": nil}, `{}`}, {[2]int{1, 2}, `{"v":["1","2"]}`},
		{netip.MustParseAddr("192.0.2.1"), `{"v":"192.0.2.1"}`},
		{noAddr, `{}`}, {map[string]any{"a": noAddr, "b": "c"}, `{"v":{"b":"c"}}`}, {[]any{noAddr}, ""}, {&number, `{"v":"7"}`},
		{true, ""}, {[]any{nil}, ""}, {[]any{[]any{}}, ""}, {map[string]any{"a": []any{}}, ""}, {map[int]string{1: "a"}, ""},
		{struct{}{}, ""}, {func() {}, ""}, {self, ""},
	} {
		m, err := uritemplate.MapOf(map[string]any{"v": c.x})
		var e *uritemplate.Error
		if c.want == "" {
			if !errors.As(err, &e) || e.Reason != uritemplate.ReasonValue || m != nil {
				t.Errorf("MapOf(%#v) = %v, %v, want an error", c.x, m, err)
			}
			continue
		}
		if got := asJSON(m); err != nil || got != c.want {
			t.Errorf("MapOf(%#v) = %s, %v, want %s", c.x, got, err, c.want)
		}
	}
	if _, err := uritemplate.MapOf(1); err == nil {
		t.Error("MapOf(1) is no error")
	}
	if _, err := uritemplate.MapOf(map[string]any{"x": true}); err == nil || err.Error() != "value is not a string, a number, a list or pairs, variable x" {
		t.Errorf("MapOf of a bool: %v", err)
	}
}

func TestEqual(t *testing.T) {
	a, b := uritemplate.Pair{Name: "a", Value: "1"}, uritemplate.Pair{Name: "b", Value: "2"}
	values := []uritemplate.Value{
		{}, uritemplate.String(""), uritemplate.String("a"), uritemplate.String("b"), uritemplate.List(""),
		uritemplate.List("a"), uritemplate.List("a", "b"), uritemplate.List("b", "a"), uritemplate.Pairs(a),
		uritemplate.Pairs(a, b), uritemplate.Pairs(b, a), uritemplate.List("a", "1"),
	}
	texts := []string{"", "", "a", "b", "[]", "[a]", "[a b]", "[b a]", "[{a 1}]", "[{a 1} {b 2}]", "[{b 2} {a 1}]", "[a 1]"}
	for i, v := range values {
		if v.String() != texts[i] {
			t.Errorf("value %d is %q, want %q", i, v, texts[i])
		}
		for j, w := range values {
			if v.Equal(w) != (i == j) {
				t.Errorf("%v.Equal(%v) is %t", v, w, i != j)
			}
		}
	}
	same := []uritemplate.Value{
		{}, uritemplate.String(string([]byte("a"))), uritemplate.List(string([]byte("a"))), uritemplate.Pairs(a), uritemplate.List(),
	}
	for i, v := range []uritemplate.Value{{}, uritemplate.String("a"), uritemplate.List("a"), uritemplate.Pairs(a), uritemplate.Pairs()} {
		if !v.Equal(same[i]) {
			t.Errorf("%v is not equal to its copy", v)
		}
	}
}

func TestExpandErrors(t *testing.T) {
	for _, c := range []struct {
		template, want string
		values         uritemplate.Map
	}{
		{"/{x:1}", "prefix of a list or of pairs, variable x at byte 2 of the template", uritemplate.Map{"x": uritemplate.List("a")}},
		{"/{x}{+y}", "expansion is not a URI-reference at byte 4 of the template: illegal character \"[\" in path at byte 4",
			uritemplate.Map{"x": uritemplate.String("ab"), "y": uritemplate.String("c[")}},
		{"https://h:{port}/", "expansion is not a URI-reference at byte 16 of the template: bad port at byte 16: expected only digits in a port, or \"@\" after a userinfo",
			uritemplate.Map{"port": uritemplate.String("SECRET")}},
	} {
		tmpl := uritemplate.MustParse(c.template)
		if _, err := tmpl.Expand(c.values); err == nil || err.Error() != c.want {
			t.Errorf("%s: %v\nwant %s", c.template, err, c.want)
		}
		if dst, err := tmpl.Append([]byte("x"), c.values); err == nil || string(dst) != "x" {
			t.Errorf("%s: Append returns %q, %v", c.template, dst, err)
		}
	}
	long := uritemplate.Map{"x": uritemplate.String(string(make([]byte, 200_000)))}
	var e *uritemplate.Error
	_, err := uritemplate.MustParse("{x}{x}{x}").Expand(long)
	if !errors.As(err, &e) || e.Reason != uritemplate.ReasonTooLong || e.Offset != 3 {
		t.Errorf("a long expansion: %v", err)
	}
}

func TestAllocations(t *testing.T) {
	tmpl := uritemplate.MustParse("https://example.com/users/{user}{/path*}{?page,sort}")
	values := uritemplate.Map{
		"user": uritemplate.String("ü"), "path": uritemplate.List("a", "b"), "page": uritemplate.String("2"),
	}
	dst := make([]byte, 0, 100)
	if n := testing.AllocsPerRun(100, func() { dst, _ = tmpl.Append(dst[:0], values) }); n != 0 {
		t.Errorf("Append makes %v allocations", n)
	}
}
