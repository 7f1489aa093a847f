package ucd_test

import (
	"cmp"
	"fmt"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
)

// The properties of a character that the tables have.
type properties struct {
	script            string
	decimalNumber     bool
	defaultIgnorable  bool
	graphic           bool
	joinControl       bool
	prependedMark     bool
	stableLetterDigit bool
	ascii             string // those of its Compatibles, in ascending order
}

// all returns the properties of all characters by the tables.
func all() []properties {
	list := make([]properties, unicode.MaxRune+1)
	for _, c := range ucd.Compatibles {
		for r := range kit.RunesOf(c.Table) {
			list[r].ascii += string(rune(c.ASCII))
		}
	}
	for r := range rune(len(list)) {
		p := &list[r]
		p.script = ucd.Scripts[ucd.ScriptOf(r)]
		p.decimalNumber = unicode.Is(ucd.DecimalNumber, r)
		p.defaultIgnorable = unicode.Is(ucd.DefaultIgnorable, r)
		p.graphic = unicode.Is(ucd.Graphic, r)
		p.joinControl = unicode.Is(ucd.JoinControl, r)
		p.prependedMark = unicode.Is(ucd.PrependedMark, r)
		p.stableLetterDigit = unicode.Is(ucd.StableLetterDigits, r)
	}
	return list
}

// referenceOf returns the properties of r in package unicode and golang.org/x/text, with the definitions of
// DerivedCoreProperties.txt and RFC 5892.
func referenceOf(r rune, script string) properties {
	p := properties{
		script:           script,
		decimalNumber:    unicode.Is(unicode.Nd, r),
		graphic:          unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S),
		joinControl:      unicode.Is(unicode.Join_Control, r),
		prependedMark:    unicode.Is(unicode.Prepended_Concatenation_Mark, r),
		defaultIgnorable: unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Cf, unicode.Variation_Selector),
	}
	if 0xfff9 <= r && r <= 0xfffb || 0x13430 <= r && r <= 0x13440 || p.prependedMark {
		p.defaultIgnorable = false
	}
	if c := string(r); unicode.In(r, unicode.Ll, unicode.Lo, unicode.Lm, unicode.Mn, unicode.Mc, unicode.Nd) {
		isStable := norm.NFKC.String(cases.Fold().String(norm.NFKC.String(c))) == c
		p.stableLetterDigit = isStable && !p.defaultIgnorable // NFKC_Casefold removes ignorable characters
	}
	if r >= 0x80 {
		nfkc := norm.NFKC.String(string(r))
		for b := range byte(0x80) {
			if !unicode.IsLetter(rune(b)) && !unicode.IsDigit(rune(b)) && strings.IndexByte(nfkc, b) >= 0 {
				p.ascii += string(rune(b))
			}
		}
	}
	return p
}

// TestCharacters compares the characters of package unicode with it and with golang.org/x/text.
func TestCharacters(t *testing.T) {
	scripts := make([]string, unicode.MaxRune+1)
	for name, table := range unicode.Scripts {
		for r := range kit.RunesOf(table) {
			scripts[r] += name
		}
	}
	n := 0
	for r, got := range all() {
		r := rune(r)
		if 0xd800 <= r && r < 0xe000 || unicode.Is(unicode.Cn, r) {
			continue
		}
		n++
		if want := referenceOf(r, scripts[r]); got != want {
			t.Errorf("%U:\n got %+v\nwant %+v", r, got, want)
		}
	}
	t.Logf("%d characters: Unicode %s, package unicode has %s", n, ucd.UnicodeVersion, unicode.Version)
}

// TestNode compares all characters with regular expressions and String.normalize of Node.js, if its version of Unicode
// is the same. It takes seconds, and runs only with URI_LONG=1.
func TestNode(t *testing.T) {
	node := kit.Node(t, ucd.UnicodeVersion)
	var scripts, want strings.Builder
	bit := map[bool]byte{false: '0', true: '1'}
	for r, p := range all() {
		if 0xd800 <= r && r < 0xe000 {
			continue
		}
		p.script = cmp.Or(p.script, "Unknown")
		scripts.WriteString(p.script + " ")
		fmt.Fprintf(&want, "%X %s %c%c%c%c%c %X\n", r, p.script, bit[p.decimalNumber], bit[p.defaultIgnorable], bit[p.graphic],
			bit[p.joinControl], bit[p.stableLetterDigit], p.ascii)
	}
	// Each character has one script, so Node.js tests that one. Its expressions have no Prepended_Concatenation_Mark.
	cmd := kit.Command(t, node, "-e", `
		const scripts = require('fs').readFileSync(0, 'utf8').trim().split(' ');
		const of = Object.fromEntries(scripts.map((name) => [name, null]));
		for (const name in of) of[name] = new RegExp('\\p{Script=' + name + '}', 'u');
		const sets = [/\p{Nd}/u, /\p{Default_Ignorable_Code_Point}/u, /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u, /\p{Join_Control}/u,
			/^(?=[\p{Ll}\p{Lo}\p{Lm}\p{Mn}\p{Mc}\p{Nd}])\P{Changes_When_NFKC_Casefolded}/u];
		const hex = (x) => x.codePointAt(0).toString(16).toUpperCase();
		let text = '';
		for (let c = 0, i = 0; c < 0x110000; c++) {
			if (0xd800 <= c && c < 0xe000) continue;
			const script = scripts[i++];
			const s = String.fromCodePoint(c);
			const ascii = c < 0x80 ? [] : [...new Set(s.normalize('NFKC').match(/[\0-\x7f]/g))].filter((x) => !/[0-9A-Za-z]/.test(x));
			text += hex(s) + ' ' + (of[script].test(s) ? '' : 'not ') + script + ' ' + sets.map((x) => Number(x.test(s))).join('') + ' ' + ascii.sort().map(hex).join('') + '\n';
		}
		process.stdout.write(text);`)
	cmd.Stdin = strings.NewReader(scripts.String())
	got, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if string(got) == want.String() {
		return
	}
	lines := strings.Split(want.String(), "\n")
	for i, line := range strings.Split(string(got), "\n") {
		if i >= len(lines) || line != lines[i] {
			t.Fatalf("Node.js says %q, want %q", line, lines[min(i, len(lines)-1)])
		}
	}
}
