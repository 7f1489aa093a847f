package httpuri

import "github.com/urispan/uri/fsm"

// ParseHost parses the value of a Host field, without the whitespace around it: uri-host [ ":" port ] (RFC 9110,
// section 7.2). It returns the length of the uri-host, including the brackets of an IP-literal. If n is less than
// len(value), value[n] is ":", and the text after it is the port, which may be empty or larger than 65535. The uri-host
// may be empty, as in "": then the target URI has no authority and, if it is an http or https URI, is not valid.
//
// The error is an [*Error] with PartHost. ParseHost allocates only that error.
func ParseHost[T string | []byte](value T) (n int, err error) {
	var r fsm.Ranges
	if err := scan(PartHost, fsm.HostPort, value, &r); err != nil {
		return 0, err
	}
	_, hi, _ := r.Host()
	return hi - len(slashes), nil
}
