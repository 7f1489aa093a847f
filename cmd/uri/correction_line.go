package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
)

// addGuess adds the line of a guess for a flag.
func (c *correction) addGuess(g *guess, value string) {
	c.known = true
	fields := fieldsIn(value)
	component, _, hasComponent := strings.Cut(value, "=")
	switch {
	case g.line == "": // says nothing about the line
	case g.line == "REVERSED":
		c.reversed = true
	case g.line == "URL":
		c.refs = true
	case isSetting(g.line):
		c.settings = append(c.settings, g.line)
	case g.line == "-r":
		c.isTree = true
	case g.line == "exclude":
		c.not = true
		for i := range c.things {
			c.things[i].not = true
		}
	case g.line == "COLUMN" && len(fields) == 0:
		c.column = map[bool]string{true: "number", false: "name"}[isNumber(value)]
	case g.line == "VALUE":
		c.values = append(c.values, value)
	case g.line == "> OUT" && (c.addFormat(value) || !engine.IsFile(value) && len(fields) > 0): // -o json
		c.fields = append(c.fields, fields...)
	case g.line == "FILE", (g.line == "FIELD" || g.line == "COLUMN") && engine.IsFile(value):
		c.addFile(value)
	case c.column != "" && g.line == "FIELD":
	case g.line == "FIELD" && hasComponent:
		c.addArgument(value)
	case g.line == "FIELD" || g.line == "COLUMN":
		switch {
		case len(fields) > 1 && strings.ContainsAny(value, "{%"):
			c.addTemplate(value)
		case len(fields) > 0:
			c.addFields(fields)
		case value != "" && (isNumber(value) || !c.addWords(value, false)):
			c.column = "key"
		}
	case hasComponent && strings.HasPrefix(g.line, "set "):
		c.action = "set"
		if strings.HasPrefix(g.line, "set -append") {
			c.action = "add"
		}
		c.addSetting(strings.TrimSuffix(component, ":"), "VALUE")
	case g.line == "| sort" && (c.tail != "" || c.action == "count"):
	case g.line[0] == '>' || g.line[0] == '|':
		c.tail = g.line
	case strings.HasPrefix(g.line, "-text"):
		c.inText = g.line
	case g.line[0] == '-':
		c.addFlags(g.line)
	case c.line == "":
		c.line = g.line
	}
}

// quoted returns a list of fields as the shell needs it.
func quoted(fields string) string {
	if strings.ContainsAny(fields, "[*!") {
		return "'" + fields + "'"
	}
	return fields
}

// typed matches what stands for an argument in a line.
var typed = regexp.MustCompile("VALUE|NAME|TEXT|OLD|NEW")

// needed maps commands to the flag that they need if they have arguments.
var needed = map[string]string{"resolve": "-base URL", "relativize": "-base URL", "match": "-patterns PATTERNS"}

// isMissing reports whether the flag that a command needs is missing.
func (c *correction) isMissing(name string) bool {
	return needed[name] != "" && !slices.Contains(c.flags, needed[name])
}

