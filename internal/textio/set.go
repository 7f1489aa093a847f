package textio

// Set sets v to the result of parse for s. On error it does not change v.
func Set[T any](v *T, parse func(s string) (T, error), s string) error {
	result, err := parse(s)
	if err == nil {
		*v = result
	}
	return err
}

// Scan sets v as [Set] does, to a string or a copy of a []byte. It returns unsuitable for any other src.
func Scan[T any](v *T, parse func(s string) (T, error), src any, unsuitable error) error {
	switch src := src.(type) {
	case string:
		return Set(v, parse, src)
	case []byte:
		return Set(v, parse, string(src))
	}
	return unsuitable
}
