package links

// Steps returns the steps of s and of the Scanner of its srcdoc attributes.
func (s *Scanner) Steps() int {
	if s.embedded == nil {
		return s.steps
	}
	return s.steps + s.embedded.Steps()
}
