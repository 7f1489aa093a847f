// Package cgroup reads the limit of memory that the control groups of Linux set for this process.
package cgroup

import (
	"io/fs"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
)

// Memory returns the limit of memory in bytes: the least limit of the control group of the process and of the groups
// around it. It returns math.MaxInt64 if there is none. root is the root of the file system; systems other than Linux
// have no such files there.
//
// The files are expected in the usual folder, /sys/fs/cgroup. A container may have its own group as the top of that
// folder, so the folder of a group need not exist.
func Memory(root fs.FS) int64 {
	limit := int64(math.MaxInt64)
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(groups)) { // ID:CONTROLLERS:PATH
		parts := strings.SplitN(strings.TrimSuffix(line, "\n"), ":", 3)
		if len(parts) < 3 {
			continue
		}
		folder, file := "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		if parts[1] == "" { // version 2
			folder, file = "sys/fs/cgroup", "memory.max"
		} else if !slices.Contains(strings.Split(parts[1], ","), "memory") {
			continue
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			text, _ := fs.ReadFile(root, path.Join(folder, group, file))
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 { // "max" is no limit
				limit = min(limit, n)
			}
			if group == "/" {
				break
			}
		}
	}
	return limit
}
