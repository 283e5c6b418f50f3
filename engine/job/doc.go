// Package job runs work outside of requests. One table is the outbox, the queue
// and the schedule: a job is written in the transaction of its cause, so there is
// no job without its cause and no cause without its job; a runner leases it,
// repeats it when it fails, and puts a schedule's job back for its next time.
//
// A job runs at least once. A runner that dies loses its lease, and another one
// begins the job again, so a handler must bear being repeated; Task.Done makes
// the job's end part of the handler's own transaction.
package job
