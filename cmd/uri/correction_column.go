package main

import (
	"cmp"
	"strings"
)

// withColumn returns the line that reads a column. A command that changes addresses changes them in their file.
func (c *correction) withColumn(to command, before, after string) string {
	isList := !strings.HasPrefix(after, " | ") && !strings.Contains(before, " -field ")
	if c.keepsRecords = isList && isChange(to) && c.files == 1 && guessOf("column", c.ending) == nil; c.keepsRecords {
		if !strings.Contains(before, " -keep-rest") {
			before += " -keep-rest"
		}
		line := c.separated(guessOf("changed", "name").line)
		if c.column == "number" { // the file may have no header, and a header is no address
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

// byNumber makes a line that changes a column by its name one that changes it by its number.
var byNumber = strings.NewReplacer(`rows[0].index("NAME")`, "N - 1", "rows[1:]", "rows", "row[i].strip()", `":" in row[i]`)

// separated returns a line of Python that reads a file with the character that is between columns there.
func (c *correction) separated(line string) string {
	if c.between == "" {
		return line
	}
	return strings.ReplaceAll(line, `delimiter=","`, `delimiter="`+c.between+`"`)
}
