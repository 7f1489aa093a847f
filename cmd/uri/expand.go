package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"regexp"
	"slices"
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
		hints := engine.Hints{Stderr: stderr}
		object := map[string]any{}
		if file != "" {
			var err error
			if object, err = readObject(file, stdin); err != nil {
				return 0, err
			}
		}
		lists := map[string][]any{} // a name that is given again is a list
		for i, arg := range args[1:] {
			name, value, ok := strings.Cut(arg, "=")
			if !ok {
				return 0, fmt.Errorf("argument %d after the template has no =, as in id=VALUE", i+1)
			}
			if lists[name] = append(lists[name], value); len(lists[name]) == 1 {
				object[name] = value
				continue
			}
			object[name] = lists[name]
		}
		if otherVariable.MatchString(args[0]) || !strings.Contains(args[0], "{") && (len(args) > 1 || isAddress(args[0])) {
			hints.Try("expand: a variable is written {NAME}, and not as in :NAME, $NAME, {{NAME}}, <NAME> or %s", "uri expand '/users/{id}' id=VALUE")
		}
		t, text, err := expand(args[0], object)
		if err != nil {
			engine.Warn(stderr, "expand", err.Error())
			return engine.ExitInvalid, nil
		}
		if len(args) == 1 && file == "" && len(t.Variables()) > 0 {
			hints.Try("expand: no variable has a value, and standard input is not read", "uri "+lineOf("expand"))
		}
		isUnknown := func(arg string) bool {
			name, _, _ := strings.Cut(arg, "=")
			return !slices.ContainsFunc(t.Variables(), func(v uritemplate.Variable) bool { return v.Name == name })
		}
		if i := slices.IndexFunc(args[1:], isUnknown); i >= 0 {
			engine.Warn(stderr, "expand", fmt.Sprintf("argument %d after the template names no variable of it", i+1))
		}
		return engine.Print(stdout, stderr, text+"\n"), nil
	}
}

// otherVariable matches a variable as other programs write it.
var otherVariable = regexp.MustCompile(`(?:/:|\$\{?|\{\{)[A-Za-z_]|<[A-Za-z_]\w*>|%[sd]`)

// expand returns a template, and its expansion.
func expand(template string, object map[string]any) (t uritemplate.Template, text string, err error) {
	if t, err = uritemplate.Parse(template); err != nil {
		return t, "", err
	}
	values, err := uritemplate.MapOf(object)
	if err != nil {
		return t, "", err
	}
	u, err := t.Expand(values)
	return t, u.String(), err
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
