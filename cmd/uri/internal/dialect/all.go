package dialect

// All has every dialect. The first is the default.
var All = []*Dialect{URI, IRI, Web}
