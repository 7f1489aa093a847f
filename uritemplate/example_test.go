package uritemplate_test

import (
	"fmt"

	"github.com/urispan/uri/uritemplate"
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
