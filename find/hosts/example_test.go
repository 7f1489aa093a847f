package hosts_test

import (
	"fmt"

	"github.com/urispan/uri/find"
	"github.com/urispan/uri/find/hosts"
)

func Example() {
	const text = "Ask joe@example.com, or see www.example.com/help."
	finder := find.Finder{Names: hosts.Names | hosts.Emails}
	for m := range finder.AllString(text) {
		fmt.Println(m.Kind, text[m.Start:m.End])
	}
	// Output:
	// email joe@example.com
	// host www.example.com/help
}

func ExampleUTS58() {
	const text = "See example.com/αβ(γ), http://foo.example.com. Mail αβγ.δεζ@example.com."
	for m := range hosts.UTS58().AllString(text) {
		fmt.Println(m.Kind, text[m.Start:m.End])
	}
	// Output:
	// host example.com/αβ(γ)
	// host http://foo.example.com
	// email αβγ.δεζ@example.com
}
