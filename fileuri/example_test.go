package fileuri_test

import (
	"errors"
	"fmt"

	"github.com/urispan/uri"
	"github.com/urispan/uri/fileuri"
)

func Example() {
	u, err := fileuri.FromPath("/home/joe/a b", fileuri.Unix)
	fmt.Println(u, err)
	path, err := fileuri.Path(u, fileuri.Unix)
	fmt.Println(path, err)
	// Output:
	// file:///home/joe/a%20b <nil>
	// /home/joe/a b <nil>
}

func ExampleFromPath() {
	u, err := fileuri.FromPath("/home/joe/50% off.txt", fileuri.Unix)
	fmt.Println(u, err)
	u, err = fileuri.FromPath(`C:\Users\joe\a b.txt`, fileuri.Windows)
	fmt.Println(u, err)
	u, err = fileuri.FromPath(`\\server\share\a b.txt`, fileuri.Windows)
	fmt.Println(u, err)
	_, err = fileuri.FromPath("a/b.txt", fileuri.Unix)
	fmt.Println(err)
	// Output:
	// file:///home/joe/50%25%20off.txt <nil>
	// file:///C:/Users/joe/a%20b.txt <nil>
	// file://server/share/a%20b.txt <nil>
	// not an absolute path at byte 0
}

func ExamplePath() {
	for _, text := range []string{"file:///c%3A/a%20b", "file://server/share/a", "file:///c:/a%5C..%5Cb", "file://C:/a"} {
		fmt.Println(fileuri.Path(uri.MustParse(text), fileuri.Windows))
	}
	// Output:
	// c:\a b <nil>
	// \\server\share\a <nil>
	//  percent-encoded separator at byte 12
	//  port in a file URI at byte 8
}

// A path is relative to the directory of another file if it is resolved as a reference.
func ExamplePath_resolve() {
	base, _ := fileuri.FromPath("/srv/site/index.html", fileuri.Unix)
	u, _ := base.Resolve(uri.MustParse("../images/a%20b.png"))
	fmt.Println(fileuri.Path(u, fileuri.Unix))
	// Output: /srv/images/a b.png <nil>
}

func ExampleError() {
	_, err := fileuri.Path(uri.MustParse("http://example.com/a"), fileuri.Native)
	if e := (*fileuri.Error)(nil); errors.As(err, &e) && e.Reason == fileuri.ReasonScheme {
		fmt.Println("not a file, but perhaps on the web:", err)
	}
	// Output: not a file, but perhaps on the web: not a file URI at byte 0
}
