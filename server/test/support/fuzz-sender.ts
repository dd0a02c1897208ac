import { gzipSync } from 'node:zlib';
import type { FuzzedFile, FuzzedRequest } from './fuzz-inputs.ts';
import type { Known } from './fuzz-known.ts';
import type { FuzzPerson } from './fuzz-person.ts';
import type { Target } from './fuzz-targets.ts';
import { formOf } from './requests.ts';

type HttpTarget = Exclude<Target, { namespace: unknown }>;

/** Makes requests of what `fuzz-inputs.ts` generated. */
export class FuzzSender {
  readonly #address: string;
  readonly #known: Known;
  readonly #files: Record<FuzzedFile['kind'], Uint8Array<ArrayBuffer>>;

  constructor(address: string, known: Known, picture: Uint8Array<ArrayBuffer>) {
    this.#address = address;
    this.#known = known;
    const text = (content: string) => new TextEncoder().encode(content);
    this.#files = {
      picture,
      cut: picture.slice(0, picture.length / 2),
      noise: crypto.getRandomValues(new Uint8Array(5_000)),
      empty: new Uint8Array(),
      html: text('<!doctype html><script>alert(1)</script>'),
      svg: text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      zip: text('PK\u0003\u0004'.padEnd(500, 'x')),
    };
  }

  /** The arguments of `fetch`. */
  requestOf(
    target: HttpTarget,
    who: FuzzPerson | null,
    request: FuzzedRequest,
  ): [string, RequestInit] {
    const { params, query, key, choice } = request;
    this.#known.person = who?.member.id;
    const [method, route] =
      'endpoint' in target
        ? [target.endpoint.method, target.endpoint.path]
        : [target.method, target.path];
    const texts = Object.values(params).filter((value) => typeof value === 'string');
    const known = 'endpoint' in target ? undefined : this.#linkTo(route, choice);
    const path =
      known ??
      route.replace(/:\w+|\*/g, (name) => {
        const named = params[name.slice(1)] ?? texts[0] ?? this.#known.id('_id', choice);
        const value = typeof named === 'string' ? named : JSON.stringify(named);
        return encodeURIComponent(value.slice(0, 250).toWellFormed() || 'x');
      });
    const search = new URLSearchParams(query).toString().slice(0, 6_000);
    const init: RequestInit = ['GET', 'HEAD'].includes(method) ? {} : this.#bodyOf(target, request);
    const headers = new Headers(init.headers);
    if (who?.member.client.cookie) headers.set('Cookie', who.member.client.cookie);
    if (key) headers.set('Idempotency-Key', key);
    const options = { redirect: 'manual', method, ...init, headers } as const;
    return [`${this.#address}${path}${search && `?${search}`}`, options];
  }

  /** A known address on a route beside the endpoints, with its query, in half of the cases. */
  #linkTo(route: string, choice: number): string | undefined {
    if (!route.includes(':') || choice % 2 === 0) return undefined;
    const pattern = new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`);
    return this.#known.link(pattern, Math.floor(choice / 2));
  }

  #bodyOf(target: HttpTarget, { fields, files, damage }: FuzzedRequest): RequestInit {
    const json = { 'Content-Type': 'application/json' };
    const text = JSON.stringify(fields ?? {});
    switch (damage) {
      case 'cut':
        return { body: text.slice(0, -1), headers: json };
      case 'deep':
        return { body: '['.repeat(9_000), headers: json };
      case 'type':
        return { body: text, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
      case 'gzip':
        return { body: gzipSync(text), headers: { ...json, 'Content-Encoding': 'gzip' } };
      case 'empty':
        return { headers: json };
      case 'keys':
        return {
          body: JSON.stringify(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [n, n]))),
          headers: json,
        };
      case 'none':
    }
    if ('form' in target) return { body: new URLSearchParams(pairsOf(fields)) };
    if (!('endpoint' in target) || !target.endpoint.body) return {};
    if (target.endpoint.encoding !== 'multipart') return { body: text, headers: json };
    const form = formOf({});
    for (const [name, each] of pairsOf(fields)) form.append(name, each);
    for (const { field, name, kind } of files)
      form.append(field, new Blob([this.#files[kind]]), name);
    return { body: form };
  }
}

/** The fields of a form. A list has one field for each item. */
function pairsOf(fields: unknown): [string, string][] {
  if (typeof fields !== 'object' || fields === null) return [];
  return Object.entries(fields).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((each): [string, string] => [
      name,
      typeof each === 'string' ? each : (JSON.stringify(each) ?? ''),
    ]),
  );
}
