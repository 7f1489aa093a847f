package lookalike

import (
	"maps"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/urispan/uri/internal/test/kit"
	"github.com/urispan/uri/internal/ucd"
)

var skeletonTests = kit.Cases[struct{ text, skeleton string }]("skeleton.txt", "skeletonTests")

// TestUnicodeVersion checks that skeletons, scripts and categories are of one version of Unicode.
func TestUnicodeVersion(t *testing.T) {
	if UnicodeVersion != ucd.UnicodeVersion {
		t.Errorf("confusables.txt is of Unicode %s, and the tables of package ucd are of %s", UnicodeVersion, ucd.UnicodeVersion)
	}
}

// TestNewCharacters checks characters that Unicode 16 and 17 added.
func TestNewCharacters(t *testing.T) {
	for _, test := range kit.Cases[struct {
		text    string
		mixed   bool
		scripts []string
	}]("skeleton.txt", "TestNewCharacters") {
		resolved, _, _ := resolve(test.text)
		_, mixedNumbers := mixedNumbersAt(test.text)
		mixed := resolved.IsEmpty() || mixedNumbers
		if got := (Label{Text: test.text}).Scripts(); !slices.Equal(got, test.scripts) || mixed != test.mixed {
			t.Errorf("%+q has the scripts %q, mixed: %t", test.text, got, mixed)
		}
	}
}

func TestSkeleton(t *testing.T) {
	for _, test := range skeletonTests {
		if got := Skeleton(test.text); got != test.skeleton {
			t.Errorf("Skeleton(%q) = %+q, want %+q", test.text, got, test.skeleton)
		}
		checkSkeleton(t, test.text)
	}
}

// TestSkeletonAll checks every character in the data, and characters with a prototype between others.
func TestSkeletonAll(t *testing.T) {
	for r := range rune(0xe1000) {
		if 0x34000 <= r && r < 0xe0000 {
			continue // not assigned
		}
		checkSkeleton(t, string(r))
	}
	for _, r := range sources() {
		s := "a" + string(r) + "\u0301\u0323"
		checkSkeleton(t, s)
	}
}

// sources are the characters that have prototypes.
var sources = sync.OnceValue(func() (all []rune) {
	for r := range unicode.MaxRune + 1 {
		if replacement(r) != "" {
			all = append(all, r)
		}
	}
	return all
})

// TestAgainstStandard compares skeletons of single characters with internalSkeleton of UTS #39, section 4.
func TestAgainstStandard(t *testing.T) {
	step := rune(kit.Rounds(17, 17, 1))
	for r := rune(0); r <= unicode.MaxRune; r += step {
		if 0xd800 <= r && r < 0xe000 {
			continue
		}
		if got, want := Skeleton(string(r)), internalSkeleton(string(r)); got != want {
			t.Errorf("Skeleton(%U) = %+q, the standard's %+q", r, got, want)
		}
	}
}

// internalSkeleton takes the steps of UTS #39, section 4.
func internalSkeleton(x string) string {
	x = ucd.Decompose(x) // 1. Convert X to NFD format.
	var concatenated string
	for _, r := range x {
		switch p := replacement(r); {
		case isIgnorable(r): // 2. Remove any characters that have the property Default_Ignorable_Code_Point.
		case p != "": // 3. Concatenate the prototypes for each character.
			concatenated += p
		default:
			concatenated += string(r)
		}
	}
	return ucd.Decompose(concatenated) // 4. Reapply NFD.
}

// checkSkeleton checks that a skeleton is its own skeleton and in NFD, and that canonically equivalent strings have the
// same skeleton.
func checkSkeleton(t *testing.T, s string) {
	t.Helper()
	got := Skeleton(s)
	if again := Skeleton(got); again != got {
		t.Errorf("Skeleton(%+q) = %+q, and of that %+q", s, got, again)
	}
	if d := ucd.Decompose(got); d != got {
		t.Errorf("Skeleton(%+q) = %+q, in NFD %+q", s, got, d)
	}
	if !utf8.ValidString(s) {
		return
	}
	if c := Skeleton(ucd.Compose(s)); c != got {
		t.Errorf("Skeleton(%+q) = %+q, in NFC %+q", s, got, c)
	}
}

