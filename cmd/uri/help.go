package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// This file makes the texts that are about the command itself: help, a manual page, and what a shell needs to complete
// words. All are made from the usage texts and the flags, so that there is nothing to keep in step.

// A topic is a verb that does not work on references.
type topic struct {
	usage string
	run   func(args []string, stdout, stderr io.Writer) int
	flags func() *flag.FlagSet // may be nil
	words func() []string      // what its argument can be; may be nil
}

// topics is a function since help asks for what it is an entry of.
func topics() map[string]topic {
	return map[string]topic{
		"help":       {usage: helpUsage, run: runHelp, words: verbNames},
		"completion": {usage: completionUsage, run: runCompletion, words: func() []string { return shells().names() }},
		"man":        {usage: manUsage, run: runMan},
		"play":       {usage: playUsage, run: runPlay, flags: func() *flag.FlagSet { return playFlags(new(string)) }},
	}
}

const helpUsage = `usage: uri help [VERB]

Help describes a verb, its flags and formats, with examples; without VERB, the
command. "uri VERB -h" does the same.
`

const completionUsage = `usage: uri completion bash|zsh|fish

Completion prints a script by which a shell completes verbs, flags, and the
words that these take:

  bash  source <(uri completion bash)    in ~/.bashrc
  zsh   source <(uri completion zsh)     in ~/.zshrc, after compinit
  fish  uri completion fish | source     in config.fish
`

const manUsage = `usage: uri man

Man prints the manual page, for man(1):

  uri man > ~/.local/share/man/man1/uri.1
`

// usageOf returns all that there is to read about a verb; ok is false if there is none of that name.
func usageOf(name string) (text string, ok bool) {
	if v := verbs[name]; v != nil {
		return v.usage + commonUsage, true
	}
	t, ok := topics()[name]
	return t.usage, ok
}

func runHelp(args []string, stdout, stderr io.Writer) int {
	switch len(args) {
	case 0:
		return help(stdout, stderr, usage)
	case 1:
		if text, ok := usageOf(args[0]); ok {
			return help(stdout, stderr, text)
		}
		return trouble(stderr, errors.New("help: unknown verb: "+wantVerb()))
	}
	return trouble(stderr, errors.New("help: want one verb"))
}

// verbNames returns the names of what the command does, sorted.
func verbNames() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(verbs)), maps.Keys(topics()))
	slices.Sort(names)
	return names
}

func wantVerb() string { return "want " + listed(verbNames(), "or") + `; run "uri help"` }

// flagNames returns the flags of a verb with their "-", sorted.
func flagNames(name string) []string { return namesOf(flagsOf(name)) }

// shells are what completion takes, each with what prints its script.
func shells() words[func() string] {
	return words[func() string]{{"bash", bashCompletion}, {"zsh", zshCompletion}, {"fish", fishCompletion}}
}

func runCompletion(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 {
		if script, ok := shells().find(args[0]); ok {
			return help(stdout, stderr, script())
		}
	}
	return trouble(stderr, fmt.Errorf("completion: want %s", listed(shells().names(), "or")))
}

// A choice is a flag that takes certain words only.
type choice struct {
	words []string
	list  bool // it takes some of them, with commas between
	glued bool // only behind a "="
}

// choices has the flags of all verbs that are such, by their names with the "-".
var choices = map[string]choice{
	"-picture": {words: pictureWords},
	"-steps":   {words: stepWords.names(), list: true},
	"-idna":    {words: profileWords.names(), glued: true},
}

// eachVerb returns a line for each verb of which list gives something, made of its name and of that.
func eachVerb(line string, list func(name string) []string) string {
	var b strings.Builder
	for _, name := range verbNames() {
		if words := list(name); len(words) > 0 {
			fmt.Fprintf(&b, line, name, strings.Join(words, " "))
		}
	}
	return b.String()
}

