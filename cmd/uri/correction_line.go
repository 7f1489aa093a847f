package main

import (
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
	case c.column != "" && g.line == "FIELD" && len(fields) == 0:
	case g.line == "FIELD" && hasComponent:
		c.addArgument(value)
	case g.line == "FIELD" || g.line == "COLUMN":
		switch {
		case len(fields) > 1 && strings.ContainsAny(value, "{%"):
			c.addTemplate(value)
		case len(fields) > 0:
			c.addFields(fields)
		case value != "" && (isNumber(value) || !c.addWords(strings.Trim(value, "{}"), false)):
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
	c.given = slices.Clone(c.flags)
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
	if c.hasList() && strings.Contains(line, "@SCOPE") {
		c.files, c.noScheme = c.files-1, false // the list is not an input
	}
	if c.files == 0 && c.absolute && strings.Contains(c.tail, " mv ") {
		c.tail = "" // without a file to replace
	}
	if c.typed.name == "to-uri" && c.isHosts && len(c.fields) == 0 && (line == "to-uri IN" || line == "to-uri -idna IN") {
		line = "to-uri -idna IN | uri split -field host"
	}
	line = c.lineOfPage(line)
	for _, g := range guesses() {
		if g.on[0] == "remark" && strings.Contains(line, g.words[0]) {
			c.notes = append(c.notes, g.line)
		}
	}
	name, _, _ := strings.Cut(line, " ")
	to, ok := findCommand(name)
	switch {
	case line == "":
		return ""
	case strings.HasPrefix(line, "-"):
		return "uri " + line
	case !ok:
		return c.lineOfOthers(line)
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
	if i := strings.Index(before, " | "); i >= 0 && !hasInput {
		before, after = before[:i], before[i:] // the flags are those of the first command
	}
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
	flags, next := c.flagsFor(to, before, after)
	before, after = before+flags, after+next
	if strings.Contains(c.tail, " mv ") && !replaces(to, before+" ") {
		c.tail = ""
	}
	if before = strings.ReplaceAll(before, "' -unset '", ","); c.files > 0 {
		before = c.keepLines(to, before)
	}
	if c.inText != "" {
		before = strings.Replace(before, to.name, to.name+" "+c.inText, 1)
	}
	if c.isText && !readsFiles(to.name) && strings.Contains(c.tail, " mv ") && !c.changesColumn(to, before, after) {
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
		return c.withNotes(c.withSources(line))
	}
	if line = c.withInput(to, before, after); isChange(to) && isGuess("records", c.ending) && !c.keepsRecords && c.inText == "" {
		c.notes = append(c.notes, "uri changes addresses, not records")
	}
	return c.withNotes(line)
}

// lineOfOthers returns a line of other programs with its input.
func (c *correction) lineOfOthers(line string) string {
	for _, text := range c.given {
		c.leaveOut(text)
	}
	isArgument := c.files == 0 && (c.refs || len(c.values) > 0)
	switch {
	case isArgument && strings.HasPrefix(line, "sed "):
		line = "echo URL | " + strings.Replace(line, " FILE", "", 1)
	case isArgument && strings.HasPrefix(line, "tr "):
		line = "echo TEXT | " + strings.Replace(line, " < FILE", "", 1)
	}
	return c.withNotes(c.withSources(c.separated(line)))
}
