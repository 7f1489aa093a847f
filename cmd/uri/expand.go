package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"github.com/urispan/uri/cmd/uri/internal/engine"
	"github.com/urispan/uri/uritemplate"
)

// defineExpand defines the flags of expand, and returns its action, which prints the expansion of a template.
func defineExpand(fs *flag.FlagSet) action {
	var file string
	engine.FileVar(fs, &file, "values", "a file")
	return func(args []string, stdin io.Reader, stdout, stderr io.Writer) (int, error) {
		if len(args) == 0 {
			return 0, errors.New("want a template")
		}
		if engine.IsFile(args[0]) {
			return 0, errors.New("argument 1 is the name of a file: want a template")
		}
		object := map[string]any{}
		if file != "" {
			var err error
			if object, err = readObject(file, stdin); err != nil {
				return 0, err
			}
		}
		for i, arg := range args[1:] {
			name, value, ok := strings.Cut(arg, "=")
			if !ok {
				return 0, fmt.Errorf("argument %d after the template has no =", i+1)
			}
			object[name] = value
		}
		text, err := expand(args[0], object)
		if err != nil {
			engine.Warn(stderr, "expand", err.Error())
			return engine.ExitInvalid, nil
		}
		if line := lineOfValues(); line != "" && len(args) == 1 && file == "" && strings.Contains(args[0], "{") {
			engine.Try(stderr, "expand: no variable has a value, and standard input is not read", line)
		}
		return engine.Print(stdout, stderr, text+"\n"), nil
	}
}

// lineOfValues returns the line that expands a template with the values of standard input if that is a pipe or a file, or "".
func lineOfValues() string {
	line := "uri " + guessOf("expand", ".json").line
	piped, head := engine.InPipe(line), headOf(stdinFile)
	switch {
	case piped != line:
		return piped
	case len(head) == 0:
		return ""
	case head[0] == '{':
		return line
	}
	return guessOf("expand", ".csv").line
}

func expand(template string, object map[string]any) (string, error) {
	t, err := uritemplate.Parse(template)
	if err != nil {
		return "", err
	}
	values, err := uritemplate.MapOf(object)
	if err != nil {
		return "", err
	}
	u, err := t.Expand(values)
	return u.String(), err
}

// readObject returns the JSON object in a file, or in stdin if the name is "-". Its errors do not show the name, which can
// be a password by mistake.
func readObject(name string, stdin io.Reader) (map[string]any, error) {
	in, closeFile, err := engine.Opening{Command: "expand"}.Open(name, stdin, nil)
	if err != nil {
		return nil, fmt.Errorf("-values: %w", engine.Nameless(err))
	}
	defer closeFile()
	decoder := json.NewDecoder(in)
	decoder.UseNumber()
	var object map[string]any
	syntax := (*json.SyntaxError)(nil)
	switch err := decoder.Decode(&object); {
	case errors.As(err, &syntax): // its text can show a value
		return nil, fmt.Errorf("-values: want a JSON object: bad JSON at byte %d", syntax.Offset)
	case err != nil || object == nil:
		return nil, errors.New("-values: want a JSON object")
	}
	if _, err := decoder.Token(); err != io.EOF {
		return nil, errors.New("-values: want one JSON object, and nothing after it")
	}
	return object, nil
}
