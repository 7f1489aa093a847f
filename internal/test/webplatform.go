// Package test runs the data files of the web platform tests for the URL Standard on package whatwg. Tests in
// several modules use it, with several versions of the files.
package test

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/urispan/uri/whatwg"
)

// A File is a data file of the web platform tests and the expected number of its cases. Lone surrogates in it become
// U+FFFD, as in a USVString.
type File struct {
	Path  string
	Cases int // the number of cases in the file

	// Differ reports whether a case may have another result than expected, by its name, which the tests print. Exactly
	// Differing cases must have one. If Differ is nil, no case may.
	Differ    func(name string) bool
	Differing int

	// Check, if it is not nil, checks every URL that occurs.
	Check func(t *testing.T, u whatwg.URL)

	differing int
}

// read reads the file into v. It skips the test if the file does not exist.
func (f *File) read(t *testing.T, v any) {
	t.Helper()
	data, err := os.ReadFile(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skip("no data of the web platform tests")
	}
	if err == nil {
		err = json.Unmarshal(data, v)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// readCases reads a file with a list of cases and comments, which are strings.
func readCases[C any](t *testing.T, f *File) (list []C) {
	t.Helper()
	var raw []json.RawMessage
	f.read(t, &raw)
	for _, text := range raw {
		if text[0] == '"' {
			continue
		}
		var c C
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		list = append(list, c)
	}
	f.checkCount(t, len(list))
	return list
}

// checkCount checks the number of cases.
func (f *File) checkCount(t *testing.T, n int) {
	t.Helper()
	if n != f.Cases {
		t.Errorf("%s: %d cases, want %d", f.Path, n, f.Cases)
	}
}

// report fails the test if the case has faults and may not differ.
func (f *File) report(t *testing.T, name string, faults []string) {
	t.Helper()
	if len(faults) > 0 && f.Differ != nil && f.Differ(name) {
		f.differing++
		return
	}
	for _, fault := range faults {
		t.Errorf("%q: %s", name, fault)
	}
}

// checkDiffering checks the number of cases that differ.
func (f *File) checkDiffering(t *testing.T) {
	t.Helper()
	if f.differing != f.Differing {
		t.Errorf("%s: %d cases differ, want %d", f.Path, f.differing, f.Differing)
	}
}

func (f *File) check(t *testing.T, u whatwg.URL) {
	t.Helper()
	if f.Check != nil {
		f.Check(t, u)
	}
}

// Attributes are attributes of a URL object. A nil attribute is not checked.
type Attributes struct {
	Href, Origin, Protocol, Username, Password, Host, Hostname, Port, Pathname, Search, Hash *string
}

// faults compares all attributes that are not nil with the attributes of u.
func (a *Attributes) faults(u whatwg.URL) (faults []string) {
	for _, x := range []struct {
		name string
		got  string
		want *string
	}{
		{"href", u.Href(), a.Href}, {"origin", u.Origin(), a.Origin}, {"protocol", u.Protocol(), a.Protocol},
		{"username", u.Username(), a.Username}, {"password", u.Password(), a.Password}, {"host", u.Host(), a.Host},
		{"hostname", u.Hostname(), a.Hostname}, {"port", u.Port(), a.Port}, {"pathname", u.Pathname(), a.Pathname},
		{"search", u.Search(), a.Search}, {"hash", u.Hash(), a.Hash},
	} {
		if x.want != nil && *x.want != x.got {
			faults = append(faults, fmt.Sprintf("%s is %q, want %q", x.name, x.got, *x.want))
		}
	}
	return faults
}

// TestURLs runs a file like urltestdata.json, as url-constructor.any.js and url-origin.any.js do.
func (f *File) TestURLs(t *testing.T) {
	type urlCase struct {
		Input   string
		Base    *string
		Failure bool
		Attributes
	}
	for _, c := range readCases[urlCase](t, f) {
		name, base, err := c.Input, whatwg.URL{}, error(nil)
		if c.Base != nil {
			name += " against " + *c.Base
			base, err = whatwg.Parse(*c.Base)
		}
		var u whatwg.URL
		if err == nil {
			u, err = base.Parse(c.Input)
			if c.Base == nil && whatwg.CanParse(c.Input) != (err == nil) {
				t.Errorf("%q: CanParse returns %t", name, err != nil)
			}
		}
		switch {
		case c.Failure != (err != nil):
			f.report(t, name, []string{fmt.Sprintf("%v, want failure %t", err, c.Failure)})
		case err == nil:
			f.report(t, name, c.faults(u))
			f.check(t, u)
		default:
			f.report(t, name, nil)
		}
	}
	f.checkDiffering(t)
}

// Setters maps the names of attributes to their setters.
var Setters = map[string]func(whatwg.URL, string) (whatwg.URL, bool){
	"href": func(_ whatwg.URL, v string) (whatwg.URL, bool) {
		w, err := whatwg.Parse(v)
		return w, err == nil
	},
	"protocol": whatwg.URL.WithProtocol,
	"username": whatwg.URL.WithUsername,
	"password": whatwg.URL.WithPassword,
	"host":     whatwg.URL.WithHost,
	"hostname": whatwg.URL.WithHostname,
	"port":     whatwg.URL.WithPort,
	"pathname": whatwg.URL.WithPathname,
	"search":   whatwg.URL.WithSearch,
	"hash":     whatwg.URL.WithHash,
}

// TestSetters runs a file like setters_tests.json, as url-setters.any.js does.
func (f *File) TestSetters(t *testing.T) {
	var lists map[string]json.RawMessage
	f.read(t, &lists)
	n := 0
	for attribute, set := range Setters {
		var list []struct {
			Href     string
			NewValue string `json:"new_value"`
			Expected Attributes
		}
		if err := json.Unmarshal(lists[attribute], &list); err != nil {
			t.Fatal(err)
		}
		for _, c := range list {
			n++
			u := whatwg.MustParse(c.Href)
			v, ok := set(u, c.NewValue)
			if !ok && v != u {
				t.Errorf("%s of %q to %q: ignored, but the URL is %q", attribute, c.Href, c.NewValue, v)
			}
			f.report(t, attribute+" of "+c.Href+" to "+c.NewValue, c.Expected.faults(v))
			f.check(t, v)
		}
	}
	f.checkCount(t, n)
	f.checkDiffering(t)
}

// TestToASCII runs a file like toascii.json, as toascii.window.js does: with the parser, and with the setters of the
// host. Files like IdnaTestV2.json have the same form.
func (f *File) TestToASCII(t *testing.T) {
	type toASCIICase struct {
		Input  string
		Output *string
	}
	for _, c := range readCases[toASCIICase](t, f) {
		if c.Input == "" {
			continue // an empty host is not a domain
		}
		input := encodeDelimiters.Replace(c.Input)
		u, err := whatwg.Parse("https://" + input + "/x")
		ok := err == nil
		if ok {
			f.check(t, u)
		}
		want, unchanged := "", "x"
		if c.Output != nil {
			want, unchanged = *c.Output, *c.Output
		}
		var faults []string
		if u.Hostname() != want || ok != (c.Output != nil) || ok && u.Href() != "https://"+want+"/x" {
			faults = append(faults, fmt.Sprintf("%q, %v, want %q", u, err, want))
		}
		for _, attribute := range []string{"host", "hostname"} {
			u, ok := Setters[attribute](whatwg.MustParse("https://x/x"), input)
			if u.Hostname() != unchanged || ok != (c.Output != nil) {
				faults = append(faults, fmt.Sprintf("%s: %q, %t, want %q", attribute, u.Hostname(), ok, unchanged))
			}
		}
		f.report(t, c.Input, faults)
	}
	f.checkDiffering(t)
}

// encodeDelimiters percent-encodes the characters that would end a host.
var encodeDelimiters = strings.NewReplacer(":", "%3A", "/", "%2F", "?", "%3F", "#", "%23", `\`, "%5C", "@", "%40")

// TestEncodings runs a file like percent-encoding.json, as percent-encoding.window.js does. get returns the parser for
// documents with the encoding that a label names. Fragments are always in UTF-8.
func (f *File) TestEncodings(t *testing.T, outputs int, get func(label string) whatwg.Parser) {
	type encodingCase struct {
		Input  string
		Output map[string]string
	}
	for _, c := range readCases[encodingCase](t, f) {
		for label, want := range c.Output {
			outputs--
			u, err := get(label).Parse(whatwg.URL{}, "https://doesnotmatter.invalid/?"+c.Input+"#"+c.Input)
			var faults []string
			if err != nil || u.Search() != "?"+want || u.Hash() != "#"+c.Output["utf-8"] {
				faults = append(faults, fmt.Sprintf("%q, %v, want the query %q", u, err, want))
			}
			f.report(t, label+": "+c.Input, faults)
		}
	}
	if outputs != 0 {
		t.Errorf("%s: %d outputs are missing", f.Path, outputs)
	}
	f.checkDiffering(t)
}
