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

// Patterns of lines: with text that is not a comment, with an address, meant as one address, and with an address of the web.
var (
	filledLine  = regexp.MustCompile(`(?m)^[ \t]*[^#\s].*$`)
	addressLine = regexp.MustCompile(`(?m)^[ \t]*[^#\s].*://.*$`)
	singleLine  = regexp.MustCompile(`(?m)^[ \t]*[A-Za-z][\w+.-]*://\S*[ \t]*\r?$`)
	webLine     = regexp.MustCompile(`(?mi)^[ \t]*([^#\s].*)?\bhttps?://.*$`)
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
	for line := range bytes.Lines(data) {
		_, err := engine.InputIn(bytes.TrimRight(line, "\r\n"))
		c.hasGaps = c.hasGaps || err != nil
	}
	count := func(lines *regexp.Regexp) int { return len(lines.FindAllIndex(data, -1)) }
	c.isMixed = 2*(count(addressLine)-count(singleLine)) > count(filledLine)
	c.isWeb = 2*count(webLine) > count(addressLine)
	if c.isText || c.isMixed {
		data = bytes.Join(bytes.Fields(data), []byte("\n"))
	}
	c.faults(data)
	c.webFaults = c.isWeb && c.faults(data, "-web") > c.faults(data, "-iri")
}

// faults returns how many lines check finds invalid. Without flags, it chooses those that the lines need.
func (c *correction) faults(data []byte, flags ...string) int {
	var out bytes.Buffer
	o, _ := checkVerb.Parse(flags, isKnownFlag)
	o.Again = func(reads string) string {
		for _, flag := range strings.Fields(reads) {
			if isDialect(flag) && len(flags) == 0 {
				c.dialect = flag
			}
			c.noScheme = c.noScheme || flag == "-no-scheme"
		}
		return ""
	}
	engine.NewJob(o, bytes.NewReader(data), &out, io.Discard).Run()
	return bytes.Count(out.Bytes(), []byte("invalid\t"))
}

// addReading adds the flags that read the lines of the file. A report about the lines of a file is about all of them.
func (c *correction) addReading(to command, line string) {
	flags := line + " " + strings.Join(c.flags, " ")
	isReport := (to.name == "check" || to.name == "explain") && !strings.Contains(flags, " -where ")
	c.isText = c.isText || c.isMixed && !isReport
	fs, _ := to.flags()
	isStrict := isReport || strings.Contains(flags, " -steps ") || strings.Contains(flags, " -audit")
	switch {
	case c.webFaults && strings.HasPrefix(line, "check -report"):
		c.dialect = "-web"
	case strings.HasPrefix(to.name, "to-"): // read both dialects
		c.dialect = ""
	case c.dialect == "-web" && isStrict:
		c.dialect = "-iri"
	case c.dialect == "-iri" && (fs.Lookup("iri") == nil || c.isWeb && to.name == "dedupe"):
		c.dialect = "-web"
	}
	if c.dialect != "" && !slices.ContainsFunc(c.flags, isDialect) {
		c.reading = append(c.reading, c.dialect)
	}
	if c.noScheme {
		c.reading = append(c.reading, "-no-scheme")
	}
	c.flags = append(c.flags, c.reading...)
	first, _, _ := strings.Cut(line, " | ")
	if hasFields := len(c.fields) > 0 || strings.Contains(first, " -field "); c.hasGaps && hasFields && !c.isText && !c.again &&
		!strings.Contains(flags, " -where ") && !strings.Contains(flags, " -invalid ") {
		c.flags = append(c.flags, "-invalid omit")
	}
}

// unsetParams matches the parameters that set removes.
var unsetParams = regexp.MustCompile(` -unset 'param\[([^']*)\]'`)

// keepLines adds flags to a line that removes parameters, or replaces its file. They keep the other lines of the file
// unchanged.
func (c *correction) keepLines(to command, before string) string {
	m := unsetParams.FindStringSubmatch(before)
	if m != nil && strings.HasSuffix(before, " -web") && !strings.Contains(m[1], "NAME") {
		before += " -where 'param=" + strings.ReplaceAll(m[1], "],param[", ",") + "'"
	}
	isReplaced := strings.Contains(c.tail, " mv ")
	fs, _ := to.flags()
	switch {
	case isReplaced && to.name == "dedupe":
		before += " -invalid keep"
	case fs.Lookup("keep-rest") != nil && !strings.Contains(before, " -field ") &&
		(m != nil || isReplaced || strings.Contains(before, " -steps ''")):
		before += " -keep-rest"
	}
	return before
}
