package textio

// Set sets v to the result of parse for s. On error it does not change v.
func Set[T any](v *T, parse func(s string) (T, error), s string) error {
	result, err := parse(s)
	if err == nil {
		*v = result
	}
	return err
}
