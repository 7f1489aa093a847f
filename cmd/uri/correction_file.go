package main

import (
	"bytes"
	"cmp"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/find"
)

// Patterns of lines: with text that is not a comment, with an address, meant as one address, and with a host.
var (
	filledLine  = regexp.MustCompile(`(?m)^[ \t]*[^#\s].*$`)
	addressLine = regexp.MustCompile(`(?m)^[ \t]*[^#\s].*://.*$`)
	singleLine  = regexp.MustCompile(`(?m)^[ \t]*[A-Za-z][\w+.-]*://\S*[ \t]*\r?$`)
	hostLine    = regexp.MustCompile(`(?m)^[ \t]*(\*\.)?[\pL\d_-]+(\.[\pL\d_-]+)+(:\d+)?[ \t]*\r?$`)
)

// The contents are what the names and the first lines of the files tell.
type contents struct {
	files      int    // the number of arguments that are files
	ending     string // of the name of the last file, or the name: the word of its guess
	hasSchemes bool   // most lines of the last file have an address
	isText     bool   // a file has the name of a text that has addresses
	dialect    string // the flag "-iri" or "-web" that reads the arguments or the file, or ""
	isMixed    bool   // most lines of a file have an address and other text
	noScheme   bool   // most lines of a file begin with a name in the place of a scheme
	isHosts    bool   // most lines of a file are hosts
	isRequests bool   // most lines of a file are of the log of a server, and have the path of a request
}

// endingOf returns the end of the name of a file in lower case, or the name if the tables have it.
func endingOf(name string) string {
	base := strings.ToLower(filepath.Base(name))
	if isGuess("text", base) {
		return base
	}
	return filepath.Ext(base)
}

// sourceOf returns the line that prints the addresses in a file with the name of a text, or "".
func sourceOf(name string) string { return cmp.Or(guessOf("text", endingOf(name)), new(guess)).line }

// isFileName reports whether the value of a flag is the name of a file. The value omit is none, whatever files there are.
func isFileName(value string) bool { return strings.ContainsAny(value, "./") && engine.IsFile(value) }

// addFile adds the name of a file.
func (c *correction) addFile(name string) {
	c.files++
	c.ending = endingOf(name)
	c.isText = c.isText || sourceOf(name) != ""
	c.known = c.known || c.typed.verb != nil || isGuess(c.typed.name, c.ending)
	c.look(name)
}

// stdinFile is the name of standard input, which may be a file.
const stdinFile = "/dev/stdin"

// lacksInput reports whether the arguments have no input.
func (c *correction) lacksInput() bool {
	isInput := c.absolute && needed[c.typed.name] == "" // and not the URL of -base
	return c.files == 0 && !c.refs && !isInput && !c.isTree && len(c.values) == 0
}

// headOf returns the first 64 KB of a regular file, or nil.
func headOf(name string) []byte {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, _ := os.Open(name) // nil has no data
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, 64<<10))
	return data
}

// look reads the beginning of a file, and chooses how the line reads the file.
func (c *contents) look(name string) {
	data := headOf(name)
	count := func(lines *regexp.Regexp) int { return len(lines.FindAllIndex(data, -1)) }
	isMost := func(n int) bool { return 2*n > count(filledLine) }
	c.hasSchemes, c.isHosts = isMost(count(addressLine)), c.isHosts || isMost(count(hostLine))
	c.isMixed = c.isMixed || isMost(count(addressLine)-count(singleLine))
	c.isRequests = c.isRequests || isMost(count(engine.RequestLine))
	lines := data
	if c.isText || c.isMixed {
		lines = nil
		for m := range (&find.Finder{Syntax: find.SyntaxWeb}).All(data) {
			lines = append(append(lines, data[m.Start:m.End]...), '\n')
		}
	}
	dialect, hasNames := strings.CutSuffix(readingOf(lines), "-no-scheme")
	c.dialect, c.noScheme = cmp.Or(strings.TrimSpace(dialect), c.dialect), c.noScheme || hasNames
}

// readingOf returns the flags that the command check advises for lines, or "".
func readingOf(data []byte) (flags string) {
	o, _ := checkVerb.Parse(nil, isKnownFlag)
	o.Again = func(advised string, _ ...string) string { // the last one is the best
		if isDialect(strings.Fields(advised)[0]) || advised == "-no-scheme" {
			flags = advised
		}
		return advised
	}
	engine.NewJob(o, bytes.NewReader(data), io.Discard, io.Discard).Run()
	return flags
}
