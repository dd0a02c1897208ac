import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storePendingUpload } from './pending-uploads.ts';

/** A request that succeeds. */
class Succeeding extends EventTarget {
  readonly result: unknown;

  constructor(result?: unknown) {
    super();
    this.result = result;
    queueMicrotask(() => this.dispatchEvent(new Event('success')));
  }
}

/** How the next transaction ends after its request has succeeded. */
let end: 'complete' | 'abort';

class FakeTransaction extends EventTarget {
  readonly error = new DOMException('Full.', 'QuotaExceededError');

  objectStore() {
    return {
      put: () => {
        const request = new Succeeding();
        request.addEventListener('success', () => this.dispatchEvent(new Event(end)));
        return request;
      },
    };
  }
}

class FakeDatabase extends EventTarget {
  transaction = () => new FakeTransaction();
}

beforeEach(() => {
  vi.stubGlobal('indexedDB', { open: () => new Succeeding(new FakeDatabase()) });
});
afterEach(() => vi.unstubAllGlobals());

const keep = async () =>
  storePendingUpload({ id: 'f', ownerId: 'a', file: new File([], 'f'), details: {} });

test('a file counts as stored when its transaction is complete', async () => {
  end = 'complete';
  expect(await keep()).toBe(true);
});

test('a file whose transaction a full disk aborts does not count as stored', async () => {
  end = 'abort';
  expect(await keep()).toBe(false);
});