// flagsTyped returns the flags of a verb as they can be typed: with "=" and each word those that need that.
func flagsTyped(name string) (typed []string) {
	for _, f := range flagNames(name) {
		typed = append(typed, f)
		if c := choices[f]; c.glued {
			for _, word := range c.words {
				typed = append(typed, f+"="+word)
			}
		}
	}
	return typed
}

func argumentsOf(name string) []string {
	if words := topics()[name].words; words != nil {
		return words()
	}
	return nil
}

// cases returns the cases of what stands before a word, "VERB -FLAG", "VERB -FLAG=" or the verb alone, and is followed
// by words. A line is made of the pattern, of the words and, if they make a list, of more.
func cases(line, more string) string {
	var b strings.Builder
	for _, name := range verbNames() {
		if words := argumentsOf(name); words != nil {
			fmt.Fprintf(&b, line, name, strings.Join(words, " "), "")
		}
		for _, f := range flagNames(name) {
			c := choices[f]
			if c.words == nil {
				continue
			}
			pattern := "'" + name + " " + f + "='"
			if !c.glued {
				pattern = "'" + name + " " + f + "'|" + pattern
			}
			fmt.Fprintf(&b, line, pattern, strings.Join(c.words, " "), map[bool]string{true: more}[c.list])
		}
	}
	return b.String()
}

// bashCompletion knows that bash takes "=" for a word of its own.
func bashCompletion() string {
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
	uri) words='` + strings.Join(verbNames(), " ") + `' ;;
` + cases("\t%s) words='%s'%s ;;\n", ` kept=${word%"${word##*,}"}`) +
		`	*) [[ $word == -* ]] && case ${COMP_WORDS[1]} in
` + eachVerb("\t\t%s) words='%s' ;;\n", flagsTyped) + `		esac ;;
	esac
	COMPREPLY=($(compgen -P "$kept" -W "$words" -- "${word#"$kept"}"))
}
complete -o default -F _uri uri
`
}

// zshCompletion can be sourced, or be the file _uri in $fpath: then it is the function, until it has defined it.
func zshCompletion() string {
	return `#compdef uri
_uri() {
	emulate -L zsh
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
	uri) list=(` + strings.Join(verbNames(), " ") + `) ;;
