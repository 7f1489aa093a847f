package cgroup

import (
	"math"
	"testing"
	"testing/fstest"
)

const none = "9223372036854771712\n" // no limit in version 1

func TestMemory(t *testing.T) {
	for name, c := range map[string]struct {
		groups string
		files  map[string]string
		want   int64
	}{
		"no files": {want: math.MaxInt64},
		"v2":       {"0::/a/b\n", map[string]string{"a/b/memory.max": "1048576\n"}, 1 << 20},
		"v2 max":   {"0::/a/b\n", map[string]string{"a/b/memory.max": "max\n", "a/memory.max": "max\n"}, math.MaxInt64},
		"v2, a group around it has less": {"0::/a/b/c\n",
			map[string]string{"a/b/c/memory.max": "max\n", "a/b/memory.max": "5000\n", "a/memory.max": "4000\n", "d/memory.max": "1"}, 4000},
		"v2, a group around it has more":      {"0::/a/b\n", map[string]string{"a/b/memory.max": "300", "a/memory.max": "4000\n"}, 300},
		"v2 in a container, with a namespace": {"0::/\n", map[string]string{"memory.max": "77\n"}, 77},
		"v2 in a container, without one": {"0::/docker/id\n",
			map[string]string{"memory.max": "78\n"}, 78},
		"v2 in a container, of another group": {"0::/../x\n",
			map[string]string{"memory.max": "79\n"}, 79},
		"v2, no such folder":      {"0::/a:b/c\n", map[string]string{"memory.max": "80\n"}, 80},
		"v2, a similar name":      {"0::/docker/id2\n", map[string]string{"2/memory.max": "1"}, math.MaxInt64},
		"v2, a colon in the name": {"0::/a:b\n", map[string]string{"a:b/memory.max": "81\n"}, 81},
		"v1": {"4:cpu,cpuacct:/x\n9:memory:/user/1\n1:name=systemd:/\n",
			map[string]string{"memory/user/1/memory.limit_in_bytes": none, "memory/user/memory.limit_in_bytes": "2048\n",
				"memory/memory.limit_in_bytes": none, "cpu,cpuacct/x/memory.limit_in_bytes": "1"}, 2048},
		"v1 without a limit": {"9:memory:/\n", map[string]string{"memory/memory.limit_in_bytes": none}, 9223372036854771712},
		"v1 in a container": {"9:memory:/docker/id\n",
			map[string]string{"memory/memory.limit_in_bytes": "3000\n"}, 3000},
		"both": {"9:memory:/a\n0::/a\n",
			map[string]string{"memory/a/memory.limit_in_bytes": "4000\n"}, 4000},
		"no numbers": {"0::/\n", map[string]string{"memory.max": "-1\n"}, math.MaxInt64},
	} {
		root := fstest.MapFS{}
		add := func(name, text string) { root[name] = &fstest.MapFile{Data: []byte(text)} }
		add("proc/self/cgroup", c.groups)
		for file, text := range c.files {
			add("sys/fs/cgroup/"+file, text)
		}
		if got := Memory(root); got != c.want {
			t.Errorf("%s: %d, want %d", name, got, c.want)
		}
	}
}
