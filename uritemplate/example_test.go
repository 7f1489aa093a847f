package uritemplate_test

import (
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/uritemplate"
	"github.com/urispan/uri/whatwg"
	"github.com/urispan/uri/whatwg/urlpattern"
)

func Example() {
	t := uritemplate.MustParse("https://example.com/users/{user}{?page,sort}")
	u, err := t.Expand(uritemplate.Map{"user": uritemplate.String("ü"), "page": uritemplate.String("2")})
	fmt.Println(u, err)

	m, err := t.Matcher()
	if err != nil {
		panic(err)
	}
	values, ok := m.Match("https://example.com/users/%C3%BC?page=2")
	user, _ := values["user"].Text()
	fmt.Println(user, values["sort"].IsDefined(), ok)
	// Output:
	// https://example.com/users/%C3%BC?page=2 <nil>
	// ü false true
}

func ExampleMapOf() {
	type search struct {
		Words []string          `uritemplate:"words"`
		Page  int               `uritemplate:"page,omitzero"`
		Extra map[string]string `uritemplate:"extra"`
	}
	values, err := uritemplate.MapOf(search{Words: []string{"a b", "c"}, Extra: map[string]string{"lang": "de"}})
	if err != nil {
		panic(err)
	}
	fmt.Println(uritemplate.MustParse("/search{?words,page,extra*}").Expand(values))
	// Output: /search?words=a%20b,c&lang=de <nil>
}

func ExampleTemplate_Matcher() {
	_, err := uritemplate.MustParse("/files/{name}.{type}").Matcher()
	fmt.Println(err)
	// Output: parts cannot be told apart at byte 13 of the template: {name} and .
}

// A server of resources takes the parameters in any order, and drops those that others add to its URLs.
func ExampleTemplate_MatcherWith() {
	t := uritemplate.MustParse("https://example.com/users/{user}{?page,sort}")
	m, err := t.MatcherWith(uritemplate.MatchOptions{AnyOrder: true, IgnoreUnknown: true})
	if err != nil {
		panic(err)
	}
	values, ok := m.Match("https://example.com/users/7?utm_source=x&sort=up&page=2")
	fmt.Println(values["user"], values["page"], values["sort"], ok)
	_, ok = m.Match("https://example.com/users/7?page=2&page=3") // which of them?
	fmt.Println(ok)
	// Output:
	// 7 2 up true
	// false
}

// With FirstByte, the first "." ends a name, and the first "?" a path.
func ExampleMatchOptions() {
	for _, c := range [][2]string{
		{"/files/{name}.{type}", "/files/a.tar.gz"}, {"/files/{name}.gz", "/files/a.tar.gz"}, {"{+path}{?page}", "/a/b?page=2"},
	} {
		m, err := uritemplate.MustParse(c[0]).MatcherWith(uritemplate.MatchOptions{FirstByte: true})
		if err != nil {
			panic(err)
		}
		fmt.Println(m.Match(c[1]))
	}
	// Output:
	// map[name:a type:tar.gz] true
	// map[] false
	// map[page:2 path:/a/b] true
}

func ExampleTemplate_ExpandStrict() {
	t := uritemplate.MustParse("/users/{id}{?page}")
	fmt.Println(t.Expand(nil))
	fmt.Println(t.ExpandStrict(nil))
	fmt.Println(t.ExpandStrict(uritemplate.Map{"id": uritemplate.String("7")}))
	// Output:
	// /users/ <nil>
	//  no value, variable id at byte 8 of the template
	// /users/7 <nil>
}

// A program redirects the URLs that a URL pattern matches. The groups of the match are percent-encoded, and the values
// of a template are not. Decode each group once: the template encodes it for its place.
//
// https://github.com/whatwg/urlpattern/issues/73, https://github.com/uhyo/funstack-router/pull/223 and
// https://github.com/nileshtrivedi/better/issues/12 ask for it.
func Example_pattern() {
	p, err := urlpattern.New("https://old.example.com/users/:user/:page?", nil, nil)
	if err != nil {
		panic(err)
	}
	t := uritemplate.MustParse("https://example.com/people{?user,page}")
	for _, s := range []string{"https://old.example.com/users/João", "https://old.example.com/users/a%2Fb%26c/100%25",
		"https://old.example.com/users/%C3%BC%"} {
		var r urlpattern.Result
		if !p.Match(whatwg.MustParse(s), &r) {
			continue
		}
		values, err := uritemplate.Map{}, error(nil)
		for g := range r.Groups() {
			if g.Component != urlpattern.ComponentPathname || !g.IsDefined {
				continue // an undefined group is an undefined variable
			}
			var text string
			if text, err = uri.Decode(g.Text, 0); err != nil {
				break // a "%" that begins no percent-encoding
			}
			values[g.Name] = uritemplate.String(text)
		}
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(t.Expand(values))
	}
	// Output:
	// https://example.com/people?user=Jo%C3%A3o <nil>
	// https://example.com/people?user=a%2Fb%26c&page=100%25 <nil>
	// bad percent-encoding at byte 7: expected a hex digit
}

// A server that lists its resources marks the variables of a query as optional.
func ExampleTemplate_Variables() {
	for _, v := range uritemplate.MustParse("/users/{user}{?page}").Variables() {
		fmt.Println(v.Name, v.Operator == '?' || v.Operator == '&')
	}
	// Output:
	// user false
	// page true
}

func ExampleParse() {
	_, err := uritemplate.Parse("/users/{user name}")
	fmt.Println(err)
	// Output: illegal character in expression at byte 12 of the template
}
