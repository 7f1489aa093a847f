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
func Memory(root fs.FS) int64 {
	limit := int64(math.MaxInt64)
	groups, _ := fs.ReadFile(root, "proc/self/cgroup")
	mounts, _ := fs.ReadFile(root, "proc/self/mountinfo")
	for group := range strings.Lines(string(groups)) { // ID:CONTROLLERS:PATH
		parts := strings.SplitN(strings.TrimSuffix(group, "\n"), ":", 3)
		if len(parts) < 3 {
			continue
		}
		file, system := "memory.limit_in_bytes", "cgroup"
		switch {
		case parts[1] == "":
			file, system = "memory.max", "cgroup2"
		case !slices.Contains(strings.Split(parts[1], ","), "memory"):
			continue
		}
		for mount := range strings.Lines(string(mounts)) {
			if folder, below, ok := find(mount, system, parts[2]); ok {
				limit = min(limit, least(root, folder, below, file))
			}
		}
	}
	return limit
}

// find returns the folder of a mount of the control groups, and the path of a group below it, given a line of
// /proc/self/mountinfo.
func find(mount, system, group string) (folder, below string, ok bool) {
	before, after, _ := strings.Cut(mount, " - ")
	fields, source := strings.Fields(before), strings.Fields(after) // ID PARENT DEVICE ROOT FOLDER; TYPE SOURCE OPTIONS
	if len(fields) < 5 || len(source) < 3 || source[0] != system {
		return "", "", false
	}
	if system == "cgroup" && !slices.Contains(strings.Split(source[2], ","), "memory") {
		return "", "", false
	}
	top := spaces.Replace(fields[3])
	below, ok = strings.CutPrefix(group, strings.TrimSuffix(top, "/"))
	if !ok || below != "" && below[0] != '/' {
		below = "" // the mount is a part of the tree, as in a container: the group of the process is its top
	}
	return spaces.Replace(fields[4]), path.Clean("/" + below), true
}

// spaces decodes the escapes of mountinfo.
var spaces = strings.NewReplacer(`\040`, " ", `\011`, "\t", `\012`, "\n", `\134`, `\`)

// least returns the least limit in the files of a group and the groups around it, up to the folder of the mount.
func least(root fs.FS, folder, below, file string) int64 {
	limit := int64(math.MaxInt64)
	for {
		text, _ := fs.ReadFile(root, strings.TrimPrefix(path.Join(folder, below, file), "/"))
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 { // "max" is no limit
			limit = min(limit, n)
		}
		if below == "/" {
			return limit
		}
		below = path.Dir(below)
	}
}
