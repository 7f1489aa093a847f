package idna_test

import (
	"errors"
	"fmt"

	"github.com/urispan/uri/host/idna"
)

func Example() {
	ascii, unicode, err := idna.Lookup.Convert("Bücher.example")
	fmt.Println(ascii, unicode, err)
	dst, err := idna.Lookup.AppendASCII(nil, "Bücher.example")
	fmt.Println(string(dst), err)
	dst, err = idna.Lookup.AppendUnicode(nil, "xn--bcher-kva.example")
	fmt.Println(string(dst), err)
	// Output:
	// xn--bcher-kva.example bücher.example <nil>
	// xn--bcher-kva.example <nil>
	// bücher.example <nil>
}

func ExampleProfile_Convert() {
	for _, name := range []string{"Bücher.example", "xn--bcher-kva.example", "大阪\u3002jp"} {
		for _, profile := range []idna.Profile{idna.Lookup, idna.Registration} {
			fmt.Println(profile.Convert(name))
		}
	}
	// Output:
	// xn--bcher-kva.example bücher.example <nil>
	//   IDNA refuses the label "B\u00fccher" at byte 0: the character U+0042 is not allowed
	// xn--bcher-kva.example bücher.example <nil>
	// xn--bcher-kva.example bücher.example <nil>
	// xn--pssu33l.jp 大阪.jp <nil>
	//   IDNA refuses the label "\u5927\u962a\u3002jp" at byte 0: the character U+3002 is not allowed
}

// The error names the label that is refused.
func ExampleError() {
	_, _, err := idna.Lookup.Convert("www.b\u200d.example")

	var e *idna.Error
	if errors.As(err, &e) {
		fmt.Printf("%+q %d\n", e.Label, e.Offset)
	}
	// Output: "b\u200d" 4
}

func ExampleProfile_AppendASCII() {
	line := []byte("Host: ")
	line, err := idna.Lookup.AppendASCII(line, "Bücher.example")
	fmt.Printf("%s %v\n", line, err)
	// Output: Host: xn--bcher-kva.example <nil>
}

func ExampleProfile_AppendUnicode() {
	title := []byte("You are visiting ")
	title, err := idna.Lookup.AppendUnicode(title, "xn--bcher-kva.example")
	fmt.Printf("%s %v\n", title, err)
	// Output: You are visiting bücher.example <nil>
}
