// Package schema_test registers the checks of package github.com/urispan/uri/schema with validators of JSON Schema and
// OpenAPI, and tests that each of them then rejects the same strings as RFC 3986 and RFC 3987.
package schema_test

import (
	"net/url"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/xeipuuv/gojsonschema"

	"github.com/urispan/uri/schema"
)

// A validator reports whether text is valid by the schema {"type": "string", "format": format}.
type validator func(t *testing.T, format, text string) bool

func TestValidators(t *testing.T) {
	for name, valid := range map[string]validator{
		"santhosh-tekuri/jsonschema": santhoshTekuri,
		"xeipuuv/gojsonschema":       xeipuuv,
		"getkin/kin-openapi":         kin,
	} {
		for _, test := range []struct {
			format, valid, invalid string
			byURL                  bool // net/url accepts the invalid one
		}{
			{"uri", "http://example.com/a?b#c", "http://example.com/a b", true},
			{"uri", "urn:a", "http://example.com/?a=%", true},
			{"uri", "x://[v1.a]/", "//example.com/", false},
			{"uri-reference", "../a", "a b", true},
			{"iri", "http://résumé.example/", "http://résumé.example/ ", true},
			{"iri-reference", "é", "\ufdd0", true},
			{"uri-template", "/users/{id}{?page}", "/users/{id", false},
		} {
			if !valid(t, test.format, test.valid) {
				t.Errorf("%s: %s refuses %q", name, test.format, test.valid)
			}
			if _, err := url.Parse(test.invalid); err != nil && test.byURL {
				t.Errorf("net/url also refuses %q: %v", test.invalid, err)
			}
			if valid(t, test.format, test.invalid) {
				t.Errorf("%s: %s accepts %q", name, test.format, test.invalid)
			}
		}
	}
}

func santhoshTekuri(t *testing.T, format, text string) bool {
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	for name, check := range schema.All() {
		c.RegisterFormat(&jsonschema.Format{Name: name, Validate: check})
	}
	if err := c.AddResource("s", map[string]any{"format": format}); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("s")
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(text) == nil
}

func xeipuuv(t *testing.T, format, text string) bool {
	for name, check := range schema.All() {
		gojsonschema.FormatCheckers.Add(name, check)
	}
	s := gojsonschema.NewGoLoader(map[string]any{"format": format})
	result, err := gojsonschema.Validate(s, gojsonschema.NewGoLoader(text))
	if err != nil {
		t.Fatal(err)
	}
	return result.Valid()
}

func kin(_ *testing.T, format, text string) bool {
	for name, check := range schema.All() {
		openapi3.DefineStringFormatValidator(name, openapi3.NewCallbackValidator(func(s string) error { return check(s) }))
	}
	return openapi3.NewStringSchema().WithFormat(format).VisitJSON(text) == nil
}
