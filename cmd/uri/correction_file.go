package main

import (
	"io"
	"os"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/iri"
)

// addressLine matches a line that was meant as one address.
var addressLine = regexp.MustCompile(`^[A-Za-z][\w+.-]*://\S*\r?\n?$`)

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
	lines, addresses, others := 0, 0, 0
	var words []string
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			continue
		}
		lines++
		if strings.Contains(line, "://") {
			addresses++
		}
		_, err := iri.Parse(strings.TrimRight(line, "\r\n"))
		if line[0] == '#' || err != nil && !addressLine.MatchString(line) {
			others++
		}
		if line[0] != '#' {
			words = append(words, fields...)
		}
	}
	c.isMixed = 2*addresses > lines && others > 0
	o, _ := checkVerb.Parse(nil, isKnownFlag)
	o.Again = func(reads string) string {
		if isDialect(reads) {
			c.dialect = reads
		}
		c.noScheme = c.noScheme || reads == "-no-scheme"
		return ""
	}
	engine.NewJob(o, strings.NewReader(strings.Join(words, "\n")), io.Discard, io.Discard).Run()
}

// addReading adds the flags that read the lines of the file. A report about the lines of a file is about all of them.
func (c *correction) addReading(to command, line string) {
	flags := line + " " + strings.Join(c.flags, " ")
	isReport := (to.name == "check" || to.name == "explain") && !strings.Contains(flags, " -where ")
	c.isText = c.isText || c.isMixed && !isReport
	fs, _ := to.flags()
	if c.dialect == "-iri" && fs.Lookup("iri") == nil {
		c.dialect = "-web"
	}
	isStrict := isReport || strings.Contains(flags, " -steps ") || strings.Contains(flags, " -audit")
	if c.dialect != "" && !(c.dialect == "-web" && isStrict) && !slices.ContainsFunc(c.flags, isDialect) {
		c.reading = append(c.reading, c.dialect)
	}
	if c.noScheme {
		c.reading = append(c.reading, "-no-scheme")
	}
	c.flags = append(c.flags, c.reading...)
}
