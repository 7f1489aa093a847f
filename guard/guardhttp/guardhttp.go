// Package guardhttp makes HTTP clients for servers that fetch the addresses that users give them. Every request, every
// redirect and every address that such a client connects to must pass a [guard.Policy]:
//
//	policy, err := guard.NewPolicy(guard.FetchRules())
//	client := guardhttp.NewClient(policy) // make both only once
//
//	u, err := uri.ParseURI(addressFromAUser)
//	r, err := guardhttp.NewRequest(ctx, http.MethodGet, u, nil)
//	resp, err := client.Do(r)
//
// If the policy refuses something, the error of the client wraps a [guard.Refusal], which errors.As finds. If it refuses
// an address, the error also wraps a [*guard.AddrError], which has the address and the rule, for a log. Show the
// Refusal to the user: the text of the client's error has the address that the client connects to. No error of this
// code shows the password of an address. The error of client.Get(addressFromAUser) can: see [NewRequest].
//
// [Check] looks a name up and makes no request: it checks the address of a webhook when a user saves it.
//
// The client uses no proxy, and ignores HTTP_PROXY and the like. It does not judge the content of a response.
//
// # Checks
//
// A [Transport] checks each request before it sends it. An http.Client sends a request for each redirect, so the target
// of each redirect is also checked, whatever CheckRedirect does. The URI that is checked is the one that is sent: the
// transport converts Request.URL with [neturl.From], and sends the result. If Request.Host is not the host of the URL,
// the URI with that host must also pass the policy. Only the query may have characters that browsers send and a URI
// cannot have: "a=100%zz|[x]" is checked as "a=100%25zz%7C%5Bx%5D", and sent unchanged.
//
// An address is checked after the name has been looked up and before the transport connects to it (see
// [guard.Policy.CheckHostAddr]). So an attacker gains nothing by a name that changes its address between two lookups
// (DNS rebinding).
//
// A server that sends webhooks to the Internet and to a few hosts of its own network lists these hosts. The names may
// then have private addresses; all other hosts must be public:
//
//	rules := guard.FetchRules()
//	rules.AllowHosts = []string{"n8n.lan:5678", "*.apps.corp.example"}
//
// A public page can redirect to a host in that list, and a client follows. Set CheckRedirect to LimitRedirects(0) for
// webhooks.
//
// A program that fetches only pages of an intranet lists the hosts of the intranet as Hosts. Other names, and hosts
// that are addresses, are refused:
//
//	rules := guard.FetchRules()
//	rules.Hosts = []string{"wiki.corp.example", "*.apps.corp.example"}
//	rules.HostAddresses = host.ClassPrivate
//
// Requests that a policy allows can still do harm: they may reach a service on the Internet that trusts the address of
// this server. The program is responsible for the fields of the header, such as credentials. An http.Client sends some
// of them to the targets of redirects: see [http.Client].
//
// The transport uses no proxy, because a proxy would connect to the host itself, and no policy would see the address.
//
// # Limits
//
// These can be changed before the first request:
//
//	what                      at first                     changed by
//	bytes of a body           DefaultMaxBody               Transport.MaxBody
//	redirects of a request    DefaultMaxRedirects          http.Client.CheckRedirect = LimitRedirects(3)
//	time with all redirects   DefaultTimeout               http.Client.Timeout
//	bytes of a header         256 KiB                      http.Transport.MaxResponseHeaderBytes of the base
//
// For example, with another limit for the body:
//
//	client := guardhttp.NewClient(policy)
//	client.Transport.(*guardhttp.Transport).MaxBody = 1 << 20
package guardhttp
