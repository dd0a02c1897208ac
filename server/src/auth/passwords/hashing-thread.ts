import { parentPort } from 'node:worker_threads';
import { hashNow, verifyNow } from './argon2.ts';
import type { HashingReply, HashingTask } from './hashing-pool.ts';

// A thread of the hashing pool. It does one task at a time.
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.on('message', (task: HashingTask) => parentPort?.postMessage(answerTo(task)));

function answerTo({ stored, password }: HashingTask): HashingReply {
  try {
    return { result: stored === undefined ? hashNow(password) : verifyNow(stored, password) };
  } catch (error) {
    return { problem: String(error) };
  }
}
