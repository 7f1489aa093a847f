package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/urispan/uri/internal/gensource"
)

// A status is the status of a character in UTS 46.
type status uint8

const (
	disallowed status = iota
	ignored
	valid
	mapped
)

// A character holds the facts about a code point.
type character struct {
	status   status
	mark     bool   // General_Category=Mark
	class    uint8  // Canonical_Combining_Class
	joining  string // Joining_Type, or "" for U
	bidi     string // Bidi_Class, or "" for L
	mapping  string // if the status is mapped
	combines bool   // NFC can compose the character with one before it
}

// A decomposition is the canonical Decomposition_Mapping of a character to one character or two.
type decomposition struct {
	r, first, second rune
	composed         bool // r is a primary composite: NFC composes first and second
}

// The facts are the contents of uts46.txt. The file itself describes its form.
type facts struct {
	version        string // of Unicode
	characters     []character
	decompositions []decomposition   // in ascending order
	sets           map[string][]rune // by their keys
}

// parseFacts reads the text of a file of facts. The valid characters come first.
func parseFacts(text string) (*facts, error) {
	rows, err := gensource.Rows(text, 1)
	if err != nil {
		return nil, err
	}
	f := &facts{characters: make([]character, unicode.MaxRune+1), sets: map[string][]rune{}}
	for _, row := range rows {
		for _, fact := range row[1:] {
			if err := f.add(row[0], fact); err != nil {
				return nil, err
			}
		}
	}
	slices.SortFunc(f.decompositions, func(a, b decomposition) int { return cmp.Compare(a.r, b.r) })
	// Hangul syllables are composed by arithmetic (The Unicode Standard, section 3.12).
	for r := range rune(len(f.characters)) {
		if inHangulVowels := '\u1161' <= r && r <= '\u1175'; inHangulVowels || '\u11a8' <= r && r <= '\u11c2' {
			f.characters[r].combines = true
		}
	}
	return f, nil
}

// add adds a fact that has a key.
func (f *facts) add(key, fact string) error {
	if key == "unicode" {
		f.version = fact
		return nil
	}
	where, text, _ := strings.Cut(fact, ">")
	codes, err := gensource.CodePoints(where)
	if err != nil {
		return err
	}
	if key == "composed" || key == "decomposed" {
		return f.decompose(codes[0], text, key == "composed")
	}
	if isSetKey(key) && text == "" {
		f.sets[key] = append(f.sets[key], codes...)
		return nil
	}
	for _, r := range codes {
		if !f.characters[r].set(r, key, text) {
			return fmt.Errorf("%q: %s is not a fact about U+%04X", key, fact, r)
		}
	}
	return nil
}

// set sets a property of the character r. text is the text after the ">" of the fact.
func (c *character) set(r rune, key, text string) bool {
	name, value, _ := strings.Cut(key, ":")
	if statusOf := map[string]status{"valid": valid, "ignored": ignored, "mapped": mapped}; statusOf[name] != 0 {
		free := c.status == disallowed
		c.status = statusOf[name]
		c.mapping = mappingOf(r, text)
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
		return text == ""
	default:
		return false
	}
	return c.status == valid && text == ""
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

// decompose adds the decomposition of r to the parts that the text has. A disallowed character refuses a name before the
// name is composed, which is right only if no composition of valid characters has such a part or such a result.
func (f *facts) decompose(r rune, text string, composed bool) error {
	parts := []rune(mappingOf(0, text))
	if n := len(parts); n < 1 || n > 2 || composed && n != 2 {
		return fmt.Errorf("U+%04X is not decomposed to two characters, or to one", r)
	}
	isValid := func(r rune) bool { return f.characters[r].status == valid }
	if !composed && isValid(r) {
		return fmt.Errorf("U+%04X is valid and not in NFC", r)
	}
	d := decomposition{r: r, first: parts[0], composed: composed}
	if len(parts) == 2 {
		d.second = parts[1]
	}
	if composed {
		if all := isValid(d.first) && isValid(d.second); all != isValid(r) {
			return fmt.Errorf("U+%04X is composed, and only some of it and its parts are valid", r)
		}
		f.characters[d.second].combines = true
	}
	f.decompositions = append(f.decompositions, d)
	return nil
}
