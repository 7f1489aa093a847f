package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// A boltFrontier is a frontier in a file, for one crawler. Memory holds only the pages of the current transaction.
//
// A page leaves the queue in the transaction that stores its links.
type boltFrontier struct {
	file     string
	db       *bbolt.DB
	maxDepth int           // how many links from a seed are followed
	hostMax  uint64        // how many URLs of one origin are taken
	shapeMax uint64        // how many URLs of one shape are taken
	current  atomic.Uint32 // the level
	news     chan struct{}
}

// The buckets. The key of a URL is the text of its normal form without fragment.
var (
	bucketSeen    = []byte("seen")    // URL -> outcome, and its place if it is queued
	bucketQueue   = []byte("queue")   // origin, 0, place of 8 bytes -> depth, hops, tries, URL
	bucketLevels  = []byte("levels")  // level, 2 bytes -> how many entries the queue has of it, 8 bytes
	bucketHosts   = []byte("hosts")   // origin -> how many URLs of it were taken, 8 bytes
	bucketShapes  = []byte("shapes")  // shape -> how many URLs of it were taken, 8 bytes
	bucketCounts  = []byte("counts")  // outcome, or "-" and a reason -> how many, 8 bytes, and an example
	bucketRefused = []byte("refused") // sequence number -> a line of text
	bucketSeeded  = []byte("seeded")  // has a key after the seeds were stored
)

// A place is a level, in the upper 16 bits, and a sequence number. So the entries of an origin are in the order of their
// levels.
const placeBits = 48

func placeLevel(place uint64) level { return level(place >> placeBits) }

// openBolt opens the file, or creates it.
func openBolt(file string, maxDepth int, hostMax, shapeMax uint64) (*boltFrontier, error) {
	db, err := openDB(file)
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, fmt.Errorf("%s is in use", file)
	}
	if err != nil {
		return nil, fmt.Errorf("frontier %s: %w", file, err)
	}
	db.MaxBatchDelay, db.MaxBatchSize = 2*time.Millisecond, maxBatch
	err = db.Update(func(tx *bbolt.Tx) error {
		if tx.Bucket(bucketSeen) != nil && tx.Bucket(bucketLevels) == nil {
			return errOld
		}
		for _, name := range [][]byte{bucketSeen, bucketQueue, bucketLevels, bucketHosts, bucketShapes, bucketCounts,
			bucketRefused, bucketSeeded} {
			if _, err := tx.CreateBucketIfNotExists(name); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("frontier %s: %w", file, errors.Join(err, db.Close()))
	}
	f := &boltFrontier{file: file, db: db, maxDepth: maxDepth, hostMax: hostMax, shapeMax: shapeMax, news: make(chan struct{}, 1)}
	if _, err := f.advance(); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return f, nil
}

var errOld = errors.New("an earlier version wrote the file: crawl into another -dir, or remove it and start again")

var errDamaged = errors.New("the file is damaged: crawl into another -dir, or remove it and start again")

// openDB opens a file that may be damaged, such as an incomplete copy. Package bbolt maps the file into memory. It
// panics if the file is malformed and, since openDB enables that, if a part of it is missing.
func openDB(file string) (db *bbolt.DB, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if recover() != nil {
			db, err = nil, errDamaged
		}
	}()
	if db, err = bbolt.Open(file, 0o600, &bbolt.Options{Timeout: time.Second}); err != nil {
		return nil, err
	}
	info, err := os.Stat(file)
	if err == nil {
		err = db.View(func(tx *bbolt.Tx) error {
			if info.Size() < tx.Size() {
				return errDamaged
			}
			return nil
		})
	}
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	return db, nil
}

// Transactions are small, because memory holds the pages of the file that they change: mostly one page for each link.
const (
	maxBatch = 8   // results that share a transaction
	maxChunk = 200 // links of a result in a transaction
)

// done stores a result in a transaction, together with the results of concurrent calls.
//
// A page with many links takes several transactions. Only the last one marks the page as done.
func (f *boltFrontier) done(r *result) error {
	for len(r.links) > maxChunk {
		part := result{entry: r.entry, outcome: queued, links: r.links[:maxChunk], fresh: r.fresh}
		if err := f.write(&part, false); err != nil {
			return err
		}
		r.links, r.fresh = r.links[maxChunk:], part.fresh
	}
	if err := f.write(r, true); err != nil || r.url != "" {
		return err
	}
	_, err := f.advance() // the level of new seeds can be lower than the current one
	return err
}

// write stores a part of a result; the last part marks the page as done.
func (f *boltFrontier) write(r *result, last bool) error {
	if r.fresh == nil {
		r.fresh = map[string]bool{}
	}
	return f.db.Batch(func(tx *bbolt.Tx) error {
		// This function may be called twice.
		w := writer{boltFrontier: f, tx: tx, queue: tx.Bucket(bucketQueue), seen: tx.Bucket(bucketSeen),
			counts: map[string]*count{}, hosts: map[string]uint64{}, shapes: map[string]uint64{}, levels: map[level]int64{}}
		if last && r.url == "" {
			if err := tx.Bucket(bucketSeeded).Put([]byte("seeded"), nil); err != nil {
				return err
			}
		}
		return w.write(r)
	})
}

