package engine

import (
	"github.com/urispan/uri"
	"github.com/urispan/uri/fsm"
	"github.com/urispan/uri/tables"
)

// componentOf has the component of package fsm for each component of package uri.
var componentOf = [...]fsm.Component{
	uri.ComponentNone:      tables.None,
	uri.ComponentScheme:    tables.Scheme,
	uri.ComponentAuthority: tables.Authority,
	uri.ComponentUserinfo:  tables.Userinfo,
	uri.ComponentHost:      tables.Host,
	uri.ComponentPort:      tables.Port,
	uri.ComponentPath:      tables.Path,
	uri.ComponentQuery:     tables.Query,
	uri.ComponentFragment:  tables.Fragment,
}

// reasonOf has the reason of package fsm for each reason of package uri that the grammar knows, and 0 for the others.
var reasonOf = map[uri.Reason]fsm.Reason{
	uri.ReasonIllegalByte:    fsm.IllegalByte,
	uri.ReasonBadPercent:     fsm.BadPercent,
	uri.ReasonBadIPLiteral:   fsm.BadIPLiteral,
	uri.ReasonBadPort:        fsm.BadPort,
	uri.ReasonColonInSegment: fsm.ColonInSegment,
	uri.ReasonNoScheme:       fsm.NoScheme,
	uri.ReasonHasScheme:      fsm.HasScheme,
	uri.ReasonHasFragment:    fsm.HasFragment,
	uri.ReasonTooLong:        fsm.TooLong,
	uri.ReasonBadUTF8:        fsm.BadUTF8,
}
