package main

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// quoted returns a list of fields as the shell needs it.
func quoted(fields string) string {
	if strings.ContainsAny(fields, "[*!") {
		return "'" + fields + "'"
	}
	return fields
}

// typed matches a placeholder for an argument in a line.
var typed = regexp.MustCompile("VALUE|NAME|TEXT|OLD|NEW")

// notBare matches a flag that excludes -keep-rest.
var notBare = regexp.MustCompile(` -(json|tsv|field|format|invalid)\b`)

// needed maps commands to the flag that they need if they have arguments.
var needed = map[string]string{"resolve": "-base URL", "relativize": "-base URL", "match": "-patterns PATTERNS"}

// isMissing reports whether the flag that a command needs is missing.
func (c *correction) isMissing(name string) bool {
	return needed[name] != "" && !slices.Contains(c.flags, needed[name])
}

// make returns the line, or "" if it is not sure.
func (c *correction) make() string {
	c.given = slices.Clone(c.flags)
	line := c.lineOfPage(c.chooseLine())
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
		return c.suitInput(c.lineOfOthers(line))
	}
	line = c.suitFile(line)
	c.chooseText(to, line)
	c.addReading(to, line)
	return c.suitInput(c.lineOfCommand(to, line))
}

// chooseLine returns the line of the tables for the flags or the things, or "" if it is not sure. It leaves out of the
// files a list that the line compares, and of the line the text " BOTH".
func (c *correction) chooseLine() string {
	line := c.line
	if line == "" {
		line = c.lineOfThings()
	}
	line, c.isBoth = strings.CutSuffix(line, " BOTH")
	if c.reversed {
		line = strings.Replace(line, "| sort", "| sort -r", 1)
	}
	if line == "decode IN" && c.files > 0 && c.hasSchemes {
		line = "to-iri -keep-rest IN" // decode would make another address of x=a%26b
	}
	if c.hasList() && strings.Contains(line, "@SCOPE") {
		c.takeList()
	}
	if c.files == 0 && c.absolute && strings.Contains(c.tail, " mv ") {
		c.tail = "" // without a file to replace
	}
	if c.typed.name == "to-uri" && c.isHosts && len(c.fields) == 0 && (line == "to-uri IN" || line == "to-uri -idna IN") {
		line = "to-uri -idna IN | uri split -field host"
	}
	return line
}

// suitFile returns the line that a file needs in the place of a line of check or links without flags.
func (c *correction) suitFile(line string) string {
	if line == "check IN" && c.files == 1 && !c.isText && len(c.flags)+len(c.fields) == 0 && c.column+c.tail == "" {
		return "check -report - IN > /dev/null"
	}
	if g := guessOf("links", c.ending); g != nil && (line == "links IN" || line == "links -base URL IN") {
		return g.line
	}
	return line
}

// lineOfCommand returns a line of the tables for a command with the fields, the flags, the input and the notes. It returns
// "" if the line would replace a file by less than it has.
func (c *correction) lineOfCommand(to command, line string) string {
	before, after, hasInput := cutInput(line)
	to, before, after = c.withFields(to, before, after)
	flags, next := c.flagsFor(to, before, after)
	before, after = before+flags, after+next
	kept := strings.NewReplacer(" -o FILE -count -", " -o /dev/null -count -", " -o FILE -invalid keep", "", " -o FILE", "").Replace(before) // of dedupe alone
	isReplaced := kept != before
	if isReplaced && (c.isText || c.column != "" || strings.Contains(before+" ", " -c ")) {
		before = kept
	}
	c.chooseColumn(to, before)
	if slices.Contains(c.settings, "scheme=VALUE") || strings.Contains(before, " -scheme ") {
		before = strings.Replace(before, " scheme=https", "", 1) // the scheme is set once
	}
	if strings.Contains(c.tail, " mv ") && !replaces(to, before+" ") {
		c.tail = ""
	}
	switch {
	case isReplaced && c.inText != "": // all rows are printed
		c.tail = guessOf("-", "in-place").line
	case isReplaced && before == kept:
		c.notes = append(c.notes, "FILE is not replaced")
	}
	if before = strings.ReplaceAll(before, "' -unset '", ","); c.files > 0 || c.inText != "" {
		before = c.keepLines(to, before)
	}
	if notBare.MatchString(before) {
		before = strings.Replace(before, " -keep-rest", "", 1)
	}
	if c.inText != "" {
		before = strings.Replace(before, to.name, to.name+" "+c.inText, 1)
	}
	if c.isText && !readsFiles(to.name) && strings.Contains(c.tail, " mv ") && c.inText == "" {
		return "" // the file has more than addresses
	}
	c.placeValues(to, line+before)
	if (c.refs || to.name == "match") && needed[to.name] != "" && !strings.Contains(before, needed[to.name][:5]) {
		before += " " + needed[to.name]
	}
	if c.tail != "" && !strings.HasSuffix(after, c.tail) && !(c.tail == "| sort" && c.action == "count") {
		after += " " + c.tail
	}
	if c.inText != "" && isChange(to) && linePipe.MatchString(after) { // the pipe reads addresses, not rows
		before += " -field " + cmp.Or(map[string]string{"resolve": "target", "relativize": "ref"}[to.name], "output") + " -invalid omit"
	}
	if !hasInput || to.verb == nil && !readsFiles(to.name) {
		line = "uri " + before + after
		if c.isBoth {
			line = bothWays(line)
		}
		return c.withNotes(c.withSources(line))
	}
	if line = c.withInput(to, before, after); isChange(to) && isGuess("records", c.ending) && c.inText == "" {
		c.notes = append(c.notes, "uri changes addresses, not records")
	}
	return c.withNotes(line)
}

// cutInput cuts a line of the tables at its input IN, and reports whether it has one. The part before ends where flags of
// the first command belong.
func cutInput(line string) (before, after string, hasInput bool) {
	before, after, hasInput = strings.Cut(line, " IN")
	if i := strings.Index(before, " | "); i >= 0 && !hasInput {
		before, after = before[:i], before[i:]
	}
	if head, ref, ok := strings.Cut(before, " -- "); ok {
		before, after = head, " -- "+ref
	}
	return before, after, hasInput
}

// withFields returns the command and the parts of a line that prints the fields: with -field, or by split if the command
// does not have all of them. A command that the user typed and that changes addresses stays, and split follows it.
func (c *correction) withFields(to command, before, after string) (printer command, first, rest string) {
	if len(c.fields) == 0 {
		return to, before, after
	}
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
	return to, before, after
}

// placeValues takes the arguments that no text of the line stands for as its input: files for a command that reads files,
// and otherwise references.
func (c *correction) placeValues(to command, line string) {
	switch {
	case len(c.values) == 0 || c.files > 0:
	case readsFiles(to.name):
		c.files += len(c.values)
		c.sources = make([]string, c.files)
	case !typed.MatchString(line):
		c.refs = true
	}
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

// separated returns a line of Python that reads a file with the character that is between columns there.
func (c *correction) separated(line string) string {
	if c.between == "" {
		return line
	}
	return strings.ReplaceAll(line, `delimiter=","`, `delimiter="`+c.between+`"`)
}
