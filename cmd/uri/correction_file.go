package main

import (
	"bytes"
	"io"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// spaceless matches a word that is an address or was meant as one.
var spaceless = regexp.MustCompile(`^[A-Za-z][\w+.-]*://\S*$`)

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
	text := string(data)
	first, _, _ := strings.Cut(text, "\n")
	for _, mark := range []string{";", "\t"} {
		if c.between == "" && isGuess("delimited", c.ending) && strings.Count(first, mark) > strings.Count(first, ",") {
			c.between = strings.Replace(mark, "\t", `\t`, 1)
		}
	}
	lines, addresses, names, others := 0, 0, 0, 0
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		lines++
		if line[0] == '#' || engine.BeginsWithName(ascii(strings.TrimSpace(line))) {
			names++
		}
		if strings.Contains(line, "://") {
			addresses++
		}
		line = strings.TrimRight(line, "\r\n")
		_, err := iri.Parse(line)
		if line[0] == '#' || err != nil && !spaceless.MatchString(line) {
			others++
		}
		for _, word := range words {
			_, err := iri.Parse(word)
			switch {
			case err != nil && spaceless.MatchString(word) && whatwg.CanParse(word):
				c.dialect = "-web"
			case c.dialect == "" && !octet.IsASCII(word) && (len(words) == 1 || strings.Contains(word, "://")):
				c.dialect = "-iri"
			}
		}
	}
	c.noScheme = 2*names > lines
	c.isMixed = 2*addresses > lines && others > 0
}

// ascii returns a line with a letter for each character outside ASCII.
func ascii(line string) []byte {
	return bytes.Map(func(r rune) rune {
		if r > unicode.MaxASCII {
			return 'x'
		}
		return r
	}, []byte(line))
}

// addReading adds the flags that read the lines of the file. A report about the lines of a file is about all of them.
func (c *correction) addReading(to command, line string) {
	flags := line + " " + strings.Join(c.flags, " ")
	isReport := (to.name == "check" || to.name == "explain") && !strings.Contains(flags, " -where ")
	isURI := isReport || strings.Contains(flags, " -steps ") || strings.Contains(flags, " -audit")
	c.isText = c.isText || c.isMixed && !isReport
	fs, _ := to.flags()
	if c.dialect == "-iri" && fs.Lookup("iri") == nil {
		c.dialect = "-web"
	}
	if c.dialect == "-web" && isURI || slices.ContainsFunc(c.flags, isDialect) {
		c.dialect = ""
	}
	if c.dialect != "" && fs.Lookup(c.dialect[1:]) != nil {
		c.flags = append(c.flags, c.dialect)
	}
	if c.noScheme && !c.isText {
		c.flags = append(c.flags, "-no-scheme")
	}
}
