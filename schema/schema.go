// Package schema provides checks for validators of JSON Schema. They check the formats "uri", "uri-reference", "iri",
// "iri-reference" and "uri-template" (2020-12, Validation, sections 7.3.5 and 7.3.6). The built-in checks of validators
// often call net/url, which accepts many strings that are not URIs.
//
// Validators in Go accept a check as one of:
//
//	schema.URI                                // func(any) error
//	schema.Check(schema.URI)                  // a value with the method IsFormat(any) bool
//	func(s string) error { return schema.URI(s) }
//
// A format applies only to strings. A value of another type is valid, even of a type such as json.Number. The checks do
// not repair, normalize or look up anything. The module examples/schema registers them with three validators.
package schema

import (
	"iter"

	"github.com/urispan/uri"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/uritemplate"
)

// URI checks the format "uri". If v is a string, it must match the rule URI (RFC 3986, section 3), which requires a
// scheme. If it does not, URI returns a [*uri.Error], which is all that it allocates.
func URI(v any) error { return check(v, uri.ParseURI) }

// URIReference checks the format "uri-reference" like [URI], by the rule URI-reference (RFC 3986, section 4.1).
func URIReference(v any) error { return check(v, uri.Parse) }

// IRI checks the format "iri" like [URI], by the rule IRI (RFC 3987, section 2.2).
func IRI(v any) error { return check(v, iri.ParseIRI) }

// IRIReference checks the format "iri-reference" like [URI], by the rule IRI-reference (RFC 3987, section 2.2).
func IRIReference(v any) error { return check(v, iri.Parse) }

// URITemplate checks the format "uri-template". If v is a string, it must be a URI template of any level (RFC 6570,
// section 2). If it is not, URITemplate returns a [*uritemplate.Error]. An expression with an operator that the RFC
// reserves for extensions, such as "{!x}", is an error. Every URI is a template, without expressions. URITemplate
// allocates in proportion to the template.
func URITemplate(v any) error { return check(v, uritemplate.Parse) }

// check returns the error of parse if v is a string, otherwise nil.
func check[T any](v any, parse func(string) (T, error)) error {
	s, ok := v.(string)
	if !ok {
		return nil
	}
	_, err := parse(s)
	return err
}

// All returns an iterator over the names of the five formats and their checks, in the order of the standard.
func All() iter.Seq2[string, Check] {
	return func(yield func(string, Check) bool) {
		_ = yield("uri", URI) && yield("uri-reference", URIReference) &&
			yield("iri", IRI) && yield("iri-reference", IRIReference) && yield("uri-template", URITemplate)
	}
}

// A Check is a function of this package with a method, for validators that require an interface.
type Check func(v any) error

// IsFormat reports whether v is valid.
func (c Check) IsFormat(v any) bool { return c(v) == nil }
