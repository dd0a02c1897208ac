// Long because the run, the sending and the judging of an answer belong together.
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { signalEvents } from '@roost/contract/calls';
import { endpoints } from '@roost/contract/endpoints';
import { clientEvents } from '@roost/contract/events';
import { createPost } from '@roost/contract/posts';
import type { TestApp } from './app.ts';
import { open } from './chat.ts';
import { expectFailureText } from './failure.ts';
import {
  hostileParams,
  Inputs,
  requestsOf,
  schemaOf,
  SELF,
  type FuzzedFile,
  type FuzzedRequest,
  type Hostility,
} from './fuzz-inputs.ts';
import { Known } from './fuzz-known.ts';
import { FuzzPeople, type FuzzPerson, type NamespaceName } from './fuzz-people.ts';
import { plainText } from './mailbox.ts';
import { noise } from './media.ts';
import { formOf, nameOf } from './requests.ts';

/** An endpoint, a route beside the endpoints, or an event of a socket. */
type Target =
  | { name: string; endpoint: AnyEndpoint }
  | { name: string; method: string; path: string }
  | { name: string; namespace: NamespaceName; event: string };

interface Input {
  target: Target;
  who: FuzzPerson | null;
  request?: FuzzedRequest;
  payload?: unknown[];
}

export interface FuzzReport {
  seed: number;
  inputs: number;
  seconds: number;
  /** The number of inputs per target and outcome. */
  counts: Record<string, Record<string, number>>;
  /** What broke the rules, each with its input. */
  findings: string[];
  slowest: { name: string; ms: number }[];
  /** The targets that never answered with a success. */
  unreached: string[];
}

/** Targets that hash a password: many calls would only cost time. */
const SLOW = /auth\/(login$|register|updatePassword|resetPassword|reauth)/;
/** Nobody but the test waits for these: the end of a drain, or the documents of the interface. */
const LEFT_OUT = /^(\/api\/docs\/static|\/metrics)/;

const MAX_MS = 1_000;
/** A late answer is asked for again, alone, until it is fast. */
const REPETITIONS = 9;
const CROWD = 8;
const BATCH = 400;
const MAX_FINDINGS = 40;
/** So many batches begin without a new call. Most inputs of calls need one. */
const BATCHES_PER_CALL = 5;

/** Targets that no generated input can reach with a success, and why. */
export const UNREACHABLE: Readonly<Record<string, string>> = {
  'POST /api/auth/passkeys': 'needs an authenticator',
  'POST /api/auth/passkeys/options': 'needs an address with https',
  'POST /api/auth/login/passkey/options': 'needs an address with https',
  'POST /api/auth/login/passkey': 'needs an authenticator',
  'DELETE /api/auth/passkeys/:passkeyId': 'needs a passkey',
  'POST /api/subscription/webhook': 'needs the signature of the payment provider',
  'GET /api/docs/yaml': 'is not there for anybody',
  'event no such event': 'is not there for anybody',
};

/**
 * Sends inputs that follow the schema of their endpoint or event, and others that do not, in small concurrent groups. Finds answers
 * with a 5xx, with another schema, with an internal detail, or after more than a second. The same seed repeats the same inputs.
 */
export class Fuzz {
  readonly #app: TestApp;
  readonly #people: FuzzPeople;
  readonly #known: Known;
  readonly #targets: { weight: number; target: Target }[];
  readonly #cache = new Map<string, fc.Arbitrary<FuzzedRequest | unknown[]>>();
  readonly #report: FuzzReport;
  readonly #files: Record<FuzzedFile['kind'], Uint8Array<ArrayBuffer>>;
  /** Ends of pauses of this process. An answer at such a moment may be late. */
  #stalledAt = -Infinity;

