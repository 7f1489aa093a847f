package fsm_test

import (
	"fmt"

	"github.com/urispan/uri/fsm"
)

func ExampleScan() {
	s := "http://example.com:8042/over/there"
	var r fsm.Ranges
	n, ok := fsm.Scan(s, &r)
	lo, hi, _ := r.Port()
	fmt.Println(n, ok, s[lo:hi])
	n, ok = fsm.Scan([]byte("http://example.com/<"), &r) // where it stops being a reference
	fmt.Println(n, ok)
	// Output:
	// 34 true 8042
	// 19 false
}
