import { createHmac } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../kernel/config.ts';
import type { KeyRings as KeyRingsPort, Keys } from '../kernel/ports.ts';
import { wallClock } from '../lib/wall-clock.ts';
import { keptSecret, newSecret } from './data-folder.ts';

/** The keys that an operator can rotate. Each is a file in the data folder, whose lines are its values. */
export const keyNames = [
  'secret-key',
  'session-key',
  'device-key',
  'media-key',
  'cursor-key',
  'name-key',
  'push-key',
] as const;
/** All files with secrets in a data folder. With an object store there are none. */
export const secretFiles = [...keyNames, 'sandbox-secret'] as const;
export type KeyName = (typeof keyNames)[number];

/** Milliseconds from the write of a new value until nodes use it. All nodes read the file before that. */
export const ACTIVATION_MS = 3_000;

interface RingEntry {
  value: string;
  /** When nodes begin to use it. */
  from?: number | undefined;
  /** After this time it opens nothing. */
  until?: number | undefined;
}

/**
 * The keys that all nodes share, so each node can verify what another one signed (decision 75). Nodes that share an object
 * store derive them from a setting. Other nodes share a data folder, or there is only one.
 */
export class KeyRings implements KeyRingsPort {
  readonly #config: Config;
  readonly #rings = new Map<string, KeyRing>();

  constructor(config: Config) {
    this.#config = config;
  }

  of(name: string): KeyRing {
    const known = this.#rings.get(name);
    if (known) return known;
    const ring = new KeyRing(this.#read(name));
    this.#rings.set(name, ring);
    return ring;
  }

  reload(): void {
    for (const [name, ring] of this.#rings) ring.replace(this.#read(name));
  }

  /** Adds a new value to the file. The old ones open what they made until their ends, or until `oldUntil`. */
  rotate(name: KeyName, oldUntil: number | undefined): void {
    const from = wallClock() + ACTIVATION_MS;
    const old = this.of(name).living.map((entry) => ({ ...entry, until: entry.until ?? oldUntil }));
    this.#write(name, [{ value: newSecret(), from }, ...old]);
  }

  /** When nodes begin to use the newest value. */
  begin(name: KeyName): number {
    return this.of(name).living[0]?.from ?? 0;
  }

  /** Makes the old values of the file end at `until`, or at once. */
  endOld(name: KeyName, until = wallClock()): void {
    const [newest, ...old] = this.of(name).living;
    if (newest) this.#write(name, [newest, ...old.map((entry) => ({ ...entry, until }))]);
  }

  #read(name: string): RingEntry[] {
    const { s3, sharedSecrets, dataFolder } = this.#config;
    if (s3) return sharedSecrets.map((secret) => ({ value: derive(secret, name) }));
    const file = join(dataFolder, name);
    return (existsSync(file) ? readFileSync(file, 'utf8').trim() : keptSecret(file))
      .split('\n')
      .map(parseEntry);
  }

  #write(name: string, entries: RingEntry[]): void {
    const file = join(this.#config.dataFolder, name);
    const draft = `${file}.${process.pid}.part`;
    const living = entries.filter(({ until }) => until === undefined || until > wallClock());
    const output = openSync(draft, 'w', 0o600);
    writeSync(output, living.map(lineOf).join(''));
    fsyncSync(output);
    closeSync(output);
    renameSync(draft, file);
    this.of(name).replace(living);
  }
}

function derive(secret: string, name: string): string {
  return createHmac('sha256', secret).update(`roost ${name}`).digest('base64url');
}

/** Parses `<value> from <time> until <time>`. Both times are optional, and a key that was never rotated has none. */
function parseEntry(line: string): RingEntry {
  const [value = '', ...words] = line.trim().split(' ');
  const timeAfter = (word: string) => {
    const at = words.indexOf(word);
    return at < 0 ? undefined : Date.parse(words[at + 1] ?? '');
  };
  return { value, from: timeAfter('from'), until: timeAfter('until') };
}

function lineOf({ value, from, until }: RingEntry): string {
  const times = Object.entries({ from, until }).flatMap(([word, time]) =>
    time === undefined ? [] : [word, new Date(time).toISOString()],
  );
  return `${[value, ...times].join(' ')}\n`;
}

/** The values of one key, the newest first. */
class KeyRing implements Keys {
  #entries: RingEntry[];

  constructor(entries: RingEntry[]) {
    this.#entries = entries;
  }

  replace(entries: RingEntry[]): void {
    this.#entries = entries;
  }

  get living(): RingEntry[] {
    return this.#entries.filter(({ until }) => until === undefined || until > wallClock());
  }

  get current(): string {
    const begun = this.#entries.find(({ from }) => from === undefined || from <= wallClock());
    return (begun ?? this.#entries[0])?.value ?? '';
  }

  get all(): readonly string[] {
    return this.living.map(({ value }) => value);
  }
}
