import { randomBytes } from 'node:crypto';
import { timeOf } from '../../src/lib/id-times.ts';

/** Something that only some people may see, with a random token in its text. */
export interface Secret {
  name: string;
  token: string;
  /** The id of the object, if it has one. Ids contain random bits and the time. */
  id?: string;
  /** A person whose own list names its id: the list of their reports names what they reported. */
  reportedBy?: string;
  /** Whether a person may see it now. */
  isReadableBy(viewerId: string): boolean;
}

export const newToken = () => `zq${randomBytes(8).toString('hex')}`;

/** The needles of an id: as text, as bytes, and the time that it contains. */
function needlesOfId(id: string): string[] {
  return [id, id.replaceAll('-', ''), new Date(timeOf(id)).toISOString().toLowerCase()];
}

/** The relations between people, as the test itself has recorded them. Keys are pairs of ids. */
export class World {
  follows = new Set<string>();
  blocks = new Set<string>();
  hidden = new Set<string>();
  deleted = new Set<string>();

  doesFollow(by: string, of: string): boolean {
    return this.follows.has(`${by} ${of}`);
  }

  /** A block in either direction, or a person whom nobody sees. */
  isApart(one: string, other: string): boolean {
    if (one === other) return false;
    return (
      this.blocks.has(`${one} ${other}`) ||
      this.blocks.has(`${other} ${one}`) ||
      this.hidden.has(other)
    );
  }

  block(by: string, of: string): void {
    this.blocks.add(`${by} ${of}`);
    this.follows.delete(`${by} ${of}`);
    this.follows.delete(`${of} ${by}`);
  }
}

/** Someone who gets answers and frames. A visitor has no id. */
export interface Watched {
  name: string;
  id: string;
}

/** All secrets, and since when each is hidden from each viewer. */
export class Secrets {
  readonly all: Secret[] = [];
  readonly #watched: readonly Watched[];
  readonly #byNeedle = new Map<string, Secret>();
  readonly #ids: [string, Secret][] = [];
  /** By viewer and secret. Absent while the viewer may see it, or while it changes. */
  readonly #hiddenSince = new Map<string, number>();

  constructor(watched: readonly Watched[]) {
    this.#watched = watched;
  }

  add(secret: Secret): void {
    this.all.push(secret);
    const [id, hex, time] = secret.id ? needlesOfId(secret.id) : [];
    for (const needle of [secret.token, id, time]) if (needle) this.#byNeedle.set(needle, secret);
    if (hex) this.#ids.push([hex, secret]);
    this.#settle();
  }

  /** Changes who may see what. `apply` changes the world of the test, `run` the app. */
  async change(apply: () => void, run: () => Promise<unknown>): Promise<void> {
    apply();
    // A secret that becomes visible may appear from here on. One that becomes hidden may appear until the end.
    this.#reveal();
    await run();
    this.#settle();
  }

  wasHidden(viewer: string, secret: Secret, from: number): boolean {
    const since = this.#hiddenSince.get(`${viewer} ${secret.name}`);
    return since !== undefined && since <= from;
  }

  /** The secrets of these needles, and of ids that the text contains as hexadecimal bytes. */
  foundIn(needles: ReadonlySet<string>, text: string): { secret: Secret; needle: string }[] {
    const named = [...needles].flatMap((needle) => {
      const secret = this.#byNeedle.get(needle);
      return secret ? [{ secret, needle }] : [];
    });
    if (!/[0-9a-f]{32}/.test(text)) return named;
    const asBytes = this.#ids.filter(([hex]) => text.includes(hex));
    return [...named, ...asBytes.map(([needle, secret]) => ({ secret, needle }))];
  }

  #reveal(): void {
    for (const { name, id } of this.#watched)
      for (const secret of this.all)
        if (secret.isReadableBy(id)) this.#hiddenSince.delete(`${name} ${secret.name}`);
  }

  #settle(): void {
    const now = performance.now();
    for (const { name, id } of this.#watched)
      for (const secret of this.all) {
        const key = `${name} ${secret.name}`;
        if (!secret.isReadableBy(id) && !this.#hiddenSince.has(key))
          this.#hiddenSince.set(key, now);
      }
  }
}
