package guard

// A Refusal is the rule by which a [Policy] refuses a URI or an address. It is an error to switch on; [errors.As] finds
// it. Its text contains nothing of the input, so that it can be logged and shown.
type Refusal uint8

const (
	_                  Refusal = iota
	RefusedLength              // longer than MaxLength
	RefusedScheme              // no scheme, or one that is not in Schemes
	RefusedUserinfo            // a userinfo
	RefusedHost                // no host, or one that is in Deny, not in Hosts, or not a valid name
	RefusedUnusualIPv4         // a host that ends in a number but is not an IPv4address: see HazardUnusualIPv4
	RefusedAddress             // an address of a class that is not in Addresses
	RefusedPort                // a port that is not in Ports, or no port number
	RefusedSegments            // more than MaxSegments
	RefusedPairs               // more than MaxPairs
	RefusedHazard              // one of the Hazards, which Audit returns
	RefusedZeroPolicy          // anything, because the Policy is nil or the zero one and not from NewPolicy
)

var refusals = [...]string{
	RefusedLength:      "URI too long",
	RefusedScheme:      "scheme not allowed",
	RefusedUserinfo:    "userinfo not allowed",
	RefusedHost:        "host not allowed",
	RefusedUnusualIPv4: "unusual form of an IPv4 address",
	RefusedAddress:     "address not allowed",
	RefusedPort:        "port not allowed",
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
