package suffix

import "github.com/urispan/uri/internal/octet"

// RegistrableBytes does the same as [Registrable] for a []byte, and does not copy it. The result is a slice of name,
// with its length as its capacity.
func RegistrableBytes(name []byte) ([]byte, error) {
	domain, err := Registrable(octet.Text(name))
	if err != nil {
		return nil, err
	}
	end := len(name)
	if name[end-1] == '.' {
		end--
	}
	return name[end-len(domain) : end : end], nil
}
