//go:build race

package hostile

// PoolsForget says that the race detector is on. Pools of package sync then drop a part of their values, so the bytes
// that a call allocates vary.
const PoolsForget = true
