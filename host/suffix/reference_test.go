package suffix

import (
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"golang.org/x/net/publicsuffix"

	"github.com/urispan/uri/host"
	"github.com/urispan/uri/internal/test/kit"
)

// A plainList holds the rules of a list in their text form: "uk", "*.ck", "!www.ck".
type plainList struct {
	rules map[string]Kind
	order []string
}

// The generator makes the table from factsFile.
const factsFile = "gen/psl.txt"

func readFacts(t testing.TB) string {
	t.Helper()
	text, err := os.ReadFile(factsFile)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// reference returns the rules of the facts.
var reference = sync.OnceValue(func() *plainList {
	text, err := os.ReadFile(factsFile)
	if err != nil {
		panic(err)
	}
	return newPlainList(string(text))
})

func newPlainList(text string) *plainList {
	l := &plainList{rules: map[string]Kind{}}
	kind := ICANN
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		switch {
		case line == "// ===BEGIN PRIVATE DOMAINS===":
			kind = Private
		case line != "" && !strings.HasPrefix(line, "//"):
			l.rules[line] = kind
			l.order = append(l.order, line)
		}
	}
	return l
}

// of implements function Of by the steps of https://publicsuffix.org/list, section "Algorithm". The name must be valid.
func (l *plainList) of(name string) (suffix string, kind Kind) {
	name = strings.TrimSuffix(name, ".")
	labels := strings.Split(strings.ToLower(name), ".")
	// 1. Match domain against all rules and take note of the matching ones. 2. If no rules match, the prevailing rule
	// is "*".
	prevailing, length := "*", 1
	for n := range labels {
		tail := strings.Join(labels[n:], ".")
		wild := strings.Join(slices.Concat([]string{"*"}, labels[n+1:]), ".")
		for _, rule := range []string{"!" + tail, tail, wild} {
			// 3. If more than one rule matches, the prevailing rule is the one which is an exception rule. 4. If there is
			// no matching exception rule, the prevailing rule is the one with the most labels.
			if k, ok := l.rules[rule]; ok && (prevailing == "*" || rule[0] == '!') && prevailing[0] != '!' {
				prevailing, length, kind = rule, len(labels)-n, k
			}
		}
	}
	// 5. If the prevailing rule is an exception rule, modify it by removing the leftmost label. 6. The public suffix is
	// the set of labels from the domain which match the labels of the prevailing rule.
	if prevailing[0] == '!' {
		length--
	}
	for range length {
		suffix = name[strings.LastIndexByte(name[:len(name)-len(suffix)-min(len(suffix), 1)], '.')+1:]
	}
	return suffix, kind
}

// neighbours calls f with the name of each rule, names below and above it, and names that are nearly the same.
func neighbours(l *plainList, f func(name string)) {
	for _, rule := range l.order {
		name := strings.TrimPrefix(strings.TrimPrefix(rule, "*."), "!")
		label, parent, _ := strings.Cut(name, ".")
		for _, s := range []string{
			name, strings.ToUpper(name), name + ".", parent, "a." + parent, label, label + "." + label,
			"x" + name, name[1:], name + "x", name[:len(name)-1], "x-" + name, "0" + name[1:], "_" + name[1:], label + "x." + parent,
			label[:len(label)-1] + "." + parent, strings.Repeat("x", 63) + "." + name, strings.Repeat("a.", 32) + name, name + ".com", name + ".uk",
		} {
			for _, below := range []string{"", "a.", "www.Example."} {
				f(below + s)
			}
		}
	}
}

// TestRules compares the functions with the reference for each rule, and for names next to it.
func TestRules(t *testing.T) {
	l := reference()
	if len(l.rules) < 10_000 || len(l.rules) != len(l.order) {
		t.Errorf("%d rules in %d lines, want more than 10,000", len(l.rules), len(l.order))
	}
	n := 0
	neighbours(l, func(name string) {
		if n++; kit.Long() || n%31 == 0 {
			checkRegistrable(t, name)
		}
	})
	if n < 50*len(l.rules) {
		t.Errorf("%d names", n)
	}
}

// TestRandomNames compares the functions with the reference for names of random labels of rules.
func TestRandomNames(t *testing.T) {
	rounds := kit.Rounds(30_000, 30_000, 500000)
	l := reference()
	var labels []string
	for _, rule := range l.order {
		labels = append(labels, strings.Split(strings.Trim(rule, "!*."), ".")...)
	}
	random := kit.Random(t)
	for range rounds {
		var name []string
		for range 1 + random.IntN(4) {
			name = append(name, labels[random.IntN(len(labels))])
		}
		if random.IntN(2) == 0 {
			name = append(name, strings.Trim(l.order[random.IntN(len(l.order))], "!*."))
		}
		checkRegistrable(t, strings.Join(name, "."))
	}
}

// TestOtherLibrary compares Registrable with golang.org/x/net/publicsuffix. That package has the list of another day. So
// results may differ where one of the lists lacks the rule of the other: then that list does not take the other's suffix
// for a suffix.
func TestOtherLibrary(t *testing.T) {
	l := reference()
	names, n := 0, 0
	neighbours(l, func(name string) {
		if n++; !kit.Long() && n%10 > 0 || !host.IsName(name) {
			return
		}
		names++
		domain, _ := Registrable(name)
		name = strings.ToLower(strings.TrimSuffix(name, "."))
		want, _ := publicsuffix.EffectiveTLDPlusOne(name)
		if strings.ToLower(domain) == want {
			return
		}
		ours, _ := l.of(name)
		theirs, _ := publicsuffix.PublicSuffix(name)
		known, _ := publicsuffix.PublicSuffix(ours)
		listed, _ := l.of(theirs)
		if known == ours && listed == theirs {
			t.Errorf("Registrable(%q) = %q, want %q: both lists have the suffixes %q and %q", name, domain, want, ours, theirs)
		}
	})
	if names < len(l.rules) {
		t.Errorf("%d names", names)
	}
}
