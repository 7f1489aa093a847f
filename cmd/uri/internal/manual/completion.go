package manual

import (
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

// Bash returns the script for bash. In bash, "=" is a word of its own.
func (m *Manual) Bash() string {
	return `_uri() {
	local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} words= kept=
	if [[ $word == = ]]; then
		before+== word=
	elif [[ $before == = ]]; then
		before=${COMP_WORDS[COMP_CWORD - 2]}=
	fi
	if ((COMP_CWORD == 1)); then
		before='uri'
	elif ((COMP_CWORD == 2)); then
		before=${COMP_WORDS[1]}
	else
		before="${COMP_WORDS[1]} $before"
	fi
	case $before in
	uri) words='` + strings.Join(m.names(), " ") + `' ;;
` + m.cases("\t%s) words='%s'%s ;;\n", ` kept=${word%"${word##*,}"}`) +
		`	*) [[ $word == -* ]] && case ${COMP_WORDS[1]} in
` + m.eachCommand("\t\t%s) words='%s' ;;\n", (*Command).flagsTyped) + `		esac ;;
	esac
	COMPREPLY=($(compgen -P "$kept" -W "$words" -- "${word#"$kept"}"))
	[[ ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2> /dev/null
}
complete -o default -F _uri uri
`
}

// Zsh returns the script for zsh. It can be sourced, or be the file _uri in $fpath: zsh then runs it as the function
// until the script has defined that.
func (m *Manual) Zsh() string {
	return `#compdef uri
_uri() {
	setopt local_options no_ksh_arrays no_sh_word_split
	local word=$words[CURRENT] before="$words[2] $words[CURRENT-1]" kept=
	local -a list
	if ((CURRENT == 2)); then
		before=uri
	elif [[ $word == -*=* ]]; then
		before="$words[2] ${word%%=*}="
	elif ((CURRENT == 3)); then
		before=$words[2]
	fi
	case $before in
	uri) list=(` + strings.Join(m.names(), " ") + `) ;;
` + m.cases("\t%s) list=(%s)%s ;;\n", ` kept='*,'`) + `	*) [[ $word == -* ]] && case $words[2] in
` + m.eachCommand("\t\t%s) list=(%s) ;;\n", (*Command).flagsTyped) + `		esac ;;
	esac
	[[ $before == *= ]] && compset -P '*='
	[[ -n $kept ]] && compset -P $kept
	if [[ $list[1] == *= ]]; then compadd -S '' -a list; elif (($#list)); then compadd -a list; else _default; fi
}
if [[ $funcstack[1] == _uri ]]; then _uri "$@"; else compdef _uri uri; fi
`
}

// Fish returns the script for fish. It defines two functions: __uri_at succeeds if the given command is typed and,
// given a number, if there are that many words before the cursor. __uri_list prepends to each word the list typed so
// far.
func (m *Manual) Fish() string {
	var b strings.Builder
	b.WriteString(`function __uri_at
	set -l words (commandline -opc)
	test "$words[2]" = $argv[1]; and begin
		not set -q argv[2]; or test (count $words) -eq $argv[2]
	end
end
function __uri_list
	printf '%s\n' (commandline -ct | string replace -r '[^,=]*$' '')$argv
end
`)
	fmt.Fprintf(&b, "complete -c uri -n __fish_use_subcommand -f -a '%s'\n", strings.Join(m.names(), " "))
	b.WriteString(m.eachCommand("complete -c uri -n '__uri_at %s 2' -f -a '%s'\n",
		func(c *Command) []string { return c.Words }))
	for _, c := range m.Commands {
		for _, f := range c.Flags {
			for _, typed := range (&Command{Flags: []Flag{f}}).flagsTyped() {
				fmt.Fprintf(&b, "complete -c uri -n '__uri_at %s' -o %s%s\n", c.Name, typed[1:], f.fishValues(typed))
			}
		}
	}
	return b.String()
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
