// Psl writes the rules of the Public Suffix List as a file for the generator of package suffix, psl.txt.
//
//	go -C host/suffix/gen/psl run . -o ../psl.txt
//
// The rules are those of the module github.com/weppos/publicsuffix-go, in the version in go.mod. Because of it, psl is
// a module of its own. To take a newer list, run bash .ci/tables suffix.
//
// Flag: -o names the file to write ("-", the default: standard output).
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/weppos/publicsuffix-go/publicsuffix"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "psl:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("psl", flag.ExitOnError)
	out := flags.String("o", "-", "write to `file`")
	flags.Parse(args)

	module := regexp.MustCompile(`github\.com/weppos/publicsuffix-go v\S+`).FindString(goMod)
	rules := publicsuffix.DefaultRules()
	text, err := facts(module, publicsuffix.ListVersion, rules[:])
	if err != nil {
		return err
	}
	if *out == "-" {
		_, err = stdout.Write(text)
		return err
	}
	return os.WriteFile(*out, text, 0o666)
}

//go:embed go.mod
var goMod string

//go:embed notice.txt
var notice string

// facts returns the rules in the form of public_suffix_list.dat, without the comments. module and version are the
// sources of the rules.
func facts(module, version string, rules []publicsuffix.Rule) ([]byte, error) {
	commit, date, err := parseVersion(version)
	if err != nil {
		return nil, err
	}
	var w bytes.Buffer
	fmt.Fprintf(&w, "// Written by host/suffix/gen/psl from the module %s; DO NOT EDIT.\n//\n", strings.Replace(module, " ", "@", 1))
	for line := range strings.Lines(notice) {
		w.WriteString(strings.TrimRight("// "+line, " \n") + "\n")
	}
	fmt.Fprintf(&w, "\n// VERSION: %s\n// COMMIT: %s\n", date.Format(time.DateOnly), commit)
	for _, section := range []struct {
		name    string
		private bool
	}{{"ICANN", false}, {"PRIVATE", true}} {
		fmt.Fprintf(&w, "\n// ===BEGIN %s DOMAINS===\n\n", section.name)
		for _, rule := range rules {
			if rule.Private == section.private {
				fmt.Fprintf(&w, "%s%s\n", prefixes[rule.Type], rule.Value)
			}
		}
		fmt.Fprintf(&w, "\n// ===END %s DOMAINS===\n", section.name)
	}
	return w.Bytes(), nil
}

// prefixes are the texts before the names of rules, by their types.
var prefixes = map[int]string{
	publicsuffix.NormalType:    "",
	publicsuffix.WildcardType:  "*.",
	publicsuffix.ExceptionType: "!",
}

// parseVersion parses a text such as "PSL version 7ef638 (Mon Mar  2 12:22:01 2026)".
func parseVersion(version string) (commit string, date time.Time, err error) {
	commit, rest, _ := strings.Cut(strings.TrimPrefix(version, "PSL version "), " ")
	date, err = time.Parse("("+time.ANSIC+")", rest)
	return commit, date, err
}
