package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/cmd/uri/internal/paint"
	"github.com/urispan/uri/internal/test/kit"
)

// unshowable lists text that a terminal must not receive: control characters, bytes that are not UTF-8, and characters
// that reorder text, end a line, have no width, or change the character before them.
var unshowable = []string{
	"\x1b[31m", "\x1b]0;title\a", "\b", "\r", "\x7f", "\x00", "\u0080", "\u009b31m", "\u009f",
	"\xff", "\xc3", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\u061c",
	"\u200e", "\u200f", "\u202a", "\u202b", "\u202c", "\u202d", "\u202e", "\u2066", "\u2067", "\u2068", "\u2069",
	"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u034f", "\u115f", "\u1160", "\u17b4", "\u3164",
	"\uffa0", "\u180e", "\u2028", "\u2029", "\u2062", "\u206a", "\ufff9", "\U0001d173",
	"\ufe00", "\ufe0f", "\u180b", "\U000e0100", "\U000e0001", "\U000e0041", "\U000e007f", "\ue000", "\U000f0000", "\u0378",
}

// isShowable reports whether a terminal may receive r: a character that package unicode calls printable, and is not a
// letter or mark without a shape by two more tables of Unicode.
func isShowable(r rune) bool {
	return r == '\n' || r == '\t' ||
		unicode.IsPrint(r) && !unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// checkShowable reports the first character of text that a terminal must not receive. Pictures may have colours.
func checkShowable(t *testing.T, args []string, text string) {
	t.Helper()
	if slices.Contains(args, "-picture=always") {
		text = withoutColours(text)
	}
	for i, r := range text {
		if _, size := utf8.DecodeRuneInString(text[i:]); !isShowable(r) || r == utf8.RuneError && size == 1 {
			t.Errorf("%q: a terminal is sent %q in %.300q", args, r, text)
			return
		}
	}
}

// withoutColours returns text without the escape sequences for colours. Those of the command begin with a reset.
func withoutColours(text string) string {
	return regexp.MustCompile(`\x1b\[0(;[0-9]+)*m`).ReplaceAllString(text, "")
}

// outputs returns arguments for every verb in every format.
func outputs() (all [][]string) {
	flags := map[string][][]string{
		"split": {{}, {"-iri"}}, "check": {{}, {"-iri"}, {"-audit"}, {"-iri", "-audit"}}, "explain": {{}, {"-iri"}},
		"resolve":   {{"-base=http://h/a"}, {"-iri", "-base=http://h/\u202e\u200b"}, {"-iri"}},
		"normalize": {{}, {"-iri"}}, "relativize": {{"-base=http://h/a"}, {}},
		"to-uri": {{}, {"-idna"}}, "to-iri": {{}, {"-idna"}}, "set": {{"-append=x"}},
	}
	for name := range verbs {
		if flags[name] == nil {
			flags[name] = [][]string{{}}
		}
		for _, more := range flags[name] {
			for _, format := range [][]string{
				{"-picture=never"}, {"-json"}, {"-picture=always"}, {"-format", "{{.}}"},
				{"-format", "\u202e\u200b\x1b[0;32m\x1b]0;title\a\r{{.input}}\t{{.reason}}\n{{printf `%q` .}}"},
			} {
				if verbs[name].Picture == nil && strings.HasPrefix(format[0], "-picture") {
					format = []string{"-invalid=mark"}
				}
				if name == "unwrap" && len(format) > 1 { // it has only the keys of -web
					format[1] = strings.ReplaceAll(format[1], ".reason", ".code")
				}
				all = append(all, slices.Concat([]string{name}, more, format))
			}
		}
	}
	return all
}

// runOnTerminal runs the command with a terminal for standard output and standard error.
func runOnTerminal(stdin io.Reader, args ...string) (status int, stdout, stderr string) {
	var out, err bytes.Buffer
	s := paint.Screen{Width: 80, Colour: true}
	status = run(args, stdin, paint.NewTerminal(&out, s), paint.NewTerminal(&err, s))
	return status, out.String(), err.String()
}

// TestTerminal: for every input, verb and format, the output neither controls a terminal nor hides in it. It is
// complete: without its escapes, it is the output for a pipe.
func TestTerminal(t *testing.T) {
	var inputs []string
	for _, h := range unshowable {
		inputs = append(inputs, "//h"+h+"x/"+h+"?"+h+"#"+h, "//h/"+h, h, "http://h/b\t"+h)
		inputs = append(inputs, strings.ReplaceAll("//"+h+"//%"+strconv.Itoa(len(h)), "/%", "/"+allEncoded(h)))
	}
	stdin := strings.Join(inputs, "\x00")
	all, every := outputs(), kit.Rounds(3, 3, 1)
	if len(all) < 5*len(verbs) {
		t.Errorf("%d outputs for %d verbs", len(all), len(verbs))
	}
	for i, args := range all {
		if i%every != 0 {
			continue
		}
		args = slices.Insert(args, 1, "-0")
		status, shown, stderr := runOnTerminal(strings.NewReader(stdin), args...)
		checkShowable(t, args, shown)
		checkShowable(t, args, stderr)
		wantStatus, piped, pipedErr := runWith(stdin, args...)
		if status != wantStatus || status == engine.ExitTrouble {
			t.Errorf("%q: status %d, %d for a pipe, %s", args, status, wantStatus, stderr)
		}
		switch {
		case slices.Contains(args, "-picture=always"):
			if withoutColours(shown) != piped || withoutColours(shown) == shown {
				t.Errorf("%q: the pictures differ", args)
			}
		case slices.Contains(args, "-json"):
			checkSameJSON(t, args, shown, piped)
		default:
			if diff := cmp.Diff(unescaped(piped), unescaped(shown)); diff != "" {
				t.Errorf("%q: -piped +shown:\n%.2000s", args, diff)
			}
			if args[0] == "split" && slices.Contains(args, "-iri") && !strings.Contains(piped, "\u202e") {
				t.Errorf("%q: a pipe does not get the data", args)
			}
		}
		if unescaped(stderr) != unescaped(pipedErr) {
			t.Errorf("%q: message %q, but %q for a pipe", args, stderr, pipedErr)
		}
	}
}

// allEncoded percent-encodes every byte of s.
func allEncoded(s string) (text string) {
	for _, c := range []byte(s) {
		text += fmt.Sprintf("%%%02X", c)
	}
	return text
}

// unescaped returns s with escape sequences replaced with their bytes.
func unescaped(s string) string {
	return regexp.MustCompile(`\\(x[0-9a-f]{2}|r)`).ReplaceAllStringFunc(s, func(e string) string {
		c, _ := strconv.Unquote(`"` + e + `"`)
		return c
	})
}

// checkSameJSON compares JSON objects, one per line.
func checkSameJSON(t *testing.T, args []string, shown, piped string) {
	t.Helper()
	lines := strings.Split(strings.TrimSuffix(piped, "\n"), "\n")
	for i, line := range strings.Split(strings.TrimSuffix(shown, "\n"), "\n") {
		var got, want any
		if err := json.Unmarshal([]byte(line), &got); err != nil {
			t.Fatalf("%q: %v in %s", args, err, line)
		}
		if err := json.Unmarshal([]byte(lines[i]), &want); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%q: -piped +shown:\n%s", args, diff)
		}
	}
}

