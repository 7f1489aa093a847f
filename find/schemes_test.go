package find_test

import (
	"os"
	"strings"
)

// registered are the schemes in the file of facts.
var registered = func() (list []string) {
	text, err := os.ReadFile("gen/schemes.txt")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}()
