package main

import (
	"bytes"
	"fmt"
	"os"
	"strconv"
	"time"
)

// cpuOf returns the CPU time that a process has used so far, or 0 if the system does not say.
func cpuOf(pid int) time.Duration {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return 0
	}
	// The second field is the name in parentheses, which can have any characters.
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	ticks := 0
	for _, i := range []int{11, 12} { // user and system time
		n, _ := strconv.Atoi(string(fields[i]))
		ticks += n
	}
	return time.Duration(ticks) * time.Second / 100
}

// cpu returns the CPU time of all servers.
func (c *natsCluster) cpu() (sum time.Duration) {
	for _, cmd := range c.servers {
		sum += cpuOf(cmd.Process.Pid)
	}
	return sum
}
