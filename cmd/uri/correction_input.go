package main

import (
	"cmp"
	"slices"
	"strings"
)

// withSources returns a line of dedupe about two files. The shell finds the addresses in those that are texts.
func (c *correction) withSources(line string) string {
	if !strings.Contains(line, "uri dedupe") {
		return line
	}
	for i, source := range c.sources {
		for _, words := range [...][]string{{"OLD", "NEW"}, {"FILE", "OTHER"}} {
			if i < 2 && source != "" && strings.Contains(line, words[1]) {
				line = strings.ReplaceAll(line, words[i], "<("+strings.Replace(source, "FILE", words[i], 1)+")")
			}
		}
	}
	return line
}

// withInput returns the line with the input between its parts.
func (c *correction) withInput(to command, before, after string) string {
	if c.files > 0 && strings.HasPrefix(before+" ", "split -field host ") && c.inText == "" && (c.typed.name == "" || c.isText) {
		before = strings.Replace(before, "host", "hostname", 1) // people count hosts
	}
	reader, kind, source := "lines", "URL", ""
	if readsFiles(to.name) || c.inText != "" {
		reader = "files"
	}
	isMissing := strings.HasPrefix(before, "links -missing")
	isMerged := to.name == "dedupe" && c.inText == "" && c.files == 2 && c.sources[0] != c.sources[1]
	switch {
	case c.inText != "":
	case c.column != "":
		source = cmp.Or(guessOf("column", c.ending), guessOf("column", c.column)).line
	case c.isText && !isMerged && (reader == "lines" || to.name == "dedupe"):
		source = c.withBase(cmp.Or(guessOf("text", c.ending), guessOf("text", ".log")).line)
	}
	switch {
	case source != "" && c.files > 1:
		return strings.Replace(source, "FILE", "FILE OTHER", 1) + " | uri " + before + after
	case source != "":
		return source + " | uri " + before + after
	case c.isTree && isMissing && !strings.Contains(before, " -root"):
		kind = "SITE"
	case c.isTree && (c.files == 0 || reader == "files"):
		kind = "TREE"
	case c.files > 1:
		kind = "FILES"
	case c.files > 0 || !c.refs || isMissing:
		kind = "FILE"
	}
	g := guessOf("input-"+reader, kind)
	if c.inText == "" {
		g = cmp.Or(guessOf("input-"+to.name, kind), g)
	}
	line := strings.Replace(g.line, "COMMAND", "uri "+before, 1)
	if isMerged {
		line = c.withSources(line)
	}
	return line + after
}

// replaces reports whether the results of a line may replace its input: they are addresses, lines or text, and no report,
// count or list of parts.
func replaces(to command, before string) bool {
	isPart := func(flag string) bool { return strings.Contains(before, flag) }
	switch {
	case slices.ContainsFunc([]string{" -field ", " -format ", " -json ", " -tsv ", " -c ", " -count "}, isPart):
		return isPart(" -field input ")
	case to.name == "dedupe":
		return true
	}
	return (isChange(to) || to.name == "redact" || to.name == "defang") && !isPart(" -key ")
}

// isChange reports whether a command prints addresses that it changes.
func isChange(to command) bool { return to.verb != nil && to.verb.Formats.Bare }
