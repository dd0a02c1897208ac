import { alias, joinedKeys, kinds, subjectTypes } from './fuzz-names.ts';
import { NOBODY } from './requests.ts';

/** Values per key that are remembered. A newer value replaces a random one. */
const MAX_VALUES = 60;
/** Values that one answer adds. A long list has more, and they are alike. */
const MAX_LEARNED = 60;
/** Ids and keys whose companions are remembered. */
const MAX_COMPANIONS = 4_000;

/** Where an answer comes from. */
export interface Origin {
  /** The name of the target. A cursor continues only its list. */
  of?: string;
  /** The name of the only target that takes these values. */
  for?: string;
  /** The id of the person who received it. */
  person?: string | undefined;
}

/**
 * Remembers the texts of answers by their key, so later requests name existing things. Many values work only for the person who
 * received them, and ids often belong together. So it prefers values that the sender received, and remembers which values one
 * object contained.
 */
export class Known {
  readonly #texts = new Map<string, string[]>();
  readonly #own = new Map<string, Map<string, string[]>>();
  readonly #ids: string[] = [];
  readonly #links: string[] = [];
  readonly #ownLinks = new Map<string, string[]>();
  readonly #companions = new Map<string, Record<string, string>>();
  /** The id of the person who sends the next input. */
  person: string | undefined;
  #learned = 0;

  constructor(texts: Record<string, string[]>) {
    for (const [name, values] of Object.entries(texts))
      for (const value of values) this.#add(name, value, {});
  }

  /** Remembers the texts of this answer. */
  learn(answer: unknown, origin: Origin = {}): void {
    this.#learned = 0;
    this.#walk(answer, origin);
  }

  /** Remembers values that belong to this one. */
  bind(value: string, companions: Record<string, string>): void {
    const [oldest] = this.#companions.keys();
    if (this.#companions.size >= MAX_COMPANIONS && oldest) this.#companions.delete(oldest);
    this.#companions.set(value, companions);
  }

  /** A known value of this key, or of a key with a similar meaning. `target` names who gets it. */
  text(name: string, n: number, target = ''): string {
    return this.#named(name, n, target) ?? pick(this.#texts.get('content'), n) ?? '';
  }

  /** A known id. Four of five are of the kind that the key names. */
  id(name: string, n: number, target = ''): string {
    const named = n % 5 > 0 ? this.#named(name, Math.floor(n / 5), target) : undefined;
    return named ?? pick(this.#ids, n) ?? NOBODY;
  }

  /**
   * Replaces values so that they belong together, as in an answer. For example, a message and its conversation. They also belong to
   * the values `beside` them, such as the params of the same request.
   */
  joined(
    fields: Record<string, unknown>,
    beside: Record<string, unknown> = {},
  ): Record<string, unknown> {
    const joined = { ...fields };
    for (const value of [...Object.values(beside), ...Object.values(fields)]) {
      const companions = typeof value === 'string' ? this.#companions.get(value) : undefined;
      for (const [name, companion] of Object.entries(companions ?? {}))
        if (typeof joined[name] === 'string' && joined[name] !== value)
          joined[name] = this.#otherThan(companion);
    }
    return joined;
  }

  /** A known address on a route of the site, with its query. `pattern` matches the path. Three of four are of the sender. */
  link(pattern: RegExp, n: number): string | undefined {
    const matching = (links: string[] = []) =>
      links.filter((link) => pattern.test(link.split('?')[0] ?? ''));
    const own = n % 4 > 0 ? matching(this.#ownLinks.get(this.person ?? '')) : [];
    return pick(own.length > 0 ? own : matching(this.#links), Math.floor(n / 4));
  }

  /** A value that only this target takes in three of four, if there is one. */
  #named(name: string, n: number, target: string): string | undefined {
    const only = n % 4 > 0 ? this.#valueOf(`${target} ${name}`, Math.floor(n / 4)) : undefined;
    return only ?? this.#valueOf(alias[name] ?? name, n);
  }

  /** A value of the sender in three of four, if there is one. Every third is the newest, because older ones may be used up. */
  #valueOf(key: string, n: number): string | undefined {
    const own = this.person === undefined ? undefined : this.#own.get(this.person)?.get(key);
    const values = (n % 4 > 0 ? own : undefined) ?? this.#texts.get(key);
    return n % 3 === 0 ? values?.[0] : pick(values, Math.floor(n / 4));
  }

  /** Of two participants, the one who does not send. */
  #otherThan(participants: string): string {
    const [one = '', other] = participants.split(' ');
    return other !== undefined && one === this.person ? other : one;
  }

  #walk(value: unknown, origin: Origin, name = ''): void {
    if (this.#learned > MAX_LEARNED) return;
    if (typeof value === 'string') this.#add(keyOf(name, origin), value, origin);
    else if (Array.isArray(value))
      for (const each of value.slice(0, 5)) this.#walk(each, origin, name);
    else if (typeof value === 'object' && value !== null) {
      this.#walkObject(value as Record<string, unknown>, origin);
      for (const [key, each] of Object.entries(value)) this.#walk(each, origin, key);
    }
  }

  #walkObject(value: Record<string, unknown>, origin: Origin): void {
    const id = typeof value._id === 'string' ? value._id : '';
    const kind = id ? kinds.find(([, keys]) => keys.every((key) => key in value))?.[0] : undefined;
    if (kind !== undefined) this.#add(kind, id, origin);
    const texts = Object.entries(value).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const companions = Object.fromEntries(texts.filter(([key]) => joinedKeys.has(key)));
    if (Array.isArray(value.participants))
      companions.receiverId = value.participants.map(({ _id }) => String(_id)).join(' ');
    if (kind !== undefined && subjectTypes[kind] !== undefined)
      companions.type = subjectTypes[kind];
    if (Object.keys(companions).length === 0) return;
    const anchor = kind === undefined ? companions.key : id;
    if (anchor === undefined) return;
    this.bind(anchor, companions);
  }

  #add(name: string, value: string, { person }: Origin): void {
    if (value === '' || value.length > 3_000) return;
    this.#learned += 1;
    if (/^[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)) put(this.#ids, value, 8 * MAX_VALUES);
    const path = /^(?:https?:\/\/[^/]+)?(\/[\w/.-]+(?:\?.*)?)$/.exec(value)?.[1];
    if (path !== undefined) put(this.#links, path, 8 * MAX_VALUES);
    putUnder(this.#texts, name, value);
    if (person === undefined) return;
    if (path !== undefined) {
      const links = this.#ownLinks.get(person) ?? [];
      this.#ownLinks.set(person, links);
      put(links, path, 8 * MAX_VALUES);
    }
    const own = this.#own.get(person) ?? new Map<string, string[]>();
    this.#own.set(person, own);
    putUnder(own, name, value);
  }
}

function keyOf(name: string, { of = '', for: target }: Origin): string {
  if (target !== undefined) return `${target} ${name}`;
  return name === 'nextCursor' ? `${of} cursor` : name;
}

function putUnder(texts: Map<string, string[]>, name: string, value: string): void {
  const values = texts.get(name);
  if (values) put(values, value, MAX_VALUES);
  else if (texts.size < 500) texts.set(name, [value]);
}

/** Adds a value at the front. A random old one makes room, so early values stay for some time. */
function put(values: string[], value: string, most: number): void {
  if (values.includes(value)) return;
  if (values.length >= most) values.splice(value.charCodeAt(value.length - 1) % most, 1);
  values.unshift(value);
}

const pick = (values: readonly string[] | undefined, n: number) => values?.[n % values.length];