// TestTerminalEscapes compares the escape sequences of each format.
func TestTerminalEscapes(t *testing.T) {
	for _, test := range kit.Cases[struct{ args, input, want string }]("terminal.txt", "TestTerminalEscapes") {
		_, shown, _ := runOnTerminal(nil, append(strings.Fields(test.args), test.input)...)
		if shown != test.want {
			t.Errorf("%q: %q, want %q", test.args, shown, test.want)
		}
	}
}

// TestTerminalErrors: messages on a terminal are escaped, also after a progress line.
func TestTerminalErrors(t *testing.T) {
	t.Setenv("TERM", "xterm")
	stdin := iotest.ErrReader(errors.New("disk \x1b[31m\u202e on \\ fire"))
	const want = `uri: disk \x1b[31m\xe2\x80\xae on \\ fire` + "\n"
	if _, _, got := runOnTerminal(stdin, "check"); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	var stdout, stderr bytes.Buffer
	onTerminal := paint.NewTerminal(&stderr, paint.Screen{Width: 80})
	if run([]string{"check"}, stdin, &stdout, onTerminal); stderr.String() != want {
		t.Errorf("%q, want %q", &stderr, want)
	}
}

// TestTerminalHelp: a terminal shows the help of the command unchanged.
func TestTerminalHelp(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"help", "to-uri"}, {"help", "explain"}, {"man"}, {"completion", "bash"},
		{"completion", "zsh"}, {"completion", "fish"}} {
		_, piped, _ := runWith("", args...)
		if _, shown, _ := runOnTerminal(nil, args...); shown != piped || shown == "" {
			t.Errorf("%q: %.200q, but %.200q for a pipe", args, shown, piped)
		}
	}
}
