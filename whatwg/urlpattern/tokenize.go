package urlpattern

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// A tokenType is the type of a token.
type tokenType uint8

const (
	tokenOpen tokenType = iota
	tokenClose
	tokenRegexp
	tokenName
	tokenChar
	tokenEscapedChar
	tokenOtherModifier
	tokenAsterisk
	tokenEnd
	tokenInvalidChar
)

// A token is a lexical token of a pattern string.
type token struct {
	kind  tokenType
	index int    // the offset of its first byte in the pattern string
	value string // a slice of the pattern string, without the "\", ":" or parentheses
}

// A tokenizePolicy says what a syntax error becomes: an error, or a token of the type invalid-char.
type tokenizePolicy bool

const (
	strict  tokenizePolicy = false
	lenient tokenizePolicy = true
)

// A tokenizer has the state of tokenize. Unlike in the standard, its indexes count bytes.
type tokenizer struct {
	input  string
	policy tokenizePolicy
	tokens []token
	index  int
	err    *Error
}

// tokenize returns the tokens of input, in the memory of w. The last one has the type end.
func (w *workspace) tokenize(input string, policy tokenizePolicy) ([]token, *Error) {
	if cap(w.tokens) <= len(input) {
		w.tokens = make([]token, 0, len(input)+1)
	}
	t := tokenizer{input: input, policy: policy, tokens: w.tokens[:0]}
	for t.index < len(input) && t.err == nil {
		_, size := utf8.DecodeRuneInString(input[t.index:])
		next := t.index + size
		switch input[t.index] {
		case '*':
			t.add(tokenAsterisk, next, t.index)
		case '+', '?':
			t.add(tokenOtherModifier, next, t.index)
		case '\\':
			if next == len(input) {
				t.fail(next, t.index, t.index, `nothing follows "\"`)
				continue
			}
			_, size := utf8.DecodeRuneInString(input[next:])
			t.add(tokenEscapedChar, next+size, next)
		case '{':
			t.add(tokenOpen, next, t.index)
		case '}':
			t.add(tokenClose, next, t.index)
		case ':':
			t.name(next)
		case '(':
			t.regexp(next)
		default:
			t.add(tokenChar, next, t.index)
		}
	}
	if t.err != nil {
		return nil, t.err
	}
	t.add(tokenEnd, t.index, t.index)
	return t.tokens, nil
}

// add adds a token with the value t.input[value:next], and continues at next.
func (t *tokenizer) add(kind tokenType, next, value int) {
	t.tokens = append(t.tokens, token{kind, t.index, t.input[value:next]})
	t.index = next
}

// fail implements "process a tokenizing error". offset is the offset of the fault.
func (t *tokenizer) fail(next, value, offset int, reason string) {
	if t.policy == strict {
		t.err = &Error{Offset: offset, Reason: reason}
		return
	}
	t.add(tokenInvalidChar, next, value)
}

// name adds a token for the name that begins at start, after a ":".
func (t *tokenizer) name(start int) {
	end := start
	for end < len(t.input) {
		r, size := utf8.DecodeRuneInString(t.input[end:])
		if !isNameCodePoint(r, end == start) {
			break
		}
		end += size
	}
	if end == start {
		t.fail(start, t.index, start, `no name follows ":"`)
		return
	}
	t.add(tokenName, end, start)
}

// regexp adds a token for the regular expression that begins at start, after a "(".
func (t *tokenizer) regexp(start int) {
	fault := func(at int, reason string) { t.fail(start, t.index, at, reason) }
	depth := 1
	for i := start; i < len(t.input); i++ {
		c := t.input[i]
		switch {
		case i == start && c == '?':
			fault(i, `"?" at the start of a regular expression`)
			return
		case c == '\\' && i+1 == len(t.input):
			fault(i, `nothing follows "\"`)
			return
		case c == '\\':
			i++
		case c == '(' && !strings.HasPrefix(t.input[i+1:], "?"):
			fault(i, `a capturing group in a regular expression: write "(?:"`)
			return
		case c == '(':
			depth++
		case c == ')':
			depth--
		}
		switch {
		case t.input[i] >= utf8.RuneSelf:
			fault(i, "a regular expression must be US-ASCII")
			return
		case depth == 0 && i == start:
			fault(i, "the regular expression is empty")
			return
		case depth == 0:
			t.tokens = append(t.tokens, token{tokenRegexp, t.index, t.input[start:i]})
			t.index = i + 1
			return
		}
	}
	fault(t.index, `no ")" ends the regular expression`)
}

// isNameCodePoint implements "is a valid name code point": IdentifierStart for the first code point of a name, and
// IdentifierPart for the others (ECMAScript, section 12.7).
func isNameCodePoint(r rune, first bool) bool {
	switch {
	case r < utf8.RuneSelf:
		return 'a' <= r|0x20 && r|0x20 <= 'z' || r == '$' || r == '_' || !first && '0' <= r && r <= '9'
	case r == utf8.RuneError:
		return false
	case unicode.In(r, unicode.L, unicode.Nl, unicode.Other_ID_Start):
		return !unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
	case first:
		return false
	}
	const zwnj, zwj = '\u200c', '\u200d'
	return r == zwnj || r == zwj ||
		unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue) &&
			!unicode.In(r, unicode.Pattern_Syntax, unicode.Pattern_White_Space)
}
