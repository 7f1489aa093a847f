package resources_test

import (
	"errors"
	"fmt"
	"testing"

	"github.com/urispan/uri/examples/recipes/resources"
)

func newRegistry(t *testing.T) *resources.Registry {
	t.Helper()
	var r resources.Registry
	register := func(template string, h resources.Handler) {
		if err := r.Register(template, h); err != nil {
			t.Fatal(err)
		}
	}
	register("notes://{user}/list{?page}", func(v resources.Variables) (string, error) {
		user, err := v.String("user")
		if err != nil {
			return "", err
		}
		page, err := v.Int("page", 1)
		return fmt.Sprintf("notes of %s, page %d", user, page), err
	})
	register("file:///{+path}", func(v resources.Variables) (string, error) {
		path, err := v.String("path")
		return "file " + path, err
	})
	return &r
}

func TestRead(t *testing.T) {
	r := newRegistry(t)
	for uri, want := range map[string]string{
		"notes://ann/list":               "notes of ann, page 1",
		"notes://j%C3%B6rg/list?page=12": "notes of jörg, page 12",
		"file:///docs/a%20b.txt":         "file docs/a b.txt",
	} {
		if got, err := r.Read(uri); err != nil || got != want {
			t.Errorf("%s: %q, %v, want %q", uri, got, err, want)
		}
	}
	for _, uri := range []string{"notes://ann/list?page=x", "notes://ann/list?page=1,2", "notes://a,b/list"} {
		if _, err := r.Read(uri); err == nil || errors.Is(err, resources.ErrNotFound) {
			t.Errorf("%s: %v, want an error about a variable", uri, err)
		}
	}
	for _, uri := range []string{"", "notes://ann/", "notes://ann/list?size=1", "http://h/", "notes://a/b/list", "%"} {
		if _, err := r.Read(uri); !errors.Is(err, resources.ErrNotFound) {
			t.Errorf("%s: %v, want %v", uri, err, resources.ErrNotFound)
		}
	}
}

func TestRegister(t *testing.T) {
	var r resources.Registry
	const want = "template files://{name}.{type}: parts cannot be told apart at byte 14 of the template: {name} and ."
	if err := r.Register("files://{name}.{type}", nil); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	if err := r.Register("files://{name", nil); err == nil {
		t.Error("a template without its end is registered")
	}
}
