import { vi } from 'vitest';

/** A request for a lock. The first request of each name has the lock, and the others wait in its queue. */
interface LockRequest {
  tab: FakeTab;
  grant: () => void;
}
type Locks = Map<string, LockRequest[]>;

/** For tests: a browser with several tabs. It has the storage and locks that drafts and the outbox use. */
export class FakeBrowser {
  readonly localStorage = fakeStorage();
  readonly #locks: Locks = new Map();

  /** Opens a tab and installs its globals. They stay until another tab comes to the front. */
  open(): FakeTab {
    const tab = new FakeTab(this.#locks);
    vi.stubGlobal('localStorage', this.localStorage);
    tab.toFront();
    return tab;
  }

  /** Opens a tab with the session storage of another one. */
  duplicate({ sessionStorage }: FakeTab): FakeTab {
    const tab = this.open();
    Object.assign(tab.sessionStorage, sessionStorage);
    return tab;
  }
}

export class FakeTab extends EventTarget {
  readonly sessionStorage = fakeStorage();
  readonly document = Object.assign(new EventTarget(), { hidden: false });
  /** False simulates plain HTTP, where browsers have no locks. */
  hasLocks = true;
  readonly #locks: Locks;

  constructor(locks: Locks) {
    super();
    this.#locks = locks;
  }

  toFront(): void {
    vi.stubGlobal('window', this);
    for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
      vi.stubGlobal(name, this[name].bind(this));
    vi.stubGlobal('document', this.document);
    vi.stubGlobal('sessionStorage', this.sessionStorage);
    const locks = { request: this.#request.bind(this) };
    vi.stubGlobal('navigator', this.hasLocks ? { locks } : {});
  }

  /** Releases the locks of this tab, and ends its requests. The test must not use the tab's modules afterwards. */
  close(): void {
    for (const [name, requests] of this.#locks)
      for (const request of requests) if (request.tab === this) this.#end(name, request);
  }

  async #request(name: string, ...rest: [...options: LockOptions[], work: Work]): Promise<unknown> {
    const work = rest.pop() as Work;
    const [{ ifAvailable = false } = {}] = rest as LockOptions[];
    if (ifAvailable && this.#locks.has(name)) return work(null);
    const { promise: granted, resolve: grant } = Promise.withResolvers<void>();
    const request = { tab: this, grant };
    const requests = this.#locks.get(name) ?? [];
    this.#locks.set(name, [...requests, request]);
    if (requests.length === 0) grant();
    await granted;
    try {
      return await work({ name });
    } finally {
      this.#end(name, request);
    }
  }

  #end(name: string, request: LockRequest): void {
    const left = (this.#locks.get(name) ?? []).filter((each) => each !== request);
    if (left.length === 0) this.#locks.delete(name);
    else this.#locks.set(name, left);
    left[0]?.grant();
  }
}

type Work = (lock: object | null) => unknown;

/** As in a browser, the keys are own properties and the methods are inherited. */
function fakeStorage(): Record<string, string> {
  const methods = {
    getItem(this: Record<string, string>, key: string) {
      return this[key] ?? null;
    },
    setItem(this: Record<string, string>, key: string, value: string) {
      this[key] = value;
    },
    removeItem(this: Record<string, string>, key: string) {
      delete this[key];
    },
  };
  return Object.create(methods) as Record<string, string>;
}