// A writer writes one result.
type writer struct {
	*boltFrontier
	tx          *bbolt.Tx
	queue, seen *bbolt.Bucket
	counts      map[string]*count
	hosts       map[string]uint64 // how many URLs were taken of each origin that occurs
	shapes      map[string]uint64 // and of each shape
	levels      map[level]int64   // changes of the numbers of entries
}

func (w *writer) write(r *result) error {
	if err := w.leave(r); err != nil {
		return err
	}
	notes := r.refusals
	for _, l := range r.links {
		reason, err := w.take(r, r.linkTo(l))
		if err != nil {
			return err
		}
		if reason != "" {
			notes = append(notes[:len(notes):len(notes)], refusal{reason, l.url})
		}
	}
	if err := w.note(r.url, notes); err != nil {
		return err
	}
	return w.flush()
}

// leave removes the entry of r from the queue, or moves it to the end of the queue.
func (w *writer) leave(r *result) error {
	if r.url == "" || r.outcome == queued {
		return nil
	}
	if err := w.queue.Delete(queueKey(r.origin, r.seq)); err != nil {
		return err
	}
	w.levels[r.level()]--
	if r.outcome == again {
		e := r.entry
		e.tries++
		return w.enqueue(r, e)
	}
	w.add(r.outcome.String(), 1, "")
	w.add(queued.String(), -1, "")
	return w.seen.Put([]byte(r.url), []byte{byte(r.outcome)})
}

// take puts e into the queue, unless it was seen before or there is a reason to refuse it. The target of a redirect can
// be in the queue at the next depth: then it gets the level of e.
func (w *writer) take(r *result, e entry) (reason string, err error) {
	url, origin := []byte(e.url), e.origin
	if was := w.lookUp(url); was != nil {
		if len(was) < 9 || placeLevel(binary.BigEndian.Uint64(was[1:])) <= e.level() {
			return "", nil
		}
		place := binary.BigEndian.Uint64(was[1:])
		w.levels[placeLevel(place)]--
		if err := w.queue.Delete(queueKey(origin, place)); err != nil {
			return "", err
		}
		return "", w.enqueue(r, e)
	}
	if reason := e.tooFar(w.maxDepth); reason != "" {
		return reason, nil
	}
	shape := shapeOf(e.url)
	n, m := w.taken(w.hosts, bucketHosts, origin), w.taken(w.shapes, bucketShapes, shape)
	switch {
	case n >= w.hostMax:
		return tooManyURLs, nil
	case m >= w.shapeMax:
		return tooManyOfShape, nil
	}
	w.hosts[origin] = n + 1
	if shape != "" {
		w.shapes[shape] = m + 1
	}
	w.add(queued.String(), 1, "")
	return "", w.enqueue(r, e)
}

// taken returns how many URLs were taken of an origin or a shape.
func (w *writer) taken(now map[string]uint64, bucket []byte, name string) uint64 {
	if n, ok := now[name]; ok || name == "" {
		return n
	}
	return number(w.tx.Bucket(bucket).Get([]byte(name)))
}

// lookUp is a separate function so that profiles show it.
func (w *writer) lookUp(url []byte) []byte { return w.seen.Get(url) }

func (w *writer) enqueue(r *result, e entry) error {
	seq, err := w.queue.NextSequence()
	if err != nil {
		return err
	}
	w.levels[e.level()]++
	if e.level() <= w.level() {
		r.fresh[e.origin] = true
	}
	place := uint64(e.level())<<placeBits | seq
	if err := w.seen.Put([]byte(e.url), binary.BigEndian.AppendUint64([]byte{byte(queued)}, place)); err != nil {
		return err
	}
	return w.queue.Put(queueKey(e.origin, place), append([]byte{e.depth, e.hops, e.tries}, e.url...))
}

// note counts the refusals, and notes the first of them individually.
func (w *writer) note(page string, all []refusal) error {
	b := w.tx.Bucket(bucketRefused)
	for i, x := range all {
		detail := printable(x.detail)
		line := x.reason + "\t" + page + "\t" + detail
		w.add("-"+x.reason, 1, page+"\t"+detail)
		if i >= maxNotes {
			continue
		}
		seq, err := b.NextSequence()
		if err != nil {
			return err
		}
		if err := b.Put(binary.BigEndian.AppendUint64(nil, seq), []byte(line)); err != nil {
			return err
		}
	}
	return nil
}

func (w *writer) add(name string, n int64, example string) {
	c := w.counts[name]
	if c == nil {
		c = &count{example: example}
		w.counts[name] = c
	}
	c.n += n
}

