package uri

import (
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/internal/door"
)

// This file is for package iri alone, in which a URI is what an IRI consists of: a text that matches the grammar of RFC
// 3987, with its ranges. Nothing else in this package knows of it. Such a URI never leaves package iri.

// IRIParts returns where the text and the ranges of u lie, for package iri to set them.
func IRIParts(_ door.Key, u *URI) (s *string, r *fsm.Ranges) { return &u.s, &u.r }

// IRIError returns why u, of which n is what fsm.ScanIRIAs returned, is no IRI.
func IRIError(_ door.Key, p fsm.Production, n int, u *URI) Error {
	return explain(askedIRI+p, u.s, n, &u.r)
}
