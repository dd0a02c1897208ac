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

class FakeStore {
  readonly #transaction: EventTarget;

  constructor(transaction: EventTarget) {
    this.#transaction = transaction;
  }

  put() {
    const request = new Succeeding();
    request.addEventListener('success', () => this.#transaction.dispatchEvent(new Event(end)));
    return request;
  }
}

class FakeTransaction extends EventTarget {
  readonly error = new DOMException('Full.', 'QuotaExceededError');

  get objectStoreNames() {
    return ['files'];
  }

  objectStore() {
    return new FakeStore(this);
  }
}

class FakeDatabase extends EventTarget {
  #isClosed = false;

  close(): void {
    this.#isClosed = true;
  }

  transaction() {
    if (this.#isClosed) throw new DOMException('Closed.', 'InvalidStateError');
    return new FakeTransaction();
  }
}

/** The connections to the database, the newest last. */
let connections: FakeDatabase[];

beforeEach(() => {
  end = 'complete';
  connections = [];
  const open = () => {
    const database = new FakeDatabase();
    connections.push(database);
    return new Succeeding(database);
  };
  vi.stubGlobal('indexedDB', { open });
  vi.stubGlobal('IDBRequest', Succeeding);
  vi.stubGlobal('IDBDatabase', FakeDatabase);
  vi.stubGlobal('IDBTransaction', FakeTransaction);
  vi.stubGlobal('IDBObjectStore', FakeStore);
  for (const unused of ['IDBIndex', 'IDBCursor']) vi.stubGlobal(unused, vi.fn());
});
afterEach(() => {
  // The next test opens a database of its own.
  connections.at(-1)?.dispatchEvent(new Event('versionchange'));
  vi.unstubAllGlobals();
});

const keep = async () =>
  storePendingUpload({ id: 'f', ownerId: 'a', file: new File([], 'f'), details: {} });

test('a file counts as stored when its transaction is complete', async () => {
  expect(await keep()).toBe(true);
});

test('a file whose transaction a full disk aborts does not count as stored', async () => {
  end = 'abort';
  expect(await keep()).toBe(false);
});

test('the files of a page share a connection', async () => {
  await keep();
  await keep();
  expect(connections).toHaveLength(1);
});

test('after the browser has closed the database, the next file opens it again', async () => {
  await keep();
  const [database] = connections;
  database!.close();
  database!.dispatchEvent(new Event('close'));
  expect(await keep()).toBe(true);
});

test('another version of the app gets the database, and the next file opens it again', async () => {
  await keep();
  const [database] = connections;
  database!.dispatchEvent(new Event('versionchange'));
  expect(() => database!.transaction()).toThrow('Closed.');
  expect(await keep()).toBe(true);
});