// TestASCIILike includes U+1160, an ignorable character with a prototype that is ignorable.
func TestASCIILike(t *testing.T) {
	for _, test := range []struct{ text, want string }{{"0\u3164", "0"}, {"\u217f1", "m1"}, {"é", ""}, {"\u3164", ""}} {
		if got, ok := asciiLike(test.text, Skeleton(test.text)); got != test.want || ok != (test.want != "") {
			t.Errorf("%+q: %q", test.text, got)
		}
	}
}

func TestConfusable(t *testing.T) {
	for _, test := range []struct {
		a, b string
		want bool
	}{
		{"paypal", "p\u0430yp\u0430l", true}, {"scope", "ѕсоре", true}, {"microsoft", "rnicrosoft", true},
		{"corn", "com", true}, {"paypal", "paypa1", true}, {"paypal", "paypaI", true}, {"a", "a", true}, {"", "", true},
		{"\u01c9eto", "ljeto", true}, {"so\u0337s", "s\u00f8s", true},
		// Not in the data.
		{"google", "g00gle", false}, {"gOOgle", "g00gle", true}, {"w", "vv", false}, {"d", "cl", false},
		{"paypal", "paypa\u1e37", false}, {"A", "a", false}, {"ab", "ba", false},
	} {
		if got := Confusable(test.a, test.b); got != test.want {
			t.Errorf("Confusable(%q, %q) = %v", test.a, test.b, got)
		}
	}
}

// FuzzConfusable checks that Confusable is symmetric and reflexive.
func FuzzConfusable(f *testing.F) {
	for i, test := range skeletonTests {
		f.Add(test.text, skeletonTests[len(skeletonTests)-1-i].text)
		f.Add(test.text, test.skeleton)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		checkSkeleton(t, a)
		if !Confusable(a, a) || !Confusable(a, Skeleton(a)) {
			t.Errorf("%q does not look like itself", a)
		}
		if Confusable(a, b) != Confusable(b, a) {
			t.Errorf("%q and %q are confusable one way only", a, b)
		}
	})
}

var lookalikesTests = kit.Cases[struct{ text, want string }]("skeleton.txt", "lookalikesTests")

func TestLookalikes(t *testing.T) {
	for _, test := range lookalikesTests {
		got := strings.Join(Label{Text: test.text}.Lookalikes(), " ")
		if got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
		if ref := strings.Join(referenceLookalikes(test.text), " "); ref != test.want {
			t.Errorf("%q: the reference says %q, want %q", test.text, ref, test.want)
		}
	}
}

// TestLookalikesRandom compares Lookalikes with the reference for labels of random prototypes.
func TestLookalikesRandom(t *testing.T) {
	random := kit.Random(t)
	letters := strings.Split("abcdefghijklmnopqrstuvwxyz-0123456789", "")
	for range kit.Rounds(1000, 1000, 3000) {
		text := ""
		for range 1 + random.IntN(5) {
			switch random.IntN(3) {
			case 0:
				text += targets()[random.IntN(len(targets()))].prototype
			case 1:
				text += string(sources()[random.IntN(len(sources()))])
			default:
				text += letters[random.IntN(len(letters))]
			}
		}
		if diff := cmp.Diff(referenceLookalikes(text), (Label{Text: text}).Lookalikes()); diff != "" {
			t.Errorf("%q (-reference +got):\n%s", text, diff)
		}
	}
}

// hostCharacters are the characters that a lookalike can consist of, by skeleton.
var hostCharacters = sync.OnceValue(func() map[string]map[scriptSet]bool {
	chars := map[string]map[scriptSet]bool{}
	for r := range unicode.MaxRune + 1 {
		if !isHostCharacter(r) {
			continue
		}
		p := Skeleton(string(r))
		if chars[p] == nil {
			chars[p] = map[scriptSet]bool{}
		}
		chars[p][lookup(r)] = true
	}
	return chars
})

