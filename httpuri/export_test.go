package httpuri

import "github.com/urispan/uri/internal/segments"

// The parts of Route.
var (
	IsPlain       = segments.IsPlain
	AmbiguitiesOf = ambiguitiesOf
)
