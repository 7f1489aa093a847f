// Package schema checks the formats "uri", "uri-reference", "iri" and "iri-reference" of JSON Schema (2020-12,
// Validation, section 7.3.5), for validators to register. Their own checks mostly ask net/url, which is no validator.
//
// Validators in Go take a check in one of three shapes, and all of them fit:
//
//	schema.URI                                // func(any) error
//	schema.Check(schema.URI)                  // a value with the method IsFormat(any) bool
//	func(s string) error { return schema.URI(s) }
//
// A format says something of strings alone: a value of another type, a named one such as json.Number among them, is
// valid. The module examples/schema registers them with three validators.
package schema

import (
	"iter"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
)

// URI checks the format "uri": if v is a string it must match the rule URI (RFC 3986, section 3), so it has a scheme.
// The error is an [*uri.Error]. It allocates nothing but that.
func URI(v any) error { return check(v, uri.ParseURI) }

// URIReference checks the format "uri-reference": the rule URI-reference (RFC 3986, section 4.1). See [URI].
func URIReference(v any) error { return check(v, uri.Parse) }

// IRI checks the format "iri": the rule IRI (RFC 3987, section 2.2). See [URI].
func IRI(v any) error { return check(v, iri.ParseIRI) }

// IRIReference checks the format "iri-reference": the rule IRI-reference (RFC 3987, section 2.2). See [URI].
func IRIReference(v any) error { return check(v, iri.Parse) }

func check[T any](v any, parse func(string) (T, error)) error {
	s, ok := v.(string)
	if !ok {
		return nil
	}
	_, err := parse(s)
	return err
}

// All yields the four checks by the names of their formats, in the order of the standard.
func All() iter.Seq2[string, Check] {
	return func(yield func(string, Check) bool) {
		_ = yield("uri", URI) && yield("uri-reference", URIReference) &&
			yield("iri", IRI) && yield("iri-reference", IRIReference)
	}
}

// A Check is one of the functions of this package for validators that want a method.
type Check func(v any) error

// IsFormat reports whether v is valid.
func (c Check) IsFormat(v any) bool { return c(v) == nil }
