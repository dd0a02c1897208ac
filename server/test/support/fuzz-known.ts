import { NOBODY } from './requests.ts';

/** Values per key that are remembered. A newer value replaces the oldest. */
const MAX_VALUES = 60;
/** Values that one answer adds. A long list has more, and they are alike. */
const MAX_LEARNED = 40;

/** Remembers the texts of answers by their key, so later requests name what exists. */
export class Known {
  readonly #texts = new Map<string, string[]>();
  readonly #ids: string[] = [];
  #learned = 0;

  constructor(texts: Record<string, string[]>) {
    for (const [name, values] of Object.entries(texts))
      for (const value of values) this.#add(name, value);
  }

  /** Remembers the texts of this answer. `of` names its list, because a cursor continues only that. */
  learn(answer: unknown, of = ''): void {
    this.#learned = 0;
    this.#walk(answer, of);
  }

  /** A known value of this key, or of a key with a similar meaning. */
  text(name: string, n: number): string {
    const values = this.#texts.get(alias[name] ?? name) ?? this.#texts.get('content') ?? [''];
    return values[n % values.length] ?? '';
  }

  /** A known id. Four of five are of the kind that the key names. */
  id(name: string, n: number): string {
    const named = this.#texts.get(alias[name] ?? name);
    if (named && n % 5 > 0) return named[Math.floor(n / 5) % named.length] ?? NOBODY;
    return this.#ids[n % this.#ids.length] ?? NOBODY;
  }

  #walk(value: unknown, of: string, name = ''): void {
    if (this.#learned > MAX_LEARNED) return;
    if (typeof value === 'string') this.#add(name === 'nextCursor' ? `${of} cursor` : name, value);
    else if (Array.isArray(value)) for (const each of value.slice(0, 5)) this.#walk(each, of, name);
    else if (typeof value === 'object' && value !== null) {
      if ('_id' in value) {
        const kind = kinds.find(([, keys]) => keys.every((key) => key in value));
        if (kind) this.#add(kind[0], String(value._id));
      }
      for (const [key, each] of Object.entries(value)) this.#walk(each, of, key);
    }
  }

  #add(name: string, value: string): void {
    if (value === '' || value.length > 3_000) return;
    this.#learned += 1;
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)) put(this.#ids, value, 8 * MAX_VALUES);
    const values = this.#texts.get(name);
    if (values) put(values, value, MAX_VALUES);
    else if (this.#texts.size < 500) this.#texts.set(name, [value]);
  }
}

/** Params by the keys of the objects that they name. */
const kinds: [string, string[]][] = [
  ['postId', ['ownerid', 'visibility']],
  ['messageId', ['deliveryStatus']],
  ['conversationId', ['participants']],
  ['notificationId', ['sender', 'read']],
  ['caseId', ['subject', 'status']],
  ['sessionId', ['device', 'lastUsedAt']],
  ['inviteId', ['uses']],
  ['mediaId', ['url', 'placeholder']],
  ['userId', ['username']],
];

/** Keys of requests, and the keys of answers that contain their values. */
const alias: Record<string, string> = {
  text: 'content',
  bio: 'content',
  alt: 'content',
  query: 'content',
  tag: 'hashtags',
  receiverId: 'userId',
  targetUserId: 'userId',
  to: 'userId',
  actor: 'userId',
  parentPost: 'postId',
  mediaIds: 'mediaId',
  _id: 'postId',
  since: 'postId',
};

/** Adds a value. A random old one makes room, so early values stay for some time. */
function put(values: string[], value: string, most: number): void {
  if (values.includes(value)) return;
  if (values.length < most) values.push(value);
  else values[value.charCodeAt(value.length - 1) % most] = value;
}
