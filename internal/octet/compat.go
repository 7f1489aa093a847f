package octet

// Decode is First.
func Decode(raw string) (octet byte, size int) { return First(raw) }