// longestSkeleton is the length of the longest skeleton of one of the hostCharacters.
var longestSkeleton = sync.OnceValue(func() (longest int) {
	for p := range hostCharacters() {
		longest = max(longest, len(p))
	}
	return longest
})

// referenceLookalikes follows UTS #39, section 4.1, to the letter: it takes the set of all strings with the same
// skeleton and their resolved script sets, drops the sets that are empty or all, and names the scripts of the other
// sets. One string is enough for each resolved script set.
func referenceLookalikes(text string) []string {
	skeleton := Skeleton(text)
	sets := make([]map[scriptSet]bool, len(skeleton)+1)
	for i := range sets {
		sets[i] = map[scriptSet]bool{}
	}
	sets[0][allScripts] = true
	for i := range skeleton {
		for j := i + 1; j <= min(i+longestSkeleton(), len(skeleton)); j++ {
			for s := range hostCharacters()[skeleton[i:j]] {
				for before := range sets[i] {
					if both := before.Intersection(s); !both.IsEmpty() {
						sets[j][both] = true
					}
				}
			}
		}
	}
	own, _, _ := resolve(text)
	found := map[string]bool{}
	for s := range sets[len(skeleton)] {
		if s == allScripts {
			continue
		}
		for i := range numRecommended {
			if s.Has(byte(i)) && (own == allScripts || !sharesWith(own, i)) {
				found[listed[i]] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// sharesWith reports whether a string with the resolved script set own can continue with a character of only that
// script.
func sharesWith(own scriptSet, script int) bool {
	return !augmented(setOf(script)).Intersection(own).IsEmpty()
}

func TestScripts(t *testing.T) {
	for _, test := range kit.Cases[struct {
		text, want string
		resolved   string // as in the table of examples in UTS #39, section 5.1; "-": empty, "*": all
	}]("skeleton.txt", "TestScripts") {
		if got := strings.Join(Label{Text: test.text}.Scripts(), " "); got != test.want {
			t.Errorf("%q: %s, want %s", test.text, got, test.want)
		}
		want := scriptSet{}
		index := map[string]int{"Latn": scriptLatn, "Cyrl": scriptCyrl, "Hani": scriptHani, "Hanb": scriptHanb,
			"Jpan": scriptJpan, "Kore": scriptKore, "Hira": scriptHira, "Kana": scriptKana}
		switch test.resolved {
		case "-":
		case "*":
			want = allScripts
		default:
			for name := range strings.FieldsSeq(test.resolved) {
				want = want.Union(setOf(index[name]))
			}
		}
		if got, _, _ := resolve(test.text); got != want {
			t.Errorf("%q: resolved %x, want %x", test.text, got, want)
		}
	}
}

// TestStandardLibrary compares the lookups of the characters that package unicode has with it, character by character.
func TestStandardLibrary(t *testing.T) {
	seen := map[rune]bool{}
	for name, table := range unicode.Scripts {
		i := slices.Index(scriptNames(), name)
		if goesWithAll := name == "Common" || name == "Inherited"; (i < 0) != goesWithAll {
			t.Errorf("%s: not among the scripts", name)
			continue
		}
		if i < 0 {
			continue
		}
		for r := range kit.RunesOf(table) {
			seen[r] = true
			if s := named(lookup(r)); s != setOf(i) {
				t.Errorf("%U: %v, not in %s alone", r, namesOf(s), name)
			}
		}
	}
	for r := range unicode.MaxRune + 1 {
		if _, ok := extension(r); !ok && !seen[r] && lookup(r) != allScripts && !unicode.Is(unicode.Cn, r) {
			t.Errorf("%U: of no script, and does not go with all", r)
		}
	}
}

// TestDigits checks that the table of digits is as zeroOf expects it, and that it distinguishes systems.
func TestDigits(t *testing.T) {
	digits := 0 // in a row
	for r := range unicode.MaxRune + 1 {
		isDigit := unicode.Is(ucd.DecimalNumber, r)
		if digits++; !isDigit && (digits-1)%10 != 0 {
			t.Errorf("before %U are no systems of ten digits", r)
		}
		if !isDigit {
			digits = 0
		}
	}
	for r := range kit.RunesOf(ucd.DecimalNumber) {
		other := "\u0e50" // of Thai
		if unicode.Is(unicode.Thai, r) {
			other = "0"
		}
		if at, ok := mixedNumbersAt(string(r) + other); !ok || at != utf8.RuneLen(r) {
			t.Errorf("%U is no digit", r)
		}
	}
}

// TestTables checks the order of the tables: the searches rely on it.
func TestTables(t *testing.T) {
	names := scriptNames()
	if len(names) > len(scriptSet{})*64 {
		t.Errorf("%d scripts are too many for a scriptSet", len(names))
	}
	for i, name := range listed {
		isCombined := i == scriptHanb || i == scriptJpan || i == scriptKore
		if isScript := unicode.Scripts[name] != nil; isScript == isCombined {
			t.Errorf("%d: %q", i, name)
		}
	}
	for _, r := range sources() {
		p := replacement(r)
		if p == string(r) || !utf8.ValidString(p) || ucd.Decompose(p) != p || strings.ContainsFunc(p, func(r rune) bool { return replacement(r) != "" }) {
			t.Errorf("%U: prototype %q", r, p)
		}
	}
	if !slices.IsSortedFunc(targets(), func(a, b target) int { return strings.Compare(a.prototype, b.prototype) }) {
		t.Error("targets are not sorted")
	}
	for _, x := range targets() {
		if got := Skeleton(x.prototype); got != x.prototype {
			t.Errorf("a target %q, whose skeleton is %q", x.prototype, got)
		}
	}
}

// TestHostCharacters checks characters that each rule includes, and characters that it excludes.
func TestHostCharacters(t *testing.T) {
	for r, want := range map[rune]bool{
		'a': true, 'Z': true, '0': true, '-': true, '_': false, '.': false, // LDH
		'é': true, 'ß': true, 'ς': true, 'É': false, 'ﬁ': false, 'ａ': false, 'ſ': false, // RFC 5892, 2.2 and 2.6
		0x301: true, 0x340: false, 0x93e: true, 0x967: true, 0xb7: false, '€': false, // 2.1
		0x24f: true, 0x251: false, 0x1d19: false, 0x1e01: true, 0xa733: false, 0xa651: false, // rare
		0x3e1: true, 0x3e3: false, 0x3f3: true,
		'한': false, 0x1112: false, 0xfe0f: false, 0x34f: false, // Hangul and ignorable characters
	} {
		if isHostCharacter(r) != want {
			t.Errorf("%U: %v", r, !want)
		}
	}
}

// TestIgnorable checks lines of DerivedCoreProperties.txt, Default_Ignorable_Code_Point, and the characters next to
// them.
func TestIgnorable(t *testing.T) {
	for _, x := range []struct{ first, last rune }{
		{0xad, 0xad}, {0x34f, 0x34f}, {0x61c, 0x61c}, {0x115f, 0x1160}, {0x17b4, 0x17b5}, {0x180b, 0x180f},
		{0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x206f}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},
		{0xffa0, 0xffa0}, {0xfff0, 0xfff8}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
	} {
		for r := x.first; r <= x.last; r++ {
			if !isIgnorable(r) {
				t.Errorf("%U is ignorable", r)
			}
		}
		if isIgnorable(x.first-1) || isIgnorable(x.last+1) {
			t.Errorf("what stands beside [%U, %U] is not ignorable", x.first, x.last)
		}
	}
	for _, r := range []rune{0x600, 0x6dd, 0x70f, 0xfffa, 0x13430, 'a', ' ', 0x85} {
		if isIgnorable(r) {
			t.Errorf("%U is not ignorable", r)
		}
	}
}
