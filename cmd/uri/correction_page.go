package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/whatwg"
)

// pageStart matches the beginning of a page.
var pageStart = regexp.MustCompile(`(?is)^\x{feff}?(?:\s|<\?.*?\?>|<!--.*?-->)*<(?:!doctype\s+html|html|head|body)[\s>]`)

// lookAtPage makes a file that begins as a page or a feed one, and finds out whether it has relative links.
func (c *correction) lookAtPage(data []byte) {
	switch {
	case feedStart.Match(data):
		c.ending = "feed.xml"
	case pageStart.Match(data):
		c.ending = ".html"
	}
	if !isGuess("page", c.ending) {
		c.isText = c.isText || isGuess("text", c.ending)
		return
	}
	c.isText = true
	l := new(linker)
	l.scan(data, whatwg.URL{}, false)
	for i := range l.batch.Len() {
		_, isRelative := l.refuse(i)
		c.needsBase = c.needsBase || isRelative
	}
}

// linkLine matches the beginning of a line that prints addresses.
var linkLine = regexp.MustCompile(`^(find|links|links -base URL|resolve|resolve -base URL) IN`)

// lineOfPage returns a line with the links of a page in the place of the addresses in its text. People want those that
// they can open, and whole ones.
func (c *correction) lineOfPage(line string) string {
	isOfFind := func(text string) bool { return flagsOf("links").Lookup(flagName(text)[1:]) == nil }
	if !isGuess("page", c.ending) {
		return line
	}
	m := linkLine.FindStringIndex(line)
	isMeant := c.typed.name != "find" && c.typed.name != "links" && !slices.ContainsFunc(c.flags, isOfFind)
	if m != nil && isMeant {
		line = "links -only web IN" + line[m[1]:]
	}
	return c.withBase(line)
}

// withBase returns a line of links with -base if the links of its page need that.
func (c *correction) withBase(line string) string {
	if !c.needsBase {
		return line
	}
	return strings.Replace(line, "links ", "links -base URL ", 1)
}