  private constructor(
    app: TestApp,
    parts: {
      seed: number;
      people: FuzzPeople;
      known: Known;
      report: FuzzReport;
      picture: Uint8Array<ArrayBuffer>;
    },
  ) {
    this.#app = app;
    this.#people = parts.people;
    this.#known = parts.known;
    this.#report = parts.report;
    this.#targets = targetsOf(app);
    const text = (content: string) => new TextEncoder().encode(content);
    this.#files = {
      picture: parts.picture,
      cut: parts.picture.slice(0, parts.picture.length / 2),
      noise: crypto.getRandomValues(new Uint8Array(5_000)),
      empty: new Uint8Array(),
      html: text('<!doctype html><script>alert(1)</script>'),
      svg: text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'),
      zip: text('PK\u0003\u0004'.padEnd(500, 'x')),
    };
  }

  static async start(app: TestApp, seed: number): Promise<Fuzz> {
    const report: FuzzReport = {
      seed,
      inputs: 0,
      seconds: 0,
      counts: {},
      findings: [],
      slowest: [],
      unreached: [],
    };
    const known = new Known({ language: ['en', 'de'], planId: ['MONTHLY', 'ANNUAL'] });
    const people = await FuzzPeople.join(app, {
      onFault: (what, error) => addFinding(report, `${what}: ${String(error)}`),
      onHeard: (payload, person) => known.learn(payload, { person }),
    });
    const [alice, bob, carol] = people.all.map(({ member }) => member) as never as [
      FuzzPerson['member'],
      FuzzPerson['member'],
      FuzzPerson['member'],
    ];
    for (const member of [alice, bob, carol]) {
      await member.post('a post #tag @alice');
      await member.post('a secret', 'followers');
    }
    const conversations = [await open(alice, bob), await open(bob, carol)];
    for (const [name, values] of Object.entries({
      userId: people.all.map(({ member }) => member.id),
      username: people.all.map(({ member }) => member.username),
      email: people.all.map(({ member }) => `${member.username}@example.org`),
      conversationId: conversations.map(({ _id }) => _id),
      roomId: [[alice.id, bob.id].toSorted().join('_'), [bob.id, carol.id].toSorted().join('_')],
    }))
      for (const value of values) known.learn({ [name]: value });
    const picture = new Uint8Array(await noise(16, 16).png().toBuffer());
    return new Fuzz(app, { seed, people, known, report, picture });
  }

  /** Sends this many inputs. `onProgress` hears about each ten thousand. */
  async run(count: number, onProgress: (report: FuzzReport) => void = () => {}) {
    const report = this.#report;
    const begun = performance.now();
    using _ = this.#noticeStalls();
    for (let n = 0; report.inputs < count && report.findings.length < MAX_FINDINGS; n += 1) {
      if (n % BATCHES_PER_CALL === 0) await this.#people.call();
      const inputs = this.#batch(Math.min(BATCH, count - report.inputs), report.seed + n);
      for (let at = 0; at < inputs.length; at += CROWD) {
        await this.#people.revive();
        await this.#sendCrowd(inputs.slice(at, at + CROWD));
      }
      await this.#readMails();
      const before = report.inputs;
      report.inputs += inputs.length;
      report.seconds = Math.round((performance.now() - begun) / 1_000);
      if (Math.floor(before / 10_000) < Math.floor(report.inputs / 10_000)) onProgress(report);
    }
    this.#people.close();
    report.unreached = this.#targets
      .map(({ target }) => target.name)
      .filter(
        (name) =>
          !Object.keys(report.counts[name] ?? {}).some((outcome) => /^2|^3|ok/.test(outcome)),
      );
    return report;
  }

  #batch(size: number, seed: number): Input[] {
    const target = fc.oneof(
      ...this.#targets.map((each) => ({
        weight: each.weight,
        arbitrary: fc.constant(each.target),
      })),
    );
    const who = fc.oneof(
      { weight: 7, arbitrary: fc.nat(2) },
      { weight: 2, arbitrary: fc.constantFrom(3, 4) },
      { weight: 1, arbitrary: fc.constant(null) },
    );
    const hostility = fc.constantFrom<Hostility>(0, 0, 4, 12);
    const heads = fc.sample(fc.tuple(target, who, hostility, fc.nat()), { numRuns: size, seed });
    return heads.map(([each, n, level, own]) => {
      const isForStaff = 'endpoint' in each && each.endpoint.staff !== undefined;
      const index = n !== null && isForStaff && own % 4 > 0 ? 3 + (own % 2) : n;
      const who = index === null ? null : (this.#people.all[index] ?? null);
      this.#known.person = who?.member.id;
      const value = this.#sampleOf(each, level, own);
      return {
        target: each,
        who,
        ...(Array.isArray(value) ? { payload: value } : { request: value }),
      };
    });
  }

  #sampleOf(target: Target, hostility: Hostility, seed: number): FuzzedRequest | unknown[] {
    const key = `${target.name} ${hostility}`;
    let arbitrary = this.#cache.get(key);
    if (!arbitrary) this.#cache.set(key, (arbitrary = this.#arbitraryOf(target, hostility)));
    return fc.sample(arbitrary, { numRuns: 1, seed })[0]!;
  }

  #arbitraryOf(target: Target, hostility: Hostility) {
    const inputs = new Inputs(this.#known, target.name);
    if ('endpoint' in target) {
      const requests = requestsOf(inputs, target.endpoint, hostility);
      if (!hostility) return requests;
      const params = fc.option(hostileParams(target.endpoint), { freq: 2 });
      return fc
        .tuple(requests, params)
        .map(([request, hostile]) => (hostile ? { ...request, params: hostile } : request));
    }
    if ('namespace' in target) {
      const events: Record<string, unknown> = target.namespace ? signalEvents : clientEvents;
      const schema = schemaOf(events[target.event] as never);
      return inputs
        .value(schema, hostility)
        .map((value) => (Array.isArray(value) ? value : [value]) as unknown[]);
    }
    return requestsOf(inputs, {}, 4);
  }

  async #sendCrowd(crowd: Input[]): Promise<void> {
    const late = await Promise.all(crowd.map(async (input) => this.#judge(input)));
    // On a busy machine everything is late now and then. Alone and repeated, an answer must be fast.
    for (const [n, input] of crowd.entries()) {
      if (!late[n]) continue;
      await this.#people.revive();
      const again = [];
      for (let n = 0; n < REPETITIONS; n += 1) {
        again.push(await this.#timed(input));
        if (again.at(-1)!.ms <= MAX_MS) break;
      }
      const best = Math.min(...again.map(({ ms }) => ms));
      if (best > MAX_MS || again.some(({ error }) => error !== undefined))
        this.#find(input, `${late[n]}; alone ${Math.round(best)} ms`, again[0]?.error);
    }
  }

  /** Returns why the input has to be sent again, alone. */
  async #judge(input: Input): Promise<string | null> {
    const { outcome, ms, error } = await this.#timed(input);
    const counts = (this.#report.counts[input.target.name] ??= {});
    counts[outcome] = (counts[outcome] ?? 0) + 1;
    const { slowest } = this.#report;
    slowest.push({ name: input.target.name, ms: Math.round(ms) });
    slowest.sort((one, other) => other.ms - one.ms).splice(10);
    const isStalled = performance.now() - this.#stalledAt < 10_000;
    if (error !== undefined && !(isStalled && outcome === '503')) this.#find(input, outcome, error);
    else if (ms > MAX_MS || error !== undefined) return `${outcome} after ${Math.round(ms)} ms`;
    return null;
  }

  async #timed(input: Input): Promise<{ outcome: string; ms: number; error?: unknown }> {
    const { target, who, payload } = input;
    const sent = 'namespace' in target ? [] : this.#requestOf(input);
    const begun = performance.now();
    let outcome = 'no answer';
    try {
      if ('namespace' in target) {
        outcome = who
          ? await who.emit(target.namespace, target.event, cleanFor(who, payload))
          : 'nobody';
        return { outcome, ms: performance.now() - begun };
      }
      // Without the client of the tests, because a sign-in would change the cookie of somebody else.
      const response = await fetch(...(sent as Parameters<typeof fetch>));
      const text = await response.text();
      const ms = performance.now() - begun;
      outcome = String(response.status);
      if (response.status === 401 && who) who.isStale = true;
      this.#check(target, who?.member.id, response, text);
      return { outcome, ms };
    } catch (error) {
      return { outcome, ms: performance.now() - begun, error };
    }
  }

  #check(
    target: Exclude<Target, { namespace: unknown }>,
    person: string | undefined,
    response: Response,
    text: string,
  ): void {
    if (response.status >= 500) throw new Error(text.slice(0, 500));
    if (!('endpoint' in target)) return;
    const { endpoint } = target;
    if (!response.ok) {
      expectFailureText(response, text);
      // Some refusals have a token, for example for an appeal.
      this.#known.learn(JSON.parse(text), { person });
      return;
    }
    const answer = endpoint.response.parse(JSON.parse(text));
    const status = endpoint.isPending?.(answer) ? 202 : (endpoint.status ?? 200);
    if (response.status !== status) throw new Error(`the status is not ${status}`);
    this.#known.learn(JSON.parse(text), { of: target.name, person });
  }

  /** Learns the tokens of links in new mails. */
  async #readMails(): Promise<void> {
    const folder = join(this.#app.dataFolder, 'mail');
    for (const name of await readdir(folder).catch(() => [])) {
      // Others are not yet complete.
      if (!name.endsWith('.eml')) continue;
      const path = join(folder, name);
      const mail = plainText(await readFile(path, 'utf8'));
      for (const [, token] of mail.matchAll(/\/(?:reset-password|verify-email|undo)\/([\w-]+)/g))
        this.#known.learn({ token });
      await rm(path);
    }
  }

  #requestOf({ target, who, request }: Input): Parameters<typeof fetch> {
    if ('namespace' in target || !request) throw new Error('no request');
    const { params, query, key } = request;
    const [method, route] =
      'endpoint' in target
        ? [target.endpoint.method, target.endpoint.path]
        : [target.method, target.path];
    const texts = Object.values(params).filter((value) => typeof value === 'string');
    const known = 'endpoint' in target ? undefined : this.#linkTo(route, query.length);
    const path =
      known ??
      route.replace(/:\w+|\*/g, (name) => {
        const named = params[name.slice(1)] ?? texts[0] ?? this.#known.id('_id', query.length);
        const value = typeof named === 'string' ? named : JSON.stringify(named);
        return encodeURIComponent(value.slice(0, 250).toWellFormed() || 'x');
      });
    const search = new URLSearchParams(query).toString().slice(0, 6_000);
    const init: RequestInit = ['GET', 'HEAD'].includes(method) ? {} : this.#bodyOf(target, request);
    const headers = new Headers(init.headers);
    if (who?.member.client.cookie) headers.set('Cookie', who.member.client.cookie);
    if (key) headers.set('Idempotency-Key', key);
    const options = { redirect: 'manual', method, ...init, headers } as const;
    return [`${this.#app.address}${path}${search && `?${search}`}`, options];
  }

  /** A known address on a route beside the endpoints, with its query, in half of the cases. */
  #linkTo(route: string, n: number): string | undefined {
    if (!route.includes(':') || n % 2 === 0) return undefined;
    return this.#known.link(new RegExp(`^${route.replace(/:\w+/g, '[^/]+')}$`), n);
  }

  #bodyOf(target: Target, { fields, files, damage }: FuzzedRequest): RequestInit {
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
    if (!('endpoint' in target) || !target.endpoint.body) return {};
    if (target.endpoint.encoding !== 'multipart') return { body: text, headers: json };
    const form = formOf({});
    for (const [name, value] of Object.entries(typeof fields === 'object' ? (fields ?? {}) : {}))
      for (const each of Array.isArray(value) ? value : [value])
        form.append(name, typeof each === 'string' ? each : (JSON.stringify(each) ?? ''));
    for (const { field, name, kind } of files)
      form.append(field, new Blob([this.#files[kind]]), name);
    return { body: form };
  }

  #find(input: Input, outcome: string, error: unknown): void {
    const { target, who, request, payload } = input;
    const sent = JSON.stringify({ who: who?.member.username ?? null, request, payload });
    addFinding(
      this.#report,
      `${target.name} ${outcome}: ${String(error).slice(0, 600)} ${sent.slice(0, 2_000)}`,
    );
  }

  #noticeStalls(): Disposable {
    let last = performance.now();
    const timer = setInterval(() => {
      const now = performance.now();
      if (now - last > 1_500) this.#stalledAt = now;
      last = now;
    }, 250);
    return { [Symbol.dispose]: () => clearInterval(timer) };
  }
}

