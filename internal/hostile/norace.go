//go:build !race

package hostile

const PoolsForget = false
