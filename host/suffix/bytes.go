package suffix

import "github.com/urispan/uri/internal/octet"

// RegistrableBytes is [Registrable] for a []byte, without a copy of name. The result is a slice of name, with its
// length as its capacity.
func RegistrableBytes(name []byte) ([]byte, error) {
	p, err := builtIn.registrable(octet.Text(name))
	if err != nil {
		return nil, err
	}
	return name[p.domain:p.end:p.end], nil
}
