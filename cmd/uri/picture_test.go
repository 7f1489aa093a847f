package main

import (
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/test/kit"
)

// rfcPicture is from RFC 3986, section 3, without the common indentation.
const rfcPicture = `
   foo://example.com:8042/over/there?name=ferret#nose
   \_/   \______________/\_________/ \_________/ \__/
    |           |            |            |        |
 scheme     authority       path        query   fragment
    |   _____________________|__
   / \ /                        \
   urn:example:animal:ferret:nose
`

func TestRFCPicture(t *testing.T) {
	_, stdout, _ := runWith("", "split", "-picture=always",
		"foo://example.com:8042/over/there?name=ferret#nose", "urn:example:animal:ferret:nose")
	if diff := cmp.Diff(rfcPicture, "\n"+stdout); diff != "" {
		t.Errorf("-RFC +got:\n%s", diff)
	}
}

func TestPicture(t *testing.T) {
	for _, test := range kit.Cases[struct {
		name, columns, want string
		refs                []string
	}]("picture.txt", "TestPicture") {
		t.Setenv("COLUMNS", test.columns)
		args := append([]string{"split", "-picture=always", "--"}, test.refs...)
		_, stdout, _ := runWith("", args...)
		if diff := cmp.Diff(test.want, stdout); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

var escapes = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestColour: a picture is the same with and without colours, and every line ends with the colours reset.
func TestColour(t *testing.T) {
	for _, ref := range []string{"foo://u:p@example.com:8042/over/there?name=ferret#nose", "a b", "#", "%"} {
		for _, picture := range []func(paint.Screen) engine.Format{splitPicture, checkPicture} {
			rec := engine.NewRecord(ref, dialect.URI)
			rec.Valid()
			want := string(picture(paint.Screen{Width: 80})(nil, rec))
			got := string(picture(paint.Screen{Width: 80, Colour: true})(nil, rec))
			if diff := cmp.Diff(want, escapes.ReplaceAllString(got, "")); diff != "" || want == got {
				t.Errorf("%q: without colour (-), with (+):\n%s", ref, diff)
			}
			for line := range strings.Lines(got) {
				if all := escapes.FindAllString(line, -1); len(all) > 0 && all[len(all)-1] != "\x1b[0m" {
					t.Errorf("%q: line %q", ref, line)
				}
			}
		}
	}
}

// hiddenIn returns the range of bytes that pictures of ref hide.
func hiddenIn(ref string) (lo, hi int) {
	text := paint.TextOf([]byte(ref))
	for lo < len(ref) && !text.InSecret(lo) {
		lo++
	}
	if lo == len(ref) {
		return 0, 0
	}
	for hi = lo; hi < len(ref) && text.InSecret(hi); {
		hi++
	}
	return lo, hi
}

// TestPassword: no picture shows a password, even if the reference is invalid.
func TestPassword(t *testing.T) {
	for _, ref := range []string{
		"//u:SECRET@h", "http://:SECRET@h:80/?#", "http://u:SECRET@h/ x", "http://u:SECRET SECRET@h/", "//u:SEC@RET@h/",
		"http://u:SECRET\xff@h", "http://u:SECRET%zz@h", "http://u:SECRET@[::1", "ht tp://u:SECRET@h", "//u:[SECRET]@h",
	} {
		for _, columns := range []string{"20", "80"} {
			t.Setenv("COLUMNS", columns)
			for _, verb := range []string{"split", "check", "normalize", "resolve"} {
				if _, stdout, _ := runWith(ref, verb, "-picture=always"); strings.Contains(stdout, "SEC") {
					t.Errorf("%s %q:\n%s", verb, ref, stdout)
				}
			}
		}
	}
	for _, pair := range []string{
		"http://u:SECRET@h/\t//v:SECRET@h/", "http://u:SECRET@h\t//v:SECRET@h", "x:\t//v:SECRET@h",
		"http://u:SECRET@h/\t", "//h\t//u:SECRET@h", "x:\t//v:SECRET@h/\t",
		"http://u:SECRET\tSECRET@h/", "http://u:SECRET\tSECRET@v:SECRET@h/", "\t//v:SECRET@h",
		"http://u:SECRET\t:SECRET@h/",
		"http://u:SECRET@h/ \t//v:SECRET@h/", "http://u:SECRET@h/\t//v:SECRET@h/ ",
	} {
		for _, verb := range []string{"split", "check", "resolve", "normalize", "relativize"} {
			if _, stdout, _ := runWith(pair, verb, "-picture=always"); strings.Contains(stdout, "SEC") {
				t.Errorf("%s %q:\n%s", verb, pair, stdout)
			}
		}
	}
	for limit := len("http://u:S"); limit < len("http://u:SECRET@h"); limit++ {
		for _, verb := range []string{"split", "check"} {
			args := []string{verb, "-picture=always", "-max-line=" + strconv.Itoa(limit)}
			if _, stdout, _ := runWith("http://u:SECRET@h/path\n", args...); !strings.Contains(stdout, "http://u:xxxxx\n") {
				t.Errorf("%q:\n%s", args, stdout)
			}
		}
	}
	for _, ref := range []string{"//u@h:80/", "//u:@h", "/a//u:p@h", "u:p@h", "?//u:p@h", "//h/u:p@h", "//h:80", "//h:",
		"//h:80/u:p@h", "file:///C:/a", "file:///a:b/c", "file:///a:b", "http://h%3A80/", `C:\a:b@c`, `?\\u:p@h`,
		`/a\\u:p@h`, "//[::1%3Ax", "//[::1]:80x", "//[v1.a:b", "//[::1", "//h", "//", "//:"} {
		if lo, hi := hiddenIn(ref); lo != hi {
			t.Errorf("%q: password at [%d, %d)", ref, lo, hi)
		}
	}
}

// TestPasswordWithoutAt: a URL that was cut before its "@", or lacks it, may have a password.
func TestPasswordWithoutAt(t *testing.T) {
	// A picture may show all text except that in braces.
	forms := kit.Cases[string]("picture.txt", "TestPasswordWithoutAt")
	for _, form := range forms {
		head, rest, _ := strings.Cut(form, "{")
		secret, tail, _ := strings.Cut(rest, "}")
		want := strings.ReplaceAll(head+paint.Password+tail, `\`, `\\`)
		if lo, hi := hiddenIn(head + secret + tail); lo != len(head) || hi != len(head+secret) {
			t.Errorf("%s: password at [%d, %d)", form, lo, hi)
		}
		for _, verb := range []string{"split", "check", "normalize", "resolve -base=x:", "explain", "split -iri",
			"check -iri", "explain -iri", "to-uri", "to-iri"} {
			args := append(strings.Fields(verb), "-picture=always", head+secret+tail)
			_, stdout, stderr := runWith("", args...)
			if strings.Contains(stdout+stderr, "SEC") || strings.Contains(stdout+stderr, "RET") {
				t.Errorf("%q:\n%s%s", args, stdout, stderr)
			}
			if args[0] != "explain" && !strings.Contains(stdout, want) {
				t.Errorf("%q: no %s in\n%s", args, want, stdout)
			}
		}
	}
}

// TestPortAndBackslash: the "\\" after a port is named and marked, since browsers read it as the "/" of a path. The
// text after it may be a part of a password, and is hidden.
func TestPortAndBackslash(t *testing.T) {
	for in, want := range map[string]string{
		`http://localhost:1111\test`:   `illegal character "\\" in authority at byte 21`,
		`http://localhost:111111\test`: "illegal byte in authority at byte 23",
		`http://localhost:\test`:       "illegal byte in authority at byte 17",
		`http://u:1111\test@h`:         "illegal byte in authority at byte 13",
	} {
		_, stdout, _ := runWith("", "explain", in)
		first, rows, _ := strings.Cut(stdout, "\n")
		if first != "invalid: "+want || strings.Contains(stdout, "test") || strings.Contains(rows, "  21  \\\\ ") != (in == `http://localhost:1111\test`) {
			t.Errorf("%s:\n%s, want %s", in, stdout, want)
		}
	}
}

// FuzzPassword: in every context, no output shows the text after the first ":" of an authority, unless an "@" precedes
// it.
func FuzzPassword(f *testing.F) {
	for _, around := range [][2]string{{"", ""}, {"", "@h/"}, {" ", ""}, {"%", "%"}, {"[", "]@[::1]"}, {"12:", ":12"},
		{"\t", "\t//v:x@h"}, {"\xc3", "\u05d0/@"}, {"\\", "?x@y"}, {"\\", "?xAy"}, {"80\\", ""},
		{"\u00e9\u0301", "\n@"}, {"80", "#"}} {
		f.Add(around[0], around[1], 80)
	}
	const secret = "hunter2"
	f.Fuzz(func(t *testing.T, before, after string, width int) {
		if strings.ContainsAny(before, "/?#@") || strings.Contains(before+"|"+after, "hunter") {
			t.Skip()
		}
		t.Setenv("COLUMNS", strconv.Itoa(width%200))
		in := "http://u:" + before + secret + after
		for _, verb := range []string{"split", "check", "explain", "resolve -base=x:", "split -iri", "explain -iri",
			"to-uri"} {
			args := append(strings.Fields(verb), "-picture=always", in)
			if _, stdout, stderr := runWith("", args...); strings.Contains(stdout+stderr, "hunter") {
				t.Errorf("%q:\n%s%s", args, stdout, stderr)
			}
		}
	})
}

// TestPasswordCaret: the caret is under the byte that the message names, even after a hidden password.
func TestPasswordCaret(t *testing.T) {
	for in, want := range kit.Pairs[string, struct{ before, says string }]("picture.txt", "TestPasswordCaret") {
		_, stdout, _ := runWith("", "split", "-picture=always", in)
		lines := strings.Split(stdout, "\n")
		n := strings.Index(lines[1], "^")
		if n < 0 || n > len(lines[0]) || !strings.HasSuffix(lines[0][:n], want.before) ||
			!strings.Contains(stdout, want.says) {
			t.Errorf("%s: no caret after %s with %s:\n%s", in, want.before, want.says, stdout)
		}
	}
}