` + cases("\t%s) list=(%s)%s ;;\n", ` kept='*,'`) + `	*) [[ $word == -* ]] && case $words[2] in
` + eachVerb("\t\t%s) list=(%s) ;;\n", flagsTyped) + `		esac ;;
	esac
	[[ $before == *= ]] && compset -P '*='
	[[ -n $kept ]] && compset -P $kept
	if (($#list)); then compadd -a list; else _default; fi
}
if [[ $funcstack[1] == _uri ]]; then _uri "$@"; else compdef _uri uri; fi
`
}

// fishCompletion has functions of its own: __uri_at tells whether the verb is the given one and, if there is a number,
// whether so many words stand before the cursor; __uri_list puts what is there of a list before each word.
func fishCompletion() string {
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
	fmt.Fprintf(&b, "complete -c uri -n __fish_use_subcommand -f -a '%s'\n", strings.Join(verbNames(), " "))
	b.WriteString(eachVerb("complete -c uri -n '__uri_at %s 2' -f -a '%s'\n", argumentsOf))
	for _, name := range verbNames() {
		for _, f := range flagsTyped(name) {
			c := choices[f]
			values := strings.Join(c.words, " ")
			switch {
			case c.words == nil:
			case c.glued:
				values = " -f"
			case c.list:
				values = " -x -a '(__uri_list " + values + ")'"
			default:
				values = " -x -a '" + values + "'"
			}
			fmt.Fprintf(&b, "complete -c uri -n '__uri_at %s' -o %s%s\n", name, f[1:], values)
		}
	}
	return b.String()
}

func runMan(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return trouble(stderr, errors.New("man: want no argument"))
	}
	synopsis, description, _ := strings.Cut(usage, "\n\n")
	var b strings.Builder
	b.WriteString(".TH URI 1\n.SH NAME\nuri \\- take apart, check, resolve and normalize URI references (RFC 3986)\n")
	manSection(&b, "SYNOPSIS", synopsis)
	manSection(&b, "DESCRIPTION", description)
	for _, name := range verbNames() {
		text, ok := topics()[name]
		if !ok {
			text.usage = verbs[name].usage
		}
		manSection(&b, "URI "+strings.ToUpper(name), text.usage)
	}
	manSection(&b, "COMMON TO ALL THAT WORK ON REFERENCES", commonUsage)
	return help(stdout, stderr, b.String())
}

// manSection writes a usage text in the language of man(7), block by block. A line that ends in a colon and stands over
// what is indented is a heading.
func manSection(b *strings.Builder, title, text string) {
	b.WriteString(".SH " + title + "\n")
	first := true // what stands directly under a heading needs no request for a paragraph
	for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		head, ok := strings.CutSuffix(lines[0], ":")
		if ok && isIndented(lines[1:]) && !isIndented(lines[:1]) {
			b.WriteString(".SS " + manEscape(head) + "\n")
			lines, first = lines[1:], true
		}
		manBlock(b, lines, first, ok)
		first = false
	}
}

// isIndented tells whether there are lines, and the first of them is indented.
func isIndented(lines []string) bool { return len(lines) > 0 && strings.HasPrefix(lines[0], " ") }

// manBlock writes lines without an empty one between them. What is indented stays as it is, but for lists of terms, and
// for sentences under a heading.
func manBlock(b *strings.Builder, lines []string, first, headed bool) {
	if terms, ok := manTerms(lines); ok {
		b.WriteString(terms)
		return
	}
	if !first {
		b.WriteString(".PP\n")
	}
	switch {
	case strings.HasPrefix(lines[0], "usage: "):
		manVerbatim(b, lines, len("usage: "))
	case isIndented(lines) && !(headed && areSentences(lines)):
		manVerbatim(b, lines, 0)
	default:
		for _, line := range lines {
			b.WriteString(manEscape(strings.TrimLeft(line, " ")) + "\n")
		}
	}
}

// manVerbatim writes lines as they are, but for as many columns on the left.
func manVerbatim(b *strings.Builder, lines []string, left int) {
	b.WriteString(".nf\n")
	for _, line := range lines {
		b.WriteString(manEscape(line[left:]) + "\n")
	}
	b.WriteString(".fi\n")
}

// areSentences tells whether lines are text that can be filled: examples and tables are not.
func areSentences(lines []string) bool {
	return !slices.ContainsFunc(lines, func(line string) bool {
		return strings.HasPrefix(line, "  $ ") || strings.Contains(strings.TrimPrefix(line, "  "), "  ")
	})
}

// term matches a line with a term and, in a column of its own, the beginning of what there is to say of it.
var term = regexp.MustCompile(`^  (\S+(?: \S+)*)  +(\S.*)$`)

// manTerms returns a list of terms, if lines are one. What is indented deeper stays as it is.
func manTerms(lines []string) (text string, ok bool) {
	var b strings.Builder
	col, verbatim := 0, false
	for _, line := range lines {
		indent := len(line) - len(strings.TrimLeft(line, " "))
		if deeper := col > 0 && indent > col; deeper != verbatim {
			b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[deeper])
			verbatim = deeper
		}
		m := term.FindStringSubmatchIndex(line)
		switch {
		case col > 0 && indent >= col:
			b.WriteString(manEscape(line[col:]) + "\n")
		case m == nil, col > 0 && col != m[4], strings.Contains(line[m[4]:], "  "):
			return "", false
		default:
			col = m[4]
			b.WriteString(".TP\n\\fB" + manEscape(line[m[2]:m[3]]) + "\\fR\n" + manEscape(line[col:]) + "\n")
		}
	}
	if verbatim {
		b.WriteString(".fi\n")
	}
	return b.String(), true
}

// manEscape keeps a line from being taken for a request, and its backslashes and dashes from being taken for others.
func manEscape(line string) string {
	line = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