/** The report for people: the counts of each target, the slowest answers and the findings. */
export function linesOf(report: FuzzReport, drift: unknown[]): string {
  const { seed, inputs, seconds, counts, findings, slowest, unreached } = report;
  const rows = Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return [
    `seed ${seed}, ${inputs} inputs in ${seconds} s, ${findings.length} findings`,
    ...rows.map(([name, outcomes]) => {
      const sum = Object.values(outcomes).reduce((total, count) => total + count, 0);
      const parts = Object.entries(outcomes).map(([outcome, count]) => `${outcome}: ${count}`);
      return `${name}: ${sum} (${parts.join(', ')})`;
    }),
    `slowest: ${slowest.map(({ name, ms }) => `${name} ${ms} ms`).join(', ')}`,
    `without a success: ${unreached.join(', ') || 'none'}`,
    `counters that differ from a recount: ${JSON.stringify(drift)}`,
    ...findings,
    '',
  ].join('\n');
}

function addFinding(report: FuzzReport, finding: string): void {
  report.findings.push(finding);
  process.stderr.write(`seed ${report.seed}, after ${report.inputs}: ${finding}\n`);
}

function targetsOf(app: TestApp): { weight: number; target: Target }[] {
  const events = (namespace: NamespaceName, names: string[]) =>
    names.map((event) => ({
      weight: 40,
      target: { name: `event ${namespace}${namespace && ' '}${event}`, namespace, event },
    }));
  const paths = new Set(endpoints.map(nameOf));
  const beside = app.routes.filter(
    ({ method, url }) =>
      !['OPTIONS', 'HEAD'].includes(method) &&
      !paths.has(`${method} ${url}`) &&
      !LEFT_OUT.test(url),
  );
  return [
    ...endpoints.map((endpoint) => ({
      weight: SLOW.test(endpoint.path) ? 3 : endpoint === createPost ? 80 : 40,
      target: { name: nameOf(endpoint), endpoint },
    })),
    ...beside.map(({ method, url }) => ({
      weight: 10,
      target: { name: `${method} ${url}`, method, path: url },
    })),
    ...events('', [...Object.keys(clientEvents), 'no such event']),
    ...events('/webrtc', Object.keys(signalEvents)),
  ];
}

/** JSON has no `undefined`, and a lone surrogate would end the connection of a WebSocket. */
function cleanFor({ member }: FuzzPerson, payload: unknown[] = []): unknown[] {
  const text = JSON.stringify(payload).toWellFormed();
  return JSON.parse(text.replaceAll(`"${SELF}"`, `"${member.id}"`)) as unknown[];
}
