import { vi } from 'vitest';

/** A browser of several tabs, for tests: storage and locks, as far as the outbox knows them. */
export class FakeBrowser {
  readonly localStorage = fakeStorage();
  readonly #locks = new Map<string, FakeTab>();

  /** What is asked of the window is asked of this tab until another is in front. */
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
    vi.stubGlobal('navigator', { locks: { request: this.#request.bind(this) } });
  }

  /** Its locks end with it; its code is to be left alone from then on. */
  close(): void {
    for (const [name, holder] of this.#locks) if (holder === this) this.#locks.delete(name);
  }

  async #request(name: string, _: object, work: (lock: object | null) => unknown): Promise<void> {
    if (this.#locks.has(name)) return void (await work(null));
    this.#locks.set(name, this);
    try {
      await work({ name });
    } finally {
      this.#locks.delete(name);
    }
  }
}

/** Keys are its own, as a browser's are; methods are not. */
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
