package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
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

// needed maps commands to the flag that they need if they have arguments.
var needed = map[string]string{"resolve": "-base URL", "relativize": "-base URL", "match": "-patterns PATTERNS"}

// isMissing reports whether the flag that a command needs is missing.
func (c *correction) isMissing(name string) bool {
	return needed[name] != "" && !slices.Contains(c.flags, needed[name])
}

// make returns the line, or "" if it is not sure.
func (c *correction) make() string {
	given := slices.Clone(c.flags)
	if c.not && len(c.values) == 0 && slices.ContainsFunc(c.flags, c.isCondition) {
		return "" // no flag excludes what several conditions choose
	}
	line := c.chooseLine()
	name, _, _ := strings.Cut(line, " ")
	switch to, ok := findCommand(name); {
	case line == "":
		return ""
	case ok:
		c.chooseText(to, line)
		c.addReading(to, line)
		line = c.lineOfCommand(to, line)
	case c.files == 0 && (c.refs || len(c.values) > 0):
		line = rewritten(line, map[string]bool{"others": true})
	}
	line = c.suitInput(line)
	c.noteRest(given, line)
	for _, g := range guessesOn()["remark"] {
		if g.pattern().MatchString(line) {
			c.notes = append(c.notes, g.line)
		}
	}
	if len(c.notes) > 0 && !c.again {
		line = strings.Join(c.notes, "; ") + "\n" + line // as engine.Try reads it
	}
	return line
}

// isCondition reports whether the text of a flag chooses inputs, and has no setting, as -where scheme=http scheme=https has
// one. The flag -scheme of set is a setting.
func (c *correction) isCondition(text string) bool {
	name := flagName(text)
	return strings.Count(text, " ") == 1 && (name == "-where" || name == "-only" || name == "-scheme" && c.typed.name != "set")
}

// suitInput returns a line as the rows "finish" write it. It reads the pipe of the user.
func (c *correction) suitInput(line string) string {
	line = rewritten(line, map[string]bool{
		"files":    c.files > 0 && (c.typed.name == "" || c.isText),
		"requests": c.isRequests,
		"rest":     c.files > 0,
		"folder":   c.isTree,
		"port":     !c.web,
		"same":     !c.web && (c.again || c.dialect != ""),
		"finish":   true,
	})
	if c.lacksInput() {
		return engine.InPipe(line)
	}
	return line
}

// chooseLine returns the line of the tables for the flags or the things, as the rows for the kind of its input write it, or
// "" if it is not sure. It leaves out of the files a list that the line compares.
func (c *correction) chooseLine() string {
	line := c.line
	if line == "" {
		line = c.lineOfThings()
	}
	line = rewritten(line, map[string]bool{
		"hosts":  c.isHosts && c.typed.name != "" && len(c.fields) == 0,
		"page":   isGuess("page", c.ending) && !isGuess("searches", c.typed.name),
		"listed": c.isHosts && c.typed.name == "match" && c.hasList(),
		"plain":  isGuess("links", c.ending) && !c.again,
	})
	if c.hasList() && strings.Contains(line, "@SCOPE") {
		c.takeList()
	}
	return line
}

// lineOfCommand returns a line of the tables for a command with the fields, the flags, the input and the tail.
func (c *correction) lineOfCommand(to command, line string) string {
	before, after, hasInput := cutInput(line)
	to, before, after = c.withFields(to, before, after)
	flags, next := c.flagsFor(to, before, after)
	before, after = before+flags, after+next
	c.chooseColumn(to, before)
	if c.inText != "" {
		before = strings.Replace(before, to.name, to.name+" "+c.inText, 1)
	}
	c.refs = c.refs || len(c.values) > 0 && c.files == 0 && !typed.MatchString(line+before)
	if (c.refs || to.name == "match") && needed[to.name] != "" && !strings.Contains(before, needed[to.name][:5]) {
		before += " " + needed[to.name]
	}
	if !strings.HasSuffix(after, c.tail) && !(c.tail == "| sort" && c.action == "count") {
		after += " " + c.tail
	}
	if !hasInput || to.verb == nil && !readsFiles(to.name) {
		return "uri " + before + after
	}
	return c.withInput(to, before, after)
}

// cutInput cuts a line of the tables at its input IN, and reports whether it has one. The part before ends where flags of
// the first command belong.
func cutInput(line string) (before, after string, hasInput bool) {
	before, after, hasInput = strings.Cut(line, " IN")
	if i := strings.Index(before, " | "); i >= 0 {
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
	list := quoted(strings.Join(c.fields, ","))
	isOther := func(field string) bool { return !to.hasField(field) }
	switch {
	case len(c.fields) == 0:
	case !slices.ContainsFunc(c.fields, isOther) || c.again:
		before = strings.Replace(before, " -field input", "", 1) + " -field " + list // as after check -not
	case to.name == c.typed.name && isChange(to):
		after = " | uri split -field " + list + after
	default:
		before = "split -field " + list
		to, _ = findCommand("split")
	}
	return to, before, after
}
