import { vi } from 'vitest';

/** For tests: a browser with several tabs. It has the storage and locks that the outbox uses. */
export class FakeBrowser {
  readonly localStorage = fakeStorage();
  readonly #locks = new Map<string, FakeTab>();

  /** Opens a tab and installs its globals. They stay until another tab comes to the front. */
  open(): FakeTab {
    const tab = new FakeTab(this.#locks);
    vi.stubGlobal('localStorage', this.localStorage);
    tab.toFront();
    return tab;
  }
}

export class FakeTab extends EventTarget {
  readonly sessionStorage = fakeStorage();
  readonly document = Object.assign(new EventTarget(), { hidden: false });
  /** False simulates plain HTTP, where browsers have no locks. */
  hasLocks = true;
  readonly #locks: Map<string, FakeTab>;

  constructor(locks: Map<string, FakeTab>) {
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

  /** Releases the locks of this tab. The test must not use the tab's modules afterwards. */
  close(): void {
    for (const [name, holder] of this.#locks) if (holder === this) this.#locks.delete(name);
  }

  async #request(
    name: string,
    _: object,
    work: (lock: object | null) => unknown,
  ): Promise<unknown> {
    if (this.#locks.has(name)) return work(null);
    this.#locks.set(name, this);
    try {
      return await work({ name });
    } finally {
      this.#locks.delete(name);
    }
  }
}

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
