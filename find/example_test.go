package find_test

import (
	"fmt"
	"log"
	"os"
	"strings"

	"github.com/urispan/uri"
	"github.com/urispan/uri/find"
	"github.com/urispan/uri/whatwg"
)

func Example() {
	const text = "See https://example.com/a (or http://[::1]:8080/)."
	var finder find.Finder
	for m := range finder.AllString(text) {
		fmt.Println(m.Start, text[m.Start:m.End])
	}
	// Output:
	// 4 https://example.com/a
	// 30 http://[::1]:8080/
}

// Accept keeps the addresses that browsers accept.
func ExampleFinder_accept() {
	finder := find.Finder{Accept: func(address string) bool {
		_, err := whatwg.Parse(address)
		return err == nil
	}}
	const text = "http://example.com:80000/ has no valid port, http://example.com:8000/ has one."
	for m := range finder.AllString(text) {
		fmt.Println(text[m.Start:m.End])
	}
	// Output: http://example.com:8000/
}

func ExampleFinder_escapes() {
	finder := find.Finder{Escapes: find.EscapesJSON}
	const text = `{"next": "https:\/\/example.com\/?page=2\u0026size=10"}`
	for m := range finder.AllString(text) {
		fmt.Println(text[m.Start:m.End])
		fmt.Printf("%s\n", m.Decoded)
	}
	// Output:
	// https:\/\/example.com\/?page=2\u0026size=10
	// https://example.com/?page=2&size=10
}

func ExampleFinder_AppendReplaced() {
	var finder find.Finder
	const text = "See https://example.com/a?id=7 and http://example.com/b."
	short := finder.AppendReplaced(nil, text, func(dst []byte, m find.Match) []byte {
		u, _ := uri.Parse(text[m.Start:m.End])
		return append(dst, u.Hostname()...)
	})
	fmt.Printf("%s\n", short)
	// Output: See example.com and example.com.
}

func ExampleFinder_prose() {
	const text = `See https://example.com/αβγ(δ)/?q="ε" for more.`
	for _, finder := range []find.Finder{{}, {Syntax: find.SyntaxProse}} {
		for m := range finder.AllString(text) {
			fmt.Println(text[m.Start:m.End])
		}
	}
	// Output:
	// https://example.com/αβγ(δ)/?q=
	// https://example.com/αβγ(δ)/?q="ε
}

func ExampleNewReader() {
	stream := strings.NewReader("GET https://example.com/a\nGET https://example.com/b\n")
	r := find.NewReader(stream, nil, 0)
	for m, address := range r.All() {
		fmt.Printf("%d %s\n", m.Start, address)
	}
	if err := r.Err(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// 4 https://example.com/a
	// 30 https://example.com/b
}

func ExampleAppendRedacted() {
	const line = `dial postgres://admin:s3cr#t@db: GET https://example.com/?id=1&token=abc`
	redactor := uri.Redactor{QueryKeys: []string{"token"}}
	fmt.Printf("%s\n", find.AppendRedacted(nil, []byte(line), redactor))
	// Output: dial postgres://admin:xxxxx@db: GET https://example.com/?id=1&token=xxxxx
}

func ExampleRedactingWriter() {
	logger := log.New(find.NewRedactingWriter(os.Stdout, uri.Redactor{}), "", 0)
	logger.Print("dial amqp://user:password@example.com/: timeout")
	// Output: dial amqp://user:xxxxx@example.com/: timeout
}

func ExampleFinder_AppendLinked() {
	var finder find.Finder
	const comment = `See https://example.com/?a&b <script>alert(1)</script>`
	fmt.Printf("%s\n", finder.AppendLinked(nil, comment, find.Linking{Rel: "nofollow ugc"}))
	// Output:
	// See <a href="https://example.com/?a&amp;b" rel="nofollow ugc">https://example.com/?a&amp;b</a> &lt;script&gt;alert(1)&lt;/script&gt;
}
