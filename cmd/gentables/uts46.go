package main

import (
	"strconv"
	"strings"
	"unicode"
)

// This file reads uts46.txt: the facts about characters that UTS 46 needs. The file itself describes its form.

// A status says what UTS 46 does with a character.
type status uint8

const (
	disallowed status = iota
	ignored
	valid
	mapped
)

// A character is what the facts say about one.
type character struct {
	status   status
	mark     bool   // General_Category=Mark
	class    uint8  // Canonical_Combining_Class
	joining  string // Joining_Type, or "" for U
	bidi     string // Bidi_Class, or "" for L
	mapping  string // if the status is mapped
	combines bool   // NFC can compose the character with one before it
}

// A composition is a primary composite and its two parts.
type composition struct{ first, second, composite rune }

// The facts are in a file such as uts46.txt.
type facts struct {
	file         string
	version      string // of Unicode
	characters   []character
	compositions []composition // in ascending order of the composites
}

// fail reports that the tables cannot be made from f.
func (f *facts) fail(format string, args ...any) { pos{f.file, 1}.fail(format, args...) }

// readCharacters reads the facts of m.
func readCharacters(m *machine, src source) (err error) {
	m.facts, err = parseFacts(src)
	return err
}

// parseFacts reads a file of facts. The valid characters come first.
func parseFacts(src source) (f *facts, err error) {
	defer catch(&err)
	f = &facts{file: src.file, characters: make([]character, unicode.MaxRune+1)}
	n := 0
	for line := range strings.Lines(src.text) {
		n++
		fields := strings.Fields(line)
		if len(fields) == 0 || strings.HasPrefix(line, "#") {
			continue
		}
		for _, fact := range fields[1:] {
			f.add(pos{src.file, n}, fields[0], fact)
		}
	}
	// Hangul syllables are composed by arithmetic (The Unicode Standard, section 3.12).
	for r := range rune(len(f.characters)) {
		if inHangulVowels := '\u1161' <= r && r <= '\u1175'; inHangulVowels || '\u11a8' <= r && r <= '\u11c2' {
			f.characters[r].combines = true
		}
	}
	return f, nil
}

// add adds a fact that has a key.
func (f *facts) add(at pos, key, fact string) {
	if key == "unicode" {
		f.version = fact
		return
	}
	where, what, _ := strings.Cut(fact, ">")
	codes, ok := f.codes(where)
	if !ok {
		at.fail("%q is not a range of code points", where)
	}
	if key == "composed" {
		f.compose(at, codes[0], what)
		return
	}
	for _, r := range codes {
		c := &f.characters[r]
		if !c.set(r, key, what) {
			at.fail("%q: %s is not a fact about U+%04X", key, fact, r)
		}
	}
}

// codes returns the code points of a range in hexadecimal digits: LO, LO-HI or LO-HI/STEP.
func (f *facts) codes(text string) (codes []rune, ok bool) {
	text, by, _ := strings.Cut(text, "/")
	first, last, _ := strings.Cut(text, "-")
	if last == "" {
		last = first
	}
	step := 1
	if by != "" {
		step, _ = strconv.Atoi(by)
	}
	lo, err := strconv.ParseUint(first, 16, 32)
	hi, err2 := strconv.ParseUint(last, 16, 32)
	if err != nil || err2 != nil || lo > hi || hi >= uint64(len(f.characters)) || step < 1 {
		return nil, false
	}
	for r := rune(lo); r <= rune(hi); r += rune(step) {
		codes = append(codes, r)
	}
	return codes, true
}

// set sets a property of the character r. what is the text after the ">" of the fact.
func (c *character) set(r rune, key, what string) bool {
	name, value, _ := strings.Cut(key, ":")
	if statusOf := map[string]status{"valid": valid, "ignored": ignored, "mapped": mapped}; statusOf[name] != 0 {
		free := c.status == disallowed
		c.status = statusOf[name]
		c.mapping = mappingOf(r, what)
		return free && (c.mapping != "") == (c.status == mapped)
	}
	switch name {
	case "mark":
		c.mark = true
	case "joining":
		c.joining = value
	case "bidi":
		c.bidi = value
	case "ccc":
		class, err := strconv.ParseUint(value, 10, 8)
		if err != nil {
			return false
		}
		c.class = uint8(class)
	default:
		return false
	}
	return c.status == valid && what == ""
}

// mappingOf returns the mapping of r that the text describes: code points with commas between them, or a signed number.
// It returns "" if the text is neither.
func mappingOf(r rune, text string) string {
	if strings.HasPrefix(text, "+") || strings.HasPrefix(text, "-") {
		by, err := strconv.ParseInt(text, 16, 32)
		if err != nil {
			return ""
		}
		return string(r + rune(by))
	}
	mapping := ""
	for code := range strings.SplitSeq(text, ",") {
		r, err := strconv.ParseUint(code, 16, 32)
		if err != nil {
			return ""
		}
		mapping += string(rune(r))
	}
	return mapping
}

// compose adds the composition of c from the two parts that the text has. A disallowed character refuses a name before
// the name is composed, which is right only if no composition has such a part.
func (f *facts) compose(at pos, c rune, text string) {
	parts := []rune(mappingOf(0, text))
	if len(parts) != 2 {
		at.fail("U+%04X is not composed of two characters", c)
	}
	for _, r := range append(parts, c) {
		if f.characters[r].status != valid {
			at.fail("U+%04X is a composite, and U+%04X is not valid", c, r)
		}
	}
	if n := len(f.compositions); n > 0 && f.compositions[n-1].composite >= c {
		at.fail("the composite U+%04X is not in order", c)
	}
	f.characters[parts[1]].combines = true
	f.compositions = append(f.compositions, composition{parts[0], parts[1], c})
}
