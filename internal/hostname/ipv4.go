package hostname

// IsIPv4 reports whether text matches IPv4address (RFC 3986, section 3.2.2): four decimal numbers without leading zeros.
func IsIPv4(text string) bool {
	if len(text) < len("0.0.0.0") || len(text) > len("255.255.255.255") {
		return false
	}
	dots, digits, value := 0, 0, 0 // digits and value of the dec-octet that is being read
	for i := range len(text) {
		digit := text[i] - '0'
		switch {
		case digit <= 9 && (digits == 0 || value != 0): // no digit after a leading 0
			digits++
			if value = 10*value + int(digit); value > 255 {
				return false
			}
		case text[i] == '.' && digits != 0:
			dots++
			digits, value = 0, 0
		default:
			return false
		}
	}
	return dots == 3 && digits != 0
}
