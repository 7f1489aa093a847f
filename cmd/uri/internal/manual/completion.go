package manual

import (
	"embed"
	"fmt"
	"strings"
)

// eachCommand returns a line for each command with words in list, formatted from its name and the words.
func (m *Manual) eachCommand(line string, list func(c *Command) []string) string {
	var b strings.Builder
	for i := range m.Commands {
		c := &m.Commands[i]
		if words := list(c); len(words) > 0 {
			fmt.Fprintf(&b, line, c.Name, strings.Join(words, " "))
		}
	}
	return b.String()
}

// flagsTyped returns the flags of a command as users type them, with the "=" if a value must follow it.
func (c *Command) flagsTyped() (typed []string) {
	for _, f := range c.Flags {
		typed = append(typed, f.Name)
		if f.Glued {
			for _, word := range f.Words {
				typed = append(typed, f.Name+"="+word)
			}
		}
	}
	return typed
}

// cases returns the cases of a shell's case statement for the text before a word: "COMMAND -FLAG", "COMMAND -FLAG=" or
// the command alone. Each line has the pattern, the words that may follow and, for a list of words, more.
func (m *Manual) cases(line, more string) string {
	var b strings.Builder
	for _, c := range m.Commands {
		if c.Words != nil {
			fmt.Fprintf(&b, line, c.Name, strings.Join(c.Words, " "), "")
		}
		for _, f := range c.Flags {
			if f.Words == nil {
				continue
			}
			pattern := "'" + c.Name + " " + f.Name + "='"
			if !f.Glued {
				pattern = "'" + c.Name + " " + f.Name + "'|" + pattern
			}
			fmt.Fprintf(&b, line, pattern, strings.Join(f.Words, " "), map[bool]string{true: more}[f.List])
		}
	}
	return b.String()
}

// scripts has the parts of the scripts that do not depend on the commands.
//
//go:embed uri.bash uri.zsh uri.fish
var scripts embed.FS

// script returns the script for a shell, given its lines for the words of arguments and flags, and for the flags.
func (m *Manual) script(shell, words, flags string) string {
	text, _ := scripts.ReadFile("uri." + shell) // it is there
	return strings.NewReplacer("<commands>", strings.Join(m.names(), " "), "<words>\n", words, "<flags>\n", flags).Replace(string(text))
}

// Bash returns the script for bash. In bash, "=" is a word of its own.
func (m *Manual) Bash() string {
	return m.script("bash", m.cases("\t%s) words='%s'%s ;;\n", ` kept=${word%"${word##*,}"}`),
		m.eachCommand("\t\t%s) words='%s' ;;\n", (*Command).flagsTyped))
}

// Zsh returns the script for zsh. It can be sourced, or be the file _uri in $fpath: zsh then runs it as the function
// until the script has defined that.
func (m *Manual) Zsh() string {
	return m.script("zsh", m.cases("\t%s) list=(%s)%s ;;\n", ` kept='*,'`),
		m.eachCommand("\t\t%s) list=(%s) ;;\n", (*Command).flagsTyped))
}

// Fish returns the script for fish. It defines two functions: __uri_at succeeds if the given command is typed and,
// given a number, if there are that many words before the cursor. __uri_list prepends to each word the list typed so
// far.
func (m *Manual) Fish() string {
	var flags strings.Builder
	for _, c := range m.Commands {
		for _, f := range c.Flags {
			for _, typed := range (&Command{Flags: []Flag{f}}).flagsTyped() {
				fmt.Fprintf(&flags, "complete -c uri -n '__uri_at %s' -o %s%s\n", c.Name, typed[1:], f.fishValues(typed))
			}
		}
	}
	words := m.eachCommand("complete -c uri -n '__uri_at %s 2' -f -a '%s'\n", func(c *Command) []string { return c.Words })
	return m.script("fish", words, flags.String())
}

// fishValues returns the arguments of fish's complete for the values of f, which is typed as given.
func (f *Flag) fishValues(typed string) string {
	values := strings.Join(f.Words, " ")
	switch {
	case f.Words == nil, typed != f.Name:
		return ""
	case f.Glued:
		return " -f"
	case f.List:
		return " -x -a '(__uri_list " + values + ")'"
	}
	return " -x -a '" + values + "'"
}
