import { gunzipSync } from 'node:zlib';
import type { TestApp } from './app.ts';
import type { Secrets } from './secrets.ts';

const TOKEN = /zq[0-9a-f]{16}/g;
const ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/gi;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
/** A run of base64 has no slash in the alphabet of URLs, and one of the other alphabet may follow a path. */
const BASE64 = [/[\w-]{24,}={0,2}/g, /[A-Za-z0-9+/]{24,}={0,2}/g];
const MAX_DEPTH = 3;
const OWN_REPORTS = 'GET /api/reports/mine';

/** The way in by which bytes reached a viewer. */
export interface Heard {
  viewer: string;
  /** The endpoint or the event. */
  source: string;
  text: string;
  /** When the server may have begun to make it. */
  from: number;
}

/**
 * Keeps what each viewer gets, as sent and decoded: base64, percent and JSON escapes, compressed bytes, and the content of sealed
 * cursors. Finds tokens, ids and times of secrets that were hidden from the viewer all the while.
 */
export class Recorder {
  readonly findings: string[] = [];
  /** The secrets that somebody saw, and how many answers and frames came from each source. */
  readonly seen = new Set<string>();
  readonly sources = new Map<string, number>();
  count = 0;
  bytes = 0;
  readonly #secrets: Secrets;
  readonly #found = new Set<string>();
  /** The content of each cursor. The recorder reads it where the server seals it, so it needs no list of keys. */
  readonly #cursors = new Map<string, string>();

  constructor(app: TestApp, secrets: Secrets) {
    this.#secrets = secrets;
    const { cursors } = app.ctx;
    const seal = cursors.seal.bind(cursors);
    cursors.seal = (position, viewerId, list) => {
      const sealed = seal(position, viewerId, list);
      // It must open with the key of this viewer and this list.
      this.#cursors.set(sealed, JSON.stringify(cursors.open(sealed, viewerId, list)));
      return sealed;
    };
  }

  hear({ viewer, source, text, from }: Heard): void {
    this.count += 1;
    this.bytes += text.length;
    this.sources.set(source, (this.sources.get(source) ?? 0) + 1);
    const plain = withoutEmptyPlaces(text);
    for (const [how, form] of this.#formsOf(plain, 'plain', 0))
      for (const { secret, needle } of this.#secrets.foundIn(needlesIn(form), form)) {
        // A sealed position may name a hidden row, because nobody but the server opens it (decision 31). It has no texts.
        if (needle === secret.id && viewer === secret.reportedBy && source === OWN_REPORTS)
          continue;
        if (how.endsWith('cursor') && needle !== secret.token) continue;
        if (!this.#secrets.wasHidden(viewer, secret, from)) {
          this.seen.add(secret.name);
          continue;
        }
        // One of each kind is enough.
        const kind = `${source} ${how} ${secret.name}`;
        if (this.#found.has(kind)) continue;
        this.#found.add(kind);
        const at = Math.max(0, form.toLowerCase().indexOf(needle));
        const excerpt = form.slice(Math.max(0, at - 120), at + 120);
        this.findings.push(
          `${viewer} got ${needle} of ${secret.name} by ${source} (${how}): ${excerpt}`,
        );
      }
  }

  *#formsOf(text: string, how: string, depth: number): Generator<[string, string]> {
    yield [how, text];
    if (depth >= MAX_DEPTH) return;
    if (/%[0-9a-f]{2}/i.test(text)) {
      const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
      yield* this.#formsOf(decoded, `${how}, percent`, depth + 1);
    }
    if (/\\u[0-9a-f]{4}/i.test(text)) {
      const decoded = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) =>
        String.fromCharCode(Number.parseInt(hex, 16)),
      );
      yield* this.#formsOf(decoded, `${how}, escapes`, depth + 1);
    }
    for (const runs of BASE64)
      for (const [run] of text.matchAll(runs)) {
        const cursor = this.#cursors.get(run);
        if (cursor !== undefined) yield* this.#formsOf(cursor, `${how}, cursor`, MAX_DEPTH);
        yield* this.#formsOf(decoded(run), `${how}, base64`, depth + 1);
      }
  }
}

/** The bytes of a run of base64 as characters, uncompressed, with all ids that they contain as bytes. */
function decoded(run: string): string {
  const bytes = Buffer.from(run, 'base64');
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const content = isCompressed ? gunzipSync(bytes) : bytes;
  return `${content.toString('latin1')} ${content.toString('hex')}`;
}

function needlesIn(text: string): Set<string> {
  return new Set(
    [TOKEN, ID, TIME].flatMap((kind) => text.match(kind) ?? []).map((each) => each.toLowerCase()),
  );
}

/** Removes `_id` and `createdAt` of the empty places of contract §4, and nothing else. */
function withoutEmptyPlaces(text: string): string {
  if (!text.includes('"isDeleted":true')) return text;
  const strip = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(strip);
    if (typeof value !== 'object' || value === null) return value;
    const { isDeleted, content, media, ownerid } = value as Record<string, unknown>;
    const isEmptyPlace =
      isDeleted === true &&
      content === '' &&
      Array.isArray(media) &&
      media.length === 0 &&
      ownerid === null;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key]) => !isEmptyPlace || !['_id', 'createdAt'].includes(key))
        .map(([key, each]) => [key, strip(each)]),
    );
  };
  const at = text.search(/[[{]/);
  try {
    return text.slice(0, at) + JSON.stringify(strip(JSON.parse(text.slice(at))));
  } catch {
    return text;
  }
}
