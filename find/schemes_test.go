package find_test

import (
	"os"
	"strings"

	"github.com/urispan/uri/internal/schemes"
)

// known are the schemes in the file of facts, those with a default port, and those of object stores, databases and transports.
var known = func() (list []string) {
	list = strings.Fields("s3 s3a s3n gs az abfs abfss wasb wasbs mongodb+srv mariadb oracle sqlserver redis-sentinel redis+sentinel " +
		"fd npipe tcp unix tcp+tls udp unixgram grpc grpc+tcp grpc+tls grpc+unix grpcs inproc ipc docker oci tls scp smtps " +
		"socks4 socks4a socks5h stratum stratum+ssl stratum+tcp")
	for _, p := range schemes.DefaultPorts {
		list = append(list, p.Scheme)
	}
	text, err := os.ReadFile("gen/schemes.txt")
	if err != nil {
		panic(err)
	}
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}()
