package engine

// isClosedPipe returns false: there, a write to a pipe without a reader ends the process.
func isClosedPipe(error) bool { return false }
