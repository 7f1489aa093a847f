package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// bothWays returns a line that prints the differences of OLD and NEW as diff does: "+" for a line of NEW alone.
func bothWays(line string) string {
	one := strings.Replace(line, " -o OUT", "", 1)
	other := strings.NewReplacer("OLD", "NEW", "NEW", "OLD").Replace(one)
	both := one + " | sed 's/^/+ /'; " + other + " | sed 's/^/- /'"
	if one != line {
		return "{ " + both + "; } > OUT"
	}
	return both
}

// dialectAfter returns the flag that reads what a command of the line prints, or none.
func (c *correction) dialectAfter(to command) (flags []string) {
	if to.name == "to-iri" {
		return []string{"-iri"}
	}
	return slices.DeleteFunc(slices.Clone(c.flags), func(flag string) bool { return !isDialect(flag) })
}

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

// suitInput returns a line that reads the hosts of the addresses in text as browsers do, and that reads the pipe of the user.
func (c *correction) suitInput(line string) string {
	line = hostsOfText.ReplaceAllString(line, "$1 | uri split -web -field hostname")
	if c.lacksInput() {
		return engine.InPipe(line)
	}
	return line
}

// hostsOfText matches the beginning of a line that prints the hosts of the addresses in text, which may be no URIs.
var hostsOfText = regexp.MustCompile(`(?m)^(uri (?:find|links)[^|]*)(?: -iri| -web)? \| uri (?:split|normalize) -field host(?:name)?(?: -iri| -web)?\b`)

// withInput returns the line with the input between its parts.
func (c *correction) withInput(to command, before, after string) string {
	if c.files > 0 && strings.HasPrefix(before+" ", "split -field host ") && c.inText == "" && (c.typed.name == "" || c.tail != "" || c.isText) {
		before = strings.Replace(before, "host", "hostname", 1) // people count hosts
	}
	reader := "lines"
	if readsFiles(to.name) || c.inText != "" {
		reader = "files"
	}
	kind := "URL"
	isMissing := strings.HasPrefix(before, "links -missing")
	switch {
	case c.column != "" && c.inText == "":
		source := cmp.Or(guessOf("column", c.ending), guessOf("column", c.column)).line
		if c.files > 1 {
			source = strings.Replace(source, "FILE", "FILE OTHER", 1)
		}
		return source + " | uri " + before + after
	case c.files == 2 && to.name == "dedupe" && c.inText == "" && c.sources[0] != c.sources[1]:
		return c.withSources("uri "+before+" FILE OTHER") + after
	case c.isText && c.inText == "" && (reader == "lines" || to.name == "dedupe"):
		source := c.withBase(cmp.Or(guessOf("text", c.ending), guessOf("text", ".log")).line)
		if c.files > 1 {
			source = strings.Replace(findUnnamed(source), "FILE", "FILE OTHER", 1)
		}
		return source + " | uri " + before + after
	case c.isTree && isMissing && !strings.Contains(before, " -root"):
		kind = "SITE"
	case c.isTree && (reader == "lines" && c.files == 0 && c.refs || reader == "files" && (after == "" || strings.HasPrefix(after, " | "))):
		kind = "TREE"
	case c.files > 1:
		kind = "FILES"
	case c.files > 0 || !c.refs || c.isTree || isMissing:
		kind = "FILE"
	}
	isEach := strings.Contains(after, " mv ") || strings.HasSuffix(after, " FILE -") // of several files
	switch {
	case isEach && kind == "FILES":
		kind = "FILE"
	case isEach && kind != "FILE":
		after = "" // diff needs a file
	case strings.HasPrefix(after, " | uri ") && kind != "FILE":
		before = findUnnamed(before)
	}
	g := guessOf("input-"+reader, kind)
	if c.inText == "" {
		g = cmp.Or(guessOf("input-"+to.name, kind), g)
	}
	line := g.line
	if strings.Contains(before, "-base URL") {
		line = strings.Replace(line, " -base URL", "", 1)
	}
	line = strings.Replace(line, "COMMAND", "uri "+before, 1) + after
	if isEach && c.files > 1 {
		line = "for f in FILE OTHER; do " + strings.ReplaceAll(line, "FILE", `"$f"`) + "; done"
	}
	return line
}

// replaces reports whether the results of a line may replace its input: they are addresses or text, and no report, count or
// list of parts.
func replaces(to command, before string) bool {
	isPart := func(flag string) bool { return strings.Contains(before, flag) }
	if slices.ContainsFunc([]string{" -field ", " -format ", " -json ", " -tsv ", " -key "}, isPart) {
		return isPart(" -field input ")
	}
	return isChange(to) || to.name == "redact" || to.name == "defang"
}

// isChange reports whether a command prints addresses that it changes.
func isChange(to command) bool { return to.verb != nil && to.verb.Formats.Bare }

// findUnnamed returns a line with a find that does not print the names of files.
func findUnnamed(line string) string { return strings.Replace(line, "find", "find -no-filename", 1) }
