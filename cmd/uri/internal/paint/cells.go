package paint

import "strings"

// Cells is a line of text with an element for each column: a character and the marks on it. An empty element follows a
// wide character.
type Cells []string

// CellsOf returns the cells of text, which is printable ASCII.
func CellsOf(text string) Cells { return strings.Split(text, "") }

// Trimmed returns c without the spaces at its end.
func (c Cells) Trimmed() Cells {
	for len(c) > 0 && c[len(c)-1] == " " {
		c = c[:len(c)-1]
	}
	return c
}

// boundary returns the column where c can be cut without dividing a wide character: col or the column before it.
func (c Cells) boundary(col int) int {
	if col < len(c) && c[col] == "" {
		col--
	}
	return col
}

// MinWrapped is the least width in columns of text that Wrap breaks, even on a narrower screen.
const MinWrapped = 20

// Wrap breaks text between words into lines of at most width columns. A longer word is a line of its own. Wrap returns
// at least one line.
func Wrap(text string, width int) (lines []string) {
	line := ""
	for word := range strings.FieldsSeq(text) {
		if line != "" && len(line)+1+len(word) > max(width, MinWrapped) {
			lines = append(lines, line)
			line = ""
		}
		line = strings.TrimPrefix(line+" "+word, " ")
	}
	return append(lines, line)
}
