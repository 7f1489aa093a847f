package main

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// Lines with text, with an address, that are one reference, and that are comments.
var (
	filledLine    = regexp.MustCompile(`(?m)^.*\S.*$`)
	addressLine   = regexp.MustCompile(`(?m)^.*://.*$`)
	referenceLine = regexp.MustCompile(`(?m)^[\pL\d/?._%]\S*\r?$`)
	commentLine   = regexp.MustCompile(`(?m)^#.*$`)
)

// look reads the first 64 KB of a regular file, and chooses how the line reads the file.
func (c *correction) look(name string) {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return
	}
	f, err := os.Open(name)
	if err != nil {
		return
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	first, _, _ := strings.Cut(string(data), "\n")
	for mark, text := range map[string]string{";": ";", "\t": `\t`} {
		if c.between == "" && isGuess("delimited", c.ending) && strings.Count(first, mark) > strings.Count(first, ",") {
			c.between = text
		}
	}
	count := func(lines *regexp.Regexp) int { return len(lines.FindAllIndex(data, -1)) }
	c.isMixed = 2*count(addressLine) > count(filledLine) && count(referenceLine) < count(filledLine)
	words := bytes.Join(bytes.Fields(commentLine.ReplaceAll(data, nil)), []byte("\n"))
	o, _ := checkVerb.Parse(nil, isKnownFlag)
	o.Again = func(reads string) string {
		for _, flag := range strings.Fields(reads) {
			if isDialect(flag) {
				c.dialect = flag
			}
			c.noScheme = c.noScheme || flag == "-no-scheme"
		}
		return ""
	}
	engine.NewJob(o, bytes.NewReader(words), io.Discard, io.Discard).Run()
}

// addReading adds the flags that read the lines of the file. A report about the lines of a file is about all of them.
func (c *correction) addReading(to command, line string) {
	flags := line + " " + strings.Join(c.flags, " ")
	isReport := (to.name == "check" || to.name == "explain") && !strings.Contains(flags, " -where ")
	c.isText = c.isText || c.isMixed && !isReport
	fs, _ := to.flags()
	isStrict := isReport || strings.Contains(flags, " -steps ") || strings.Contains(flags, " -audit")
	switch {
	case c.dialect == "-web" && isStrict:
		c.dialect = "-iri"
	case c.dialect == "-iri" && fs.Lookup("iri") == nil:
		c.dialect = "-web"
	}
	if c.dialect != "" && !slices.ContainsFunc(c.flags, isDialect) {
		c.reading = append(c.reading, c.dialect)
	}
	if c.noScheme {
		c.reading = append(c.reading, "-no-scheme")
	}
	c.flags = append(c.flags, c.reading...)
}
