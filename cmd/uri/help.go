package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// This file makes the texts that are about the command itself: help, a manual page, and what a shell needs to complete
// words. All are made from the usage texts and the flags, so that there is nothing to keep in step.

// A topic is a verb that does not work on references.
type topic struct {
	usage string
	run   func(args []string, stdout, stderr io.Writer) int
	flags []string // with their "-"
}

// topics is a function since help asks for what it is an entry of.
func topics() map[string]topic {
	return map[string]topic{
		"help":       {usage: helpUsage, run: runHelp},
		"completion": {usage: completionUsage, run: runCompletion},
		"man":        {usage: manUsage, run: runMan},
		"play":       {usage: playUsage, run: runPlay, flags: []string{"-addr"}},
	}
}

const helpUsage = `usage: uri help [VERB]

Help describes a verb, its flags and formats, with examples; without VERB, the
command. "uri VERB -h" does the same.
`

const completionUsage = `usage: uri completion bash|zsh|fish

Completion prints a script by which a shell completes verbs and flags:

  bash  source <(uri completion bash)          in ~/.bashrc
  zsh   source <(uri completion zsh)           in ~/.zshrc, after compinit
  fish  uri completion fish | source           in config.fish
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
		return trouble(stderr, fmt.Errorf("help: unknown verb%s: %s", quotedWord(args[0]), wantVerb))
	}
	return trouble(stderr, errors.New("help: want one verb"))
}

// verbNames returns the names of what the command does, sorted.
func verbNames() []string {
	names := slices.AppendSeq(slices.Collect(maps.Keys(verbs)), maps.Keys(topics()))
	slices.Sort(names)
	return names
}

// refusedFlag is the usage text of a flag that a verb has only to say why it does not have it. The others have none
// here: what there is to say stands in the usage texts.
const refusedFlag = "refused"

// flagNames returns the flags of a verb with their "-", sorted.
func flagNames(name string) (names []string) {
	v := verbs[name]
	if v == nil {
		return topics()[name].flags
	}
	newFlags(v, new(options)).VisitAll(func(f *flag.Flag) {
		if f.Usage != refusedFlag {
			names = append(names, "-"+f.Name)
		}
	})
	return names
}

func runCompletion(args []string, stdout, stderr io.Writer) int {
	if len(args) == 1 {
		switch args[0] {
		case "bash":
			return help(stdout, stderr, bashCompletion())
		case "zsh":
			return help(stdout, stderr, zshCompletion())
		case "fish":
			return help(stdout, stderr, fishCompletion())
		}
	}
	return trouble(stderr, errors.New("completion: want bash, zsh or fish"))
}

// cases returns a line for each verb that has flags, made of its name and of these.
func cases(line string) string {
	var b strings.Builder
	for _, name := range verbNames() {
		if names := flagNames(name); len(names) > 0 {
			fmt.Fprintf(&b, line, name, strings.Join(names, " "))
		}
	}
	return b.String()
}

func bashCompletion() string {
	return `_uri() {
	local word=${COMP_WORDS[COMP_CWORD]} words=
	if ((COMP_CWORD == 1)) || [[ ${COMP_WORDS[1]} == help && $COMP_CWORD == 2 ]]; then
		words='` + strings.Join(verbNames(), " ") + `'
	elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == -picture ]]; then
		words='auto always never'
	elif [[ $word == -* ]]; then
		case ${COMP_WORDS[1]} in
` + cases("\t\t%s) words='%s' ;;\n") + `		esac
	fi
	COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _uri uri
`
}

func zshCompletion() string {
	return `#compdef uri
_uri() {
	if ((CURRENT == 2)) || [[ $words[2] == help && $CURRENT == 3 ]]; then
		compadd -- ` + strings.Join(verbNames(), " ") + `
	elif [[ $words[CURRENT-1] == -picture ]]; then
		compadd -- auto always never
	elif [[ $words[CURRENT] == -* ]]; then
		case $words[2] in
` + cases("\t\t%s) compadd -- %s ;;\n") + `		esac
	fi
}
compdef _uri uri
`
}

func fishCompletion() string {
	var b strings.Builder
	fmt.Fprintf(&b, "complete -c uri -n __fish_use_subcommand -f -a '%s'\n", strings.Join(verbNames(), " "))
	fmt.Fprintf(&b, "complete -c uri -n '__fish_seen_subcommand_from help' -f -a '%s'\n", strings.Join(verbNames(), " "))
	for _, name := range verbNames() {
		for _, f := range flagNames(name) {
			values := ""
			if f == "-picture" {
				values = " -x -a 'auto always never'"
			}
			fmt.Fprintf(&b, "complete -c uri -n '__fish_seen_subcommand_from %s' -o %s%s\n", name, f[1:], values)
		}
	}
	return b.String()
}

func runMan(args []string, stdout, stderr io.Writer) int {
	if len(args) > 0 {
		return trouble(stderr, errors.New("man: want no argument"))
	}
	var b strings.Builder
	b.WriteString(".TH URI 1\n.SH NAME\nuri \\- take apart, check, resolve and normalize URI references (RFC 3986)\n")
	b.WriteString(".SH SYNOPSIS\n\\fBuri\\fR \\fIVERB\\fR [\\fIflags\\fR] [\\fIREF\\fR ...]\n.SH DESCRIPTION\n")
	manText(&b, usage)
	for _, name := range verbNames() {
		text, ok := topics()[name]
		if !ok {
			text.usage = verbs[name].usage
		}
		b.WriteString(".SH URI " + strings.ToUpper(name) + "\n")
		manText(&b, text.usage)
	}
	b.WriteString(".SH COMMON TO ALL THAT WORK ON REFERENCES\n")
	manText(&b, commonUsage)
	return help(stdout, stderr, b.String())
}

// manText writes a usage text in the language of man(7): what is indented stays as it is, a line that ends in a colon
// and stands over such is a heading, the rest are paragraphs.
func manText(b *strings.Builder, text string) {
	for block := range strings.SplitSeq(strings.Trim(text, "\n"), "\n\n") {
		lines := strings.Split(block, "\n")
		if head, ok := strings.CutSuffix(lines[0], ":"); ok && !strings.HasPrefix(head, " ") && len(lines) > 1 {
			b.WriteString(".SS " + manEscape(head) + "\n")
			lines = lines[1:]
		} else {
			b.WriteString(".PP\n")
		}
		indented := false
		for _, line := range lines {
			if in := strings.HasPrefix(line, " ") || strings.HasPrefix(line, "usage: "); in != indented {
				b.WriteString(map[bool]string{true: ".nf\n", false: ".fi\n"}[in])
				indented = in
			}
			b.WriteString(manEscape(line) + "\n")
		}
		if indented {
			b.WriteString(".fi\n")
		}
	}
}

// manEscape keeps a line from being taken for a request, and its backslashes and dashes from being taken for others.
func manEscape(line string) string {
	line = strings.NewReplacer(`\`, `\e`, `-`, `\-`, `'`, `\(aq`, "`", `\(ga`, `^`, `\(ha`, `~`, `\(ti`).Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}
