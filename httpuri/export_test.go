package httpuri

// The parts of Route.
var (
	IsPlain       = isPlain
	AmbiguitiesOf = ambiguitiesOf
)