// flush writes the counts.
func (w *writer) flush() error {
	b := w.tx.Bucket(bucketCounts)
	for name, c := range w.counts {
		old := b.Get([]byte(name))
		value := binary.BigEndian.AppendUint64(nil, number(old)+uint64(c.n))
		if old != nil {
			value = append(value, old[8:]...)
		} else {
			value = append(value, c.example...)
		}
		if err := b.Put([]byte(name), value); err != nil {
			return err
		}
	}
	b = w.tx.Bucket(bucketLevels)
	for l, n := range w.levels {
		key := binary.BigEndian.AppendUint16(nil, uint16(l))
		sum := number(b.Get(key)) + uint64(n)
		var err error
		if sum == 0 {
			err = b.Delete(key)
		} else {
			err = b.Put(key, binary.BigEndian.AppendUint64(nil, sum))
		}
		if err != nil {
			return err
		}
	}
	if err := w.flushTaken(w.hosts, bucketHosts); err != nil {
		return err
	}
	return w.flushTaken(w.shapes, bucketShapes)
}

func (w *writer) flushTaken(now map[string]uint64, bucket []byte) error {
	b := w.tx.Bucket(bucket)
	for name, n := range now {
		if err := b.Put([]byte(name), binary.BigEndian.AppendUint64(nil, n)); err != nil {
			return err
		}
	}
	return nil
}

func number(value []byte) uint64 {
	if len(value) < 8 {
		return 0
	}
	return binary.BigEndian.Uint64(value)
}

// No URL has a byte 0 or any byte below "!", so the keys of one origin are adjacent.
func queueKey(origin string, seq uint64) []byte {
	return binary.BigEndian.AppendUint64(append([]byte(origin), 0), seq)
}

func (f *boltFrontier) level() level { return level(f.current.Load()) }

// advance sets the current level to the lowest one with entries.
func (f *boltFrontier) advance() (finished bool, err error) {
	lowest := endless
	err = f.db.View(func(tx *bbolt.Tx) error {
		if k, _ := tx.Bucket(bucketLevels).Cursor().First(); k != nil {
			lowest = level(binary.BigEndian.Uint16(k))
		}
		return nil
	})
	if err == nil && lowest != endless && lowest != f.level() {
		f.current.Store(uint32(lowest))
		select {
		case f.news <- struct{}{}:
		default:
		}
	}
	return lowest == endless, err
}

func (f *boltFrontier) awaitSeeds(context.Context) error {
	return f.db.View(func(tx *bbolt.Tx) error {
		if k, _ := tx.Bucket(bucketSeeded).Cursor().First(); k == nil {
			return errNoSeeds
		}
		return nil
	})
}

// next returns up to n entries of an origin after the place seq, in the order of their arrival.
func (f *boltFrontier) next(origin string, seq uint64, n int) (list []entry, err error) {
	prefix := append([]byte(origin), 0)
	err = f.db.View(func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucketQueue).Cursor()
		k, v := c.Seek(queueKey(origin, seq+1))
		for ; bytes.HasPrefix(k, prefix) && len(list) < n; k, v = c.Next() {
			place := binary.BigEndian.Uint64(k[len(prefix):])
			if placeLevel(place) > f.level() {
				break
			}
			list = append(list, entry{
				link:  link{string(v[3:]), origin},
				seq:   place,
				depth: v[0], hops: v[1], tries: v[2],
			})
		}
		return nil
	})
	return list, err
}

// nextOrigin returns the first origin after the given one that has entries, or "" if no such origin exists.
func (f *boltFrontier) nextOrigin(after string) (origin string, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error {
		c := tx.Bucket(bucketQueue).Cursor()
		k, _ := c.Seek(append([]byte(after), 1))
		for k != nil {
			end := len(k) - 9 // of the origin
			if place := binary.BigEndian.Uint64(k[end+1:]); placeLevel(place) <= f.level() {
				origin = string(k[:end])
				return nil
			}
			k, _ = c.Seek(append(bytes.Clone(k[:end]), 1))
		}
		return nil
	})
	return origin, err
}

// totals returns all counts, in no particular order.
func (f *boltFrontier) totals() (list []total, err error) {
	err = f.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketCounts).ForEach(func(k, v []byte) error {
			name, isReason := bytes.CutPrefix(k, []byte("-"))
			list = append(list, total{string(name), isReason, count{int64(number(v)), string(v[8:])}})
			return nil
		})
	})
	return list, err
}

// notes calls f for each noted refusal: the reason, the page and the detail, separated by tabs.
func (f *boltFrontier) notes(each func(line string) error) error {
	return f.db.View(func(tx *bbolt.Tx) error {
		return tx.Bucket(bucketRefused).ForEach(func(_, v []byte) error { return each(string(v)) })
	})
}

// Only this crawler uses the file.
func (f *boltFrontier) term(string) *term        { return forever }
func (f *boltFrontier) arrived() <-chan struct{} { return f.news }
func (f *boltFrontier) String() string           { return f.file }
func (f *boltFrontier) close() error             { return f.db.Close() }
