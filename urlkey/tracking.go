package urlkey

import "github.com/urispan/uri/internal/tracking"

// TrackingDate is the day when the sources of the list of [TrackingNames] were read.
const TrackingDate = tracking.Date

// A TrackingName is the name of a query parameter that only tells a site where a visitor comes from.
type TrackingName struct {
	Name   string // as its maker writes it, without regard to case; "utm_*" means all names that begin with "utm_"
	Site   string // the domain that uses the name for tracking, with its subdomains, or "" for all hosts
	By     string // the service that adds the parameter, such as "Google Ads"
	Source string // the address of a page that documents the name
}

// TrackingNames returns the list that the field Tracking of [uri.QueryRules] stands for. Every version of this module may
// change it. A program that needs a list of its own, or that must not change with this one, makes it from the result, which
// it may also change.
//
// The list helps to compare pages, not to protect visitors: names that many sites use for content, such as "ref",
// "source" and "cid", are not on it.
func TrackingNames() []TrackingName {
	list := tracking.Names()
	names := make([]TrackingName, len(list))
	for i, n := range list {
		names[i] = TrackingName(n)
	}
	return names
}
