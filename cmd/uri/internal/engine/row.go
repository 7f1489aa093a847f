package engine

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A row is the first row of a text: as much of it as was read. Package encoding/csv reads rows of any length, and does
// not return the bytes of a cell with its quotes.
type row struct {
	size  int   // in bytes, with the end of the line
	ends  []int // of the cells, before the delimiters
	state int
}

// The states of a row while it is read.
const (
	atStart = iota // of a cell
	inBare         // in a cell, where quotes have no meaning
	inQuotes
	afterQuote // of a cell with quotes: another quote is a part of its text
)

// delimiters are the bytes that can be between cells.
const delimiters = ",\t;|"

// isMark reports the bytes that may have a meaning outside of quotes.
var isMark = [256]bool{',': true, '\t': true, ';': true, '|': true, '\n': true, '"': true}

// scan reads more of a text that begins with the row, and reports whether the text has the end of the row. A text that is
// the last of a file ends the row. One of the bytes of between is between the cells.
func (r *row) scan(text []byte, between string, isLast bool) bool {
	end := func() { r.ends = append(r.ends, len(bytes.TrimSuffix(text[:r.size], []byte("\r")))) }
	for ; r.size < len(text); r.size++ {
		switch c := text[r.size]; {
		case r.state == inBare && !isMark[c]: // PERF: most bytes
		case r.state == inQuotes:
			if c == '"' {
				r.state = afterQuote
			}
		case c == '"' && r.state != inBare:
			r.state = inQuotes
		case c == '\n':
			end()
			r.size++
			return true
		case strings.IndexByte(between, c) >= 0:
			r.ends = append(r.ends, r.size)
			r.state = atStart
		default:
			r.state = inBare
		}
	}
	if isLast && r.size > 0 {
		end()
	}
	return isLast && r.size > 0
}

// cell returns the range of a cell in the row. A row with fewer cells has an empty one at its end.
func (r *row) cell(i int) (lo, hi int) {
	switch {
	case i >= len(r.ends):
		return r.size, r.size
	case i > 0:
		lo = r.ends[i-1] + 1
	}
	return lo, r.ends[i]
}

// contents returns the text of a cell, and whether it is between quotes.
func contents(cell []byte) (text []byte, isQuoted bool) {
	if n := len(cell); n < 2 || cell[0] != '"' || cell[n-1] != '"' {
		return cell, false
	}
	text = cell[1 : len(cell)-1]
	if bytes.IndexByte(text, '"') >= 0 {
		text = bytes.ReplaceAll(text, []byte(`""`), []byte(`"`))
	}
	return text, true
}

// A column is one of the columns of a table.
type column struct {
	between string // the delimiter; all of them before it is known, and "" if there is one column
	index   int    // negative before it is known
	isNamed bool   // the first row has the names
}

// The ranks of a cell in the first row, as that of the column that is meant.
const (
	otherCell = iota
	sameFold  // the name in another case
	sameName
	sameNumber
	sameAddress // with the number, in a row without names
)

// columnName matches a cell that is more likely the name of a column than a secret.
var columnName = regexp.MustCompile(`^[A-Za-z]{1,20}([ _-][A-Za-z]{1,20}){0,3}$`)

// fieldName matches a name with a dot, such as url.full, that is more likely that of a column than that of a host.
var fieldName = regexp.MustCompile(`(?i)^(url|uri)\.|\.(url|uri|href|referrer)$`)

// A header is the cells of the first row for a delimiter, and the column that is meant.
type header struct {
	column
	cells       []string
	rank, count int // of the column, and the number of cells with its rank
}

// headerOf returns the header for a delimiter, and a name or a number from 1 on.
func headerOf(first []byte, between, name string) (h header) {
	number, _ := strconv.Atoi(name)
	var r row
	r.scan(first, between, true)
	h.between = between
	for k := range r.ends {
		lo, hi := r.cell(k)
		text, isQuoted := contents(first[lo:hi])
		cell := string(bytes.TrimSpace(text))
		h.cells = append(h.cells, cell)
		rank := otherCell
		switch {
		case number == k+1 && strings.Contains(cell, "://"):
			rank = sameAddress
		case number == k+1:
			rank = sameNumber
		case len(r.ends) == 1 && !isQuoted && strings.ContainsAny(cell, delimiters): // the names of several columns
		case cell == name:
			rank = sameName
		case strings.EqualFold(cell, name):
			rank = sameFold
		}
		if rank > h.rank {
			isField := fieldName.MatchString(cell) && !HasName([]byte(cell))
			h.rank, h.count, h.index = rank, 0, k
			h.isNamed = rank < sameNumber || !strings.ContainsAny(cell, ":/") && (isField || !strings.Contains(cell, "."))
		}
		if rank == h.rank {
			h.count++
		}
	}
	return h
}

// findColumn returns the column with a name, or with a number from 1 on, given the first row. The delimiter is the one
// that gives this row the name. For a number, it is the tab if the row has one, the one that gives it the address there, or
// the most cells.
func findColumn(first []byte, name string) (column, error) {
	var all row
	all.scan(first, delimiters, true)
	possible := delimiters
	hasTab := slices.ContainsFunc(all.ends, func(i int) bool { return bytes.HasPrefix(first[i:], []byte("\t")) })
	if _, err := strconv.Atoi(name); err == nil && hasTab {
		possible = "\t"
	}
	var best header
	for between := range strings.SplitSeq(possible, "") {
		h := headerOf(first, between, name)
		if h.rank > best.rank || h.rank == best.rank && len(h.cells) > len(best.cells) {
			best = h
		}
	}
	isOther := func(name string) bool { return !columnName.MatchString(name) }
	const missing = "no column has that name or number"
	switch {
	case best.rank == otherCell && !slices.ContainsFunc(best.cells, isOther):
		return column{}, fmt.Errorf("%s: the columns are %s", missing, strings.Join(best.cells, ", "))
	case best.rank == otherCell: // the row may be one of secrets
		return column{}, fmt.Errorf("%s (columns: %d)", missing, len(best.cells))
	case best.count > 1:
		return column{}, fmt.Errorf("%d columns have that name: write the number of one", best.count)
	case len(best.cells) == 1:
		best.between = "" // commas belong to the addresses
	}
	return best.column, nil
}
