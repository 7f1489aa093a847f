package guard

// A Refusal is the rule by which a [Policy] refuses a URI or an address. It is an error to switch on; [errors.As] finds
// it. Its text contains nothing of the input, so that it can be logged and shown.
type Refusal uint8

const (
	_                  Refusal = iota
	RefusedLength              // the URI is longer than Rules.MaxLength
	RefusedScheme              // there is no scheme, or it is not in Rules.Schemes
	RefusedUserinfo            // there is a userinfo
	RefusedHost                // there is no host, or it is in Deny, not in Hosts, or not a valid name
	RefusedUnusualIPv4         // the host ends in a number but is not an IPv4address: see HazardUnusualIPv4
	RefusedAddress             // the class of the address is not in Rules.Addresses
	RefusedPort                // the port is not in Rules.Ports, or there is no port number
	RefusedPath                // the path is not below one of Rules.PathPrefixes, or may lead out of it
	RefusedSegments            // the path has more than Rules.MaxSegments segments
	RefusedPairs               // the query has more than Rules.MaxPairs pairs
	RefusedHazard              // there is one of Rules.Hazards, PathHazards or QueryHazards
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
	RefusedZeroPolicy:  "policy not set up, allows nothing",
}

// Error returns a few words such as "scheme not allowed".
func (r Refusal) Error() string {
	if 0 < r && int(r) < len(refusals) {
		return refusals[r]
	}
	return "not allowed"
}
