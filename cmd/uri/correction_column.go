package main

import (
	"cmp"
	"slices"
	"strings"
)

// withColumn returns the line that reads a column. A command that changes addresses changes them in their file.
func (c *correction) withColumn(to command, before, after string) string {
	if c.keepsRecords = c.changesColumn(to, before, after); c.keepsRecords {
		if !strings.Contains(before, " -keep-rest") {
			before += " -keep-rest"
		}
		line := c.separated(guessOf("changed", "name").line)
		if c.column == "number" { // the file may lack a header, and a header is not an address
			line = byNumber.Replace(line)
		}
		return strings.Replace(line, "COMMAND", "uri "+before+" -0", 1) + after
	}
	source := c.separated(cmp.Or(guessOf("column", c.ending), guessOf("column", c.column)).line)
	if c.files > 1 {
		source = strings.Replace(source, "FILE", "FILE OTHER", 1)
	}
	if to.name != "check" && c.column == "number" || before == "find" {
		source += " | uri find"
	}
	if before == "find" || before == "split" && c.column == "number" {
		return source + after
	}
	return source + " | uri " + before + after
}

// changesColumn reports whether the line prints its file with a column that the command has changed.
func (c *correction) changesColumn(to command, before, after string) bool {
	isInLine := func(flag string) bool { return strings.Contains(before, flag) }
	return c.column != "" && (c.files == 1 || c.files == 0 && !c.refs) && guessOf("column", c.ending) == nil && isChange(to) &&
		!strings.HasPrefix(after, " | ") && !slices.ContainsFunc([]string{" -field ", " -format ", " -json", " -tsv"}, isInLine)
}

// byNumber makes a line that changes a column by its name one that changes it by its number.
var byNumber = strings.NewReplacer(`rows[0].index("NAME")`, "N - 1", "rows[1:]", "rows", "row[i].strip()", `":" in row[i]`)

// separated returns a line of Python that reads a file with the character that is between columns there.
func (c *correction) separated(line string) string {
	if c.between == "" {
		return line
	}
	return strings.ReplaceAll(line, `delimiter=","`, `delimiter="`+c.between+`"`)
}
