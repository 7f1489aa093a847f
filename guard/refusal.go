package guard

// A Refusal is an error that names the rule that a URI or an address breaks: see [Policy], [RedirectURIs], [ReturnTo]
// and [Returns]. Programs find it with [errors.As] and switch on it. Its text contains no part of the input, so that it
// can be logged and shown.
type Refusal uint8

const (
	_                  Refusal = iota
	RefusedLength              // the URI is longer than Rules.MaxLength
	RefusedScheme              // the scheme is missing, or not in Rules.Schemes
	RefusedUserinfo            // there is a userinfo
	RefusedHost                // the host is missing, in Deny, not in Hosts, not a valid name, or a name of one label
	RefusedUnusualIPv4         // the host ends in a number but is not an IPv4address: see HazardUnusualIPv4
	RefusedAddress             // the class of the address is not in Rules.Addresses
	RefusedPort                // the port is unknown, above 65535, or not in Rules.Ports
	RefusedPath                // the path is not below one of Rules.PathPrefixes, or may lead out of it
	RefusedSegments            // the path has more than Rules.MaxSegments segments
	RefusedPairs               // the query has more than Rules.MaxPairs pairs
	RefusedHazard              // a hazard of Rules.Hazards, PathHazards or QueryHazards was found
	RefusedFragment            // a redirect URI has a fragment
	RefusedDotSegment          // the path of a redirect URI has a dot segment, plain or encoded
	RefusedDiffers             // parsers read the scheme, host or port of a redirect URI differently
	RefusedControl             // path or query of a redirect URI has an encoded CR, LF or NUL
	RefusedZeroPolicy          // the Policy is nil or the zero Policy, and refuses everything
)

var refusals = [...]string{
	RefusedLength:      "URI too long",
	RefusedScheme:      "scheme not allowed",
	RefusedUserinfo:    "userinfo not allowed",
	RefusedHost:        "host not allowed",
	RefusedUnusualIPv4: "unusual form of an IPv4 address",
	RefusedAddress:     "address not allowed",
	RefusedPort:        "port not allowed",
	RefusedPath:        "path not allowed",
	RefusedSegments:    "too many segments in path",
	RefusedPairs:       "too many pairs in query",
	RefusedHazard:      "URI has a hazard that is not allowed",
	RefusedFragment:    "fragment not allowed",
	RefusedDotSegment:  "dot segment in path not allowed",
	RefusedDiffers:     "parsers read scheme, host or port differently",
	RefusedControl:     "encoded CR, LF or NUL not allowed",
	RefusedZeroPolicy:  "policy not set up, allows nothing",
}

// Error returns a few words such as "scheme not allowed".
func (r Refusal) Error() string {
	if 0 < r && int(r) < len(refusals) {
		return refusals[r]
	}
	return "not allowed"
}