// make returns the line.
func (c *correction) make() string {
	line := c.line
	if line == "" {
		line = c.lineOfThings()
	}
	line, isBoth := strings.CutSuffix(line, " BOTH")
	if c.reversed {
		line = strings.Replace(line, "| sort", "| sort -r", 1)
	}
	if line == "decode IN" && c.files > 0 && c.hasSchemes {
		line = "to-iri -keep-rest IN" // decode would make another address of x=a%26b
	}
	if c.hasList() && strings.Contains(line, " SCOPE ") {
		c.files, c.noScheme = c.files-1, false // the list is not an input
	}
	if c.files == 0 && c.absolute && strings.Contains(c.tail, " mv ") {
		c.tail = "" // there is no file to replace
	}
	line = c.lineOfPage(line)
	name, _, _ := strings.Cut(line, " ")
	to, ok := findCommand(name)
	switch {
	case line == "":
		return ""
	case strings.HasPrefix(line, "-"):
		return "uri " + line
	case !ok && c.files == 0 && (c.refs || len(c.values) > 0) && strings.HasPrefix(line, "sed "):
		return "echo URL | " + strings.Replace(line, " FILE", "", 1)
	case !ok && c.files == 0 && (c.refs || len(c.values) > 0) && strings.HasPrefix(line, "tr "):
		return "echo TEXT | " + strings.Replace(line, " < FILE", "", 1)
	case !ok && isGuess("remark", c.action):
		return guessOf("remark", c.action).line + "\n" + line
	case !ok:
		return c.separated(line) // of other programs
	}
	if line == "check IN" && c.files == 1 && !c.isText && len(c.flags)+len(c.fields) == 0 && c.column+c.tail == "" {
		line = "check -report - IN > /dev/null"
	}
	if g := guessOf("links", c.ending); g != nil && (line == "links IN" || line == "links -base URL IN") {
		line = g.line
	}
	c.chooseText(to, line)
	c.addReading(to, line)
	before, after, hasInput := strings.Cut(line, " IN")
	if head, ref, ok := strings.Cut(before, " -- "); ok {
		before, after = head, " -- "+ref
	}
	if len(c.fields) > 0 {
		list := quoted(strings.Join(c.fields, ","))
		isOther := func(field string) bool { return !to.hasField(field) }
		switch {
		case !slices.ContainsFunc(c.fields, isOther) || c.again:
			before += " -field " + list
		case to.name == c.typed.name && isChange(to):
			after = strings.Join(append([]string{" | uri split -field", list}, c.dialectAfter(to)...), " ") + after
		default:
			before = "split -field " + list
			to, _ = findCommand("split")
		}
	}
	fs, _ := to.flags()
	for _, text := range c.flags {
		name, _, _ := strings.Cut(strings.Replace(text, "=", " ", 1), " ")
		if isGuess(name, c.ending) && (isChange(to) || c.column != "" || text != "-json") {
			continue
		}
		isGiven := strings.Contains(before+" ", " "+name+" ") && !strings.Contains("-where -unset -param -append", name) ||
			name == "-tsv" && strings.Contains(before+after, " -field ")
		f := fs.Lookup(name[1:])
		if f != nil && !isGiven {
			before += " " + text
		}
	}
	if strings.Contains(c.tail, " mv ") && !replaces(to, before+" ") {
		c.tail = ""
	}
	if before = strings.ReplaceAll(before, "' -unset '", ","); c.files > 0 {
		before = c.keepLines(to, before)
	}
	if c.inText != "" {
		before = strings.Replace(before, to.name, to.name+" "+c.inText, 1)
	}
	if c.isText && !readsFiles(to.name) && strings.Contains(c.tail, " mv ") {
		return "" // the file has more than addresses
	}
	switch {
	case len(c.values) == 0 || c.files > 0:
	case readsFiles(to.name):
		c.files += len(c.values)
	case !typed.MatchString(line + before):
		c.refs = true
	}
	if (c.refs || to.name == "match") && needed[to.name] != "" && !strings.Contains(before, needed[to.name][:5]) {
		before += " " + needed[to.name]
	}
	if c.tail != "" && !strings.HasSuffix(after, c.tail) && !(c.tail == "| sort" && c.action == "count") {
		after += " " + c.tail
	}
	if !hasInput || to.verb == nil && !readsFiles(to.name) {
		line = "uri " + before + after
		if isBoth {
			line = bothWays(line)
		}
		return line
	}
	if line = c.withInput(to, before, after); isChange(to) && isGuess("records", c.ending) && !c.keepsRecords && c.inText == "" {
		line = "uri changes addresses, not records\n" + line
	}
	return line
}

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

// withInput returns the line with the input between its parts.
func (c *correction) withInput(to command, before, after string) string {
	if c.files > 0 && strings.HasPrefix(before+" ", "split -field host ") && (c.typed.name == "" || c.tail != "") {
		after = " | uri " + strings.NewReplacer(" -no-scheme", "", " -invalid omit", "").Replace(before) + after // people count hosts, which have one case then
		before = strings.Join(append([]string{"normalize"}, c.reading...), " ")
	}
	reader := "lines"
	if readsFiles(to.name) || c.inText != "" {
		reader = "files"
	}
	kind := "URL"
	isMissing := strings.HasPrefix(before, "links -missing")
	switch {
	case c.column != "":
		return c.withColumn(to, before, after)
	case c.isText && (reader == "lines" || to.name == "dedupe"):
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
	isMoved := strings.Contains(after, " mv ")
	switch {
	case isMoved && kind == "FILES":
		kind = "FILE"
	case strings.HasPrefix(after, " | uri ") && kind != "FILE":
		before = findUnnamed(before)
	}
	line := cmp.Or(guessOf("input-"+to.name, kind), guessOf("input-"+reader, kind)).line
	if strings.Contains(before, "-base URL") {
		line = strings.Replace(line, " -base URL", "", 1)
	}
	line = strings.Replace(line, "COMMAND", "uri "+before, 1) + after
	if isMoved && c.files > 1 {
		line = "for f in FILE OTHER; do " + strings.ReplaceAll(line, "FILE", `"$f"`) + "; done"
	}
	return line
}

// replaces reports whether the results of a line may replace its input: they are addresses or text, and no report, count or
// list of parts.
func replaces(to command, before string) bool {
	isPart := func(flag string) bool { return strings.Contains(before, flag) }
	switch {
	case isPart(" -field input "):
		return true
	case slices.ContainsFunc([]string{" -field ", " -format ", " -json ", " -tsv ", " -count ", " -against ", " -key "}, isPart):
		return to.name == "dedupe" && !isPart(" -count ") && !isPart(" -against ")
	}
	return isChange(to) || to.name == "dedupe" || to.name == "redact" || to.name == "defang"
}

// isChange reports whether a command prints addresses that it changes.
func isChange(to command) bool { return to.verb != nil && to.verb.Formats.Bare }

// findUnnamed returns a line in which find does not print the names of files.
func findUnnamed(line string) string { return strings.Replace(line, "find", "find -no-filename", 1) }
