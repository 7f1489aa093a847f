// Facts writes the facts that the generator of package find reads: the registered schemes to schemes.txt, or, with the
// flag -unicode, the properties of UTS #58 to link.txt.
//
//	go -C find/gen/facts run . -o ../schemes.txt
//	go -C find/gen/facts run . -unicode FOLDER -o ../link.txt
//
// FOLDER has the files ReadMe.txt, LinkTerm.txt, LinkEmail.txt and LinkBracket.txt of a version of UTS #58. The schemes are
// those of the registry of IANA, as mvdan.cc/xurls/v2 has them in the version in go.mod. Because of it, facts is a module
// of its own. To take newer facts, run bash .ci/tables schemes links.
//
// Flag: -o names the file to write ("-", the default: standard output).
package main

import (
	"bytes"
	_ "embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"mvdan.cc/xurls/v2"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "facts:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("facts", flag.ExitOnError)
	folder := flags.String("unicode", "", "write the facts of the files of Unicode in this `folder`")
	out := flags.String("o", "-", "write to `file`")
	flags.Parse(args)

	text := schemeFacts()
	if *folder != "" {
		var err error
		if text, err = linkFacts(os.DirFS(*folder)); err != nil {
			return err
		}
	}
	if *out == "-" {
		_, err := stdout.Write(text)
		return err
	}
	return os.WriteFile(*out, text, 0o666)
}

var (
	//go:embed notice.txt
	notice string
	//go:embed go.mod
	goMod string
)

// properties are the properties of UTS #58, each with its file.
var properties = []struct{ key, file string }{
	{"term", "LinkTerm.txt"}, {"email", "LinkEmail.txt"}, {"bracket", "LinkBracket.txt"},
}

// linkFacts returns the facts of the files of Unicode without their comments.
func linkFacts(unicode fs.FS) ([]byte, error) {
	readMe, err := fs.ReadFile(unicode, "ReadMe.txt")
	if err != nil {
		return nil, err
	}
	version := regexp.MustCompile(`data files for version (\d+\.\d+\.\d+)\s+of UTS #58`).FindSubmatch(readMe)
	if version == nil {
		return nil, errors.New("ReadMe.txt has no version")
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, "# The properties of UTS #58. Written by find/gen/facts from files of Unicode %s; DO NOT EDIT.\n#\n"+
		"# A line has a property, a code point or a range of them, and the value.\n#\n", version[1])
	for line := range strings.Lines(notice) {
		w.WriteString(strings.TrimSpace("# "+strings.TrimSpace(line)) + "\n")
	}
	for _, p := range properties {
		text, err := fs.ReadFile(unicode, p.file)
		if err != nil {
			return nil, err
		}
		date := regexp.MustCompile(`(?m)^# Date: ([\d-]+)`).FindSubmatch(text)
		if date == nil {
			return nil, errors.New(p.file + " has no date")
		}
		fmt.Fprintf(&w, "\n# %s of %s\n", p.file, date[1])
		for line := range strings.Lines(string(text)) {
			line, _, _ = strings.Cut(line, "#")
			codes, value, _ := strings.Cut(line, ";")
			if codes = strings.TrimSpace(codes); codes != "" {
				w.WriteString(strings.TrimSpace(p.key+" "+strings.Replace(codes, "..", "-", 1)+" "+strings.TrimSpace(value)) + "\n")
			}
		}
	}
	return w.Bytes(), nil
}

// schemesDate is the date of the version of mvdan.cc/xurls/v2 in go.mod. The script .ci/tables sets it.
const schemesDate = "2025-01-02"

// schemeFacts returns the registered schemes.
func schemeFacts() []byte {
	var w bytes.Buffer
	fmt.Fprintf(&w, "# The registered schemes (https://www.iana.org/assignments/uri-schemes). Written by find/gen/facts from\n"+
		"# %s of %s; DO NOT EDIT.\n\n", regexp.MustCompile(`mvdan\.cc/xurls/v2 v\S+`).FindString(goMod), schemesDate)
	for _, scheme := range xurls.Schemes {
		w.WriteString(strings.ToLower(scheme) + "\n")
	}
	return w.Bytes()
}
