//go:build race

package hostile

// PoolsForget is true if the race detector is on. Pools of package sync then drop some of their values, so the bytes
// that a call allocates vary.
const PoolsForget = true
