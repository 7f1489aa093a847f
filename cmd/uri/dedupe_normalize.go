package main

import (
	"errors"
	"slices"

	"github.com/urispan/uri"
	"github.com/urispan/uri/cmd/uri/internal/dialect"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/octet"
	"github.com/urispan/uri/internal/reference"
	"github.com/urispan/uri/internal/schemes"
	"github.com/urispan/uri/iri"
	"github.com/urispan/uri/whatwg"
)

// setNormalize sets the dialect, and the function that normalizes lines if Run cannot do it itself.
func (d *deduper) setNormalize() {
	n := d.key.prepare(uri.Normalizer{Steps: uri.AllSteps, Query: d.Query})
	switch {
	case d.iri:
		d.dialect, d.Normalize = dialect.IRI, normalizeBy(iri.Normalizer{Normalizer: n})
	case d.web:
		d.dialect = dialect.Web
		rules := (*reference.QueryRules)(d.Query)
		d.Normalize = func(dst, line []byte) ([]byte, error) {
			start := len(dst)
			dst, err := whatwg.AppendHref(dst, octet.Text(line))
			if err == nil && rules != nil {
				dst = appendEdited(dst[:start], string(dst[start:]), rules)
			}
			return dst, err
		}
	default:
		d.dialect = dialect.URI
		if d.key == nil && !d.input.Filter.IsOn() {
			return // Run normalizes URIs by d.Query without a call of a function for each line
		}
		d.Normalize = normalizeBy(n)
	}
	if d.input.Filter.IsOn() || d.key != nil {
		normalize := d.Normalize
		d.Normalize = func(dst, line []byte) ([]byte, error) {
			if d.input.Filter.IsOn() && !d.input.Filter.Takes(line, d.web) {
				return dst, errLeftOut
			}
			start := len(dst)
			dst, err := normalize(dst, line)
			if err != nil && d.input.Filter.IsStrict() {
				return dst, errLeftOut
			}
			if err == nil && d.key != nil && d.key.isForm {
				dst = d.key.append(d.dialect, dst[:start], slices.Clone(dst[start:]))
			}
			if err == nil && d.key != nil && d.key.refuses(dst[start:]) {
				err = &uri.Error{Component: uri.ComponentScheme, Reason: uri.ReasonNoScheme, Offset: schemes.Len(line)}
			}
			return dst, err
		}
	}
}

// normalizeBy returns a function that normalizes by n, a Normalizer of package uri or iri.
func normalizeBy(n interface {
	AppendNormalizedBytes(dst, text []byte) ([]byte, fsm.Ranges, error)
}) func(dst, line []byte) ([]byte, error) {
	return func(dst, line []byte) ([]byte, error) {
		dst, _, err := n.AppendNormalizedBytes(dst, line)
		return dst, err
	}
}

// errLeftOut is the error for a line that a filter leaves out.
var errLeftOut = errors.New("left out")
