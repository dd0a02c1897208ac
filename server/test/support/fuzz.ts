import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { verifyEmail } from '@roost/contract/addresses';
import { resetPassword } from '@roost/contract/auth';
import { undoChange } from '@roost/contract/security';
import type { TestApp } from './app.ts';
import { open } from './chat.ts';
import { expectFailureText } from './failure.ts';
import { FuzzGenerator, type Input } from './fuzz-generator.ts';
import { SELF } from './fuzz-inputs.ts';
import { Known } from './fuzz-known.ts';
import { FuzzPeople } from './fuzz-people.ts';
import type { FuzzPerson } from './fuzz-person.ts';
import { addFinding, emptyReport, isReached, type FuzzReport } from './fuzz-report.ts';
import { FuzzScenes } from './fuzz-scenes.ts';
import { FuzzSender } from './fuzz-sender.ts';
import { targetsOf, type Target, type WeightedTarget } from './fuzz-targets.ts';
import { plainText } from './mailbox.ts';
import { noise } from './media.ts';
import { nameOf } from './requests.ts';

const MAX_MS = 1_000;
/** A late answer is asked for again, alone, until it is fast. */
const REPETITIONS = 9;
const CROWD = 8;
const BATCH = 400;
const MAX_FINDINGS = 40;
/** New scenes begin after so many batches. */
const BATCHES_PER_SCENE = 5;
/** The targets that take the tokens of mailed links. */
const LINKED = {
  'reset-password': nameOf(resetPassword),
  'verify-email': nameOf(verifyEmail),
  undo: nameOf(undoChange),
} as const;

/**
 * Sends inputs that follow the schema of their endpoint or event, and others that do not, in small concurrent groups. Finds answers
 * with a 5xx, with another schema, with an internal detail, or after more than a second. The same seed repeats the same inputs.
 */
export class Fuzz {
  readonly #app: TestApp;
  readonly #people: FuzzPeople;
  readonly #known: Known;
  readonly #targets: WeightedTarget[];
  readonly #generator: FuzzGenerator;
  readonly #report: FuzzReport;
  readonly #scenes: FuzzScenes;
  readonly #sender: FuzzSender;
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
    this.#generator = new FuzzGenerator(this.#targets, parts.people, parts.known);
    this.#scenes = new FuzzScenes(app, parts.known, parts.people);
    this.#sender = new FuzzSender(app.address, parts.known, parts.picture);
  }

  static async start(app: TestApp, seed: number): Promise<Fuzz> {
    const report = emptyReport(seed);
    const known = new Known({
      language: ['en', 'de'],
      planId: ['MONTHLY', 'ANNUAL'],
      grouped: ['1'],
      extended: ['1'],
    });
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
      if (n % BATCHES_PER_SCENE === 0) await this.#scenes.prepare();
      const heads = this.#generator.heads(Math.min(BATCH, count - report.inputs), report.seed + n);
      for (let at = 0; at < heads.length; at += CROWD) {
        await this.#people.revive();
        // Not earlier, because the answers to the inputs before lead to values that work.
        await this.#sendCrowd(
          heads.slice(at, at + CROWD).map((head) => this.#generator.inputOf(head)),
        );
      }
      await this.#readMails();
      const before = report.inputs;
      report.inputs += heads.length;
      report.seconds = Math.round((performance.now() - begun) / 1_000);
      if (Math.floor(before / 10_000) < Math.floor(report.inputs / 10_000)) onProgress(report);
    }
    this.#people.close();
    report.unreached = this.#targets
      .map(({ target }) => target.name)
      .filter((name) => !isReached(report, name));
    return report;
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
    if (error !== undefined && !(isStalled && outcome.startsWith('503')))
      this.#find(input, outcome, error);
    else if (ms > MAX_MS || error !== undefined) return `${outcome} after ${Math.round(ms)} ms`;
    return null;
  }

  async #timed(input: Input): Promise<{ outcome: string; ms: number; error?: unknown }> {
    const { target, who, payload } = input;
    const sent =
      'namespace' in target || !input.request
        ? null
        : this.#sender.requestOf(target, who, input.request);
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
      const response = await fetch(...sent!);
      const text = await response.text();
      const ms = performance.now() - begun;
      outcome = String(response.status);
      if (response.status === 401 && who) who.isStale = true;
      const code = this.#check(target, who?.member.id, response, text);
      return { outcome: code ? `${outcome} ${code}` : outcome, ms };
    } catch (error) {
      return { outcome, ms: performance.now() - begun, error };
    }
  }

  /** Returns the code of a refusal. */
  #check(
    target: Exclude<Target, { namespace: unknown }>,
    person: string | undefined,
    response: Response,
    text: string,
  ): string | undefined {
    if (response.status >= 500) throw new Error(text.slice(0, 500));
    if (!('endpoint' in target)) return undefined;
    const { endpoint } = target;
    if (!response.ok) {
      expectFailureText(response, text);
      const refusal = JSON.parse(text) as { code: string };
      // Some refusals have a token, for example for an appeal.
      this.#known.learn(refusal, { person });
      return refusal.code;
    }
    const answer = endpoint.response.parse(JSON.parse(text));
    const status = endpoint.isPending?.(answer) ? 202 : (endpoint.status ?? 200);
    if (response.status !== status) throw new Error(`the status is not ${status}`);
    this.#known.learn(JSON.parse(text), { of: target.name, person });
    return undefined;
  }

  /** Learns the tokens of links in new mails. */
  async #readMails(): Promise<void> {
    const folder = join(this.#app.dataFolder, 'mail');
    for (const name of await readdir(folder).catch(() => [])) {
      // Others are not yet complete.
      if (!name.endsWith('.eml')) continue;
      const path = join(folder, name);
      const mail = plainText(await readFile(path, 'utf8'));
      for (const [, page, token] of mail.matchAll(
        /\/(reset-password|verify-email|undo)\/([\w-]+)/g,
      ))
        this.#known.learn({ token }, { for: LINKED[page as keyof typeof LINKED] });
      await rm(path);
    }
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

/** JSON has no `undefined`, and a lone surrogate would end the connection of a WebSocket. */
function cleanFor({ member }: FuzzPerson, payload: unknown[] = []): unknown[] {
  const text = JSON.stringify(payload).toWellFormed();
  return JSON.parse(text.replaceAll(`"${SELF}"`, `"${member.id}"`)) as unknown[];
}
