package main

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// indentedBlocks returns the blocks of a Markdown text that are indented by four columns, without the indentation.
func indentedBlocks(text string) (blocks []string) {
	open := false
	for line := range strings.Lines(text) {
		code, ok := strings.CutPrefix(line, "    ")
		switch {
		case !ok:
		case open:
			blocks[len(blocks)-1] += code
		default:
			blocks = append(blocks, code)
		}
		open = ok
	}
	return blocks
}

// TestREADME compares the README with the output of the command: on a terminal after the first "go run ./cmd/uri ...",
// and in a pipe after each "$ uri ...".
func TestREADME(t *testing.T) {
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Skip("the source is not here")
	}
	t.Setenv("COLUMNS", "")
	blocks := indentedBlocks(string(text))
	first := slices.IndexFunc(blocks, func(b string) bool { return strings.HasPrefix(b, "go run ./cmd/uri ") })
	if first < 0 || first+1 == len(blocks) {
		t.Fatal("the README shows no picture")
	}
	command, _, _ := strings.Cut(blocks[first], "\n")
	args := shellWords(strings.TrimPrefix(command, "go run ./cmd/uri "))
	checkREADME(t, slices.Insert(args, 1, "-picture=always"), blocks[first+1])

	commands := 0
	for _, block := range blocks {
		for _, part := range strings.Split("\n"+block, "\n$ uri ")[1:] {
			command, output, _ := strings.Cut(part, "\n")
			checkREADME(t, shellWords(command), strings.TrimSuffix(output, "\n")+"\n")
			commands++
		}
	}
	if all := strings.Count(string(text), "$ uri "); commands != all || commands == 0 {
		t.Errorf("%d commands with their output, want %d", commands, all)
	}
}

// checkREADME runs the command and compares its output with want. It ignores empty lines at the end of the output,
// since a block of Markdown cannot have them.
func checkREADME(t *testing.T, args []string, want string) {
	t.Helper()
	_, stdout, stderr := runWith("", args...)
	if diff := cmp.Diff(want, stdout); diff != "" || stderr != "" {
		t.Errorf("%q: %s (-README +got):\n%s", args, stderr, diff)
	}
}
