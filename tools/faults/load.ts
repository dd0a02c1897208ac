// Long because it lists all kinds of writes, with what the ledger learns of each.
import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { v7 as newId } from 'uuid';
import { sendMessage } from '@roost/contract/chat';
import type { CallInput } from '@roost/contract/client';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { getFeed } from '@roost/contract/feed';
import { uploadMedia } from '@roost/contract/media';
import { createPost } from '@roost/contract/posts';
import { toggleLike } from '@roost/contract/reactions';
import { follow } from '@roost/contract/relations';
import { Device } from '../../server/test/support/chat-device.ts';
import { Chance } from '../seed/chance.ts';
import { Ledger, type Write, type WriteKind } from './ledger.ts';
import type { Person } from './people.ts';
import { send, type Reply } from './requests.ts';

/** How often each action comes. */
const WEIGHTS = {
  post: 4,
  comment: 4,
  like: 5,
  follow: 3,
  message: 4,
  emit: 4,
  upload: 1,
  read: 6,
  refused: 1,
} as const;
type Action = keyof typeof WEIGHTS;

const ACTIONS = Object.entries(WEIGHTS).flatMap(([name, weight]) =>
  Array.from({ length: weight }, () => name as Action),
);

/** A refused or lost request waits this long, as clients do. */
const AFTER_FAILURE_MS = 100;
/** The share of writes with an idempotency key. */
const KEYED = 0.5;
/** A person may have 20 uploads in no post or message. */
const MOST_UPLOADS = 15;
/** The load breaks off after this time without any answer. */
const STALL_TIMEOUT_MS = 120_000;
/** The time after which every repeated write and every message must be acknowledged. */
const ACKNOWLEDGE_TIMEOUT_MS = 60_000;

export interface LoadOptions {
  seed: number;
  /** The addresses that take requests, drawn for each request. */
  addresses: () => string[];
  people: Person[];
  /** Ids of conversations, each between the people at 2n and 2n + 1. */
  conversations: string[];
  /** Requests that are open at once. */
  clients?: number;
  /** Milliseconds between two requests of a client. */
  pause?: number;
  /** The share of keyed writes whose answer gets lost. */
  lostReplies?: number;
  /** The pairs that also write over sockets. */
  socketPairs?: number;
  /** The address of the sockets. They keep it, so it must survive a restart. */
  socketAddress: string;
}

/** Many people who use the site at once. The ledger knows what they did. */
export class Load {
  readonly ledger = new Ledger();
  /** Two for each pair that writes over sockets. */
  readonly devices: { device: Device; pair: number }[] = [];
  readonly remarks: string[] = [];
  readonly #options: LoadOptions;
  readonly #chance: Chance;
  readonly #posts: string[] = [];
  readonly #used = new Set<string>();
  /** How many uploads each person has sent. */
  readonly #uploads = new Map<Person, number>();
  readonly #label: string;
  #picture: Blob | undefined;
  #count = 0;
  #isOver = false;
  #clients: Promise<void>[] = [];
  readonly #emitting = new Set<Promise<void>>();

  constructor(options: LoadOptions) {
    this.#options = options;
    this.#chance = new Chance(options.seed);
    this.#label = `fault ${options.seed}`;
  }

  /** Begins every text of this load. */
  get label(): string {
    return this.#label;
  }

  /** Adds a line to the report. */
  note(remark: string): void {
    this.remarks.push(remark);
  }

  personAt(index: number): Person {
    const { people } = this.#options;
    return people.at(index % people.length)!;
  }

  conversationOf(pair: number): string | undefined {
    return this.#options.conversations[pair];
  }

  async start(): Promise<void> {
    const { clients = 16, people, socketPairs = 4, socketAddress } = this.#options;
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const picture = sharp({
      create: { width: 90, height: 60, channels: 3, background: '#888', noise },
    });
    this.#picture = new Blob([new Uint8Array(await picture.png().toBuffer())]);
    for (let n = 0; n < socketPairs * 2; n += 1) {
      const { cookie } = people.at(n)!;
      const device = new Device({ client: { address: socketAddress, cookie } });
      this.devices.push({ device, pair: Math.floor(n / 2) });
    }
    this.#clients = Array.from({ length: clients }, async () => this.#work());
  }

  /** Resolves when this many writes are acknowledged. */
  async acknowledged(count: number): Promise<void> {
    await this.#until(() => this.ledger.acknowledged >= count);
  }

  /** Resolves when this many requests have ended. */
  async requested(count: number): Promise<void> {
    await this.#until(() => this.ledger.answered + this.ledger.failed >= count);
  }

  /** Ends the load, and repeats the keyed writes whose answers were lost. The server must be well by now. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    const deadline = Date.now() + ACKNOWLEDGE_TIMEOUT_MS;
    await Promise.race([
      Promise.all(this.#emitting),
      wait(ACKNOWLEDGE_TIMEOUT_MS, undefined, { ref: false }),
    ]);
    if (this.#emitting.size > 0)
      this.ledger.strange.push(`${this.#emitting.size} messages got no answer over a socket`);
    for (const write of this.ledger.writes)
      while (write.repeat && write.state === 'unknown' && Date.now() < deadline) {
        await write.repeat();
        if (write.state === 'unknown') await wait(AFTER_FAILURE_MS);
      }
    const left = this.ledger.writes.filter(({ state, repeat }) => repeat && state === 'unknown');
    for (const { kind, name, last } of left)
      this.ledger.strange.push(`the repeated ${kind} ${name} got no answer, last ${last}`);
  }

  close(): void {
    for (const { device } of this.devices) device.close();
  }

  /** Throws if no request is answered for a long time. */
  async #until(isDone: () => boolean): Promise<void> {
    let [answered, since] = [this.ledger.answered, performance.now()];
    while (!isDone()) {
      await wait(20);
      if (this.ledger.answered > answered)
        [answered, since] = [this.ledger.answered, performance.now()];
      if (performance.now() - since > STALL_TIMEOUT_MS) throw new Error('no request is answered');
    }
  }

  async #work(): Promise<void> {
    const { pause = 0 } = this.#options;
    while (!this.#isOver) {
      const failed = this.ledger.failed;
      await this.#act(this.#chance.pick(ACTIONS));
      await wait(this.ledger.failed > failed ? AFTER_FAILURE_MS : pause);
    }
  }

  async #act(action: Action): Promise<void> {
    const { people, conversations } = this.#options;
    const person = this.#chance.pick(people);
    const own = people.indexOf(person);
    const pair = Math.floor(own / 2);
    const name = `${this.#label} ${(this.#count += 1)}`;
    const parentPost = this.#posts.length > 0 ? this.#chance.pick(this.#posts) : undefined;
    if (action === 'read') return this.#count503(await send(this.#address(), person, getFeed, {}));
    if (action === 'refused')
      return this.#write('comment', name, person, createPost, {
        body: { content: name, parentPost: newId() },
      });
    if (action === 'post' || parentPost === undefined)
      return this.#write('post', name, person, createPost, { body: { content: name } });
    if (action === 'comment')
      return this.#write('comment', name, person, createPost, {
        body: { content: name, parentPost },
      });
    if (action === 'like')
      return this.#once('like', `${person.id} ${parentPost}`, person, toggleLike, {
        params: { postId: parentPost },
      });
    if (action === 'follow') {
      const other = this.#chance.pick(people);
      if (other === person) return undefined;
      return this.#once('follow', `${person.id} ${other.id}`, person, follow, {
        params: { userId: other.id },
      });
    }
    const uploads = this.#uploads.get(person) ?? 0;
    if (action === 'upload' && uploads < MOST_UPLOADS) {
      this.#uploads.set(person, uploads + 1);
      return this.#write('upload', name, person, uploadMedia, {
        body: { alt: name, file: this.#picture } as { alt: string },
      });
    }
    const conversationId = conversations[pair] ?? '';
    if (action === 'emit' && own < this.devices.length)
      return this.#emit(own, people.at(own ^ 1)!, conversationId, name);
    const clientId = this.#chance.isTrue(KEYED) ? name : undefined;
    return this.#write('message', name, person, sendMessage, {
      params: { conversationId },
      body: { content: name, ...(clientId !== undefined && { clientId }) },
    });
  }

  /** A like or follow whose pair has not been tried before. */
  async #once<E extends AnyEndpoint>(
    kind: WriteKind,
    name: string,
    person: Person,
    endpoint: E,
    input: CallInput<E>,
  ): Promise<void> {
    if (this.#used.has(`${kind} ${name}`)) return;
    this.#used.add(`${kind} ${name}`);
    await this.#write(kind, name, person, endpoint, input);
  }

  async #write<E extends AnyEndpoint>(
    kind: WriteKind,
    name: string,
    person: Person,
    endpoint: E,
    input: CallInput<E>,
  ): Promise<void> {
    const { lostReplies = 0 } = this.#options;
    const write = this.ledger.open(kind, name);
    const isKeyed =
      kind === 'message' ? hasClientId(input) : lostReplies > 0 || this.#chance.isTrue(KEYED);
    const keyed = isKeyed && kind !== 'message' ? { ...input, idempotencyKey: name } : input;
    const ask = async (giveUp?: AbortSignal) =>
      this.#learn(write, await send(this.#address(), person, endpoint, keyed, giveUp));
    if (isKeyed) write.repeat = ask;
    if (!isKeyed || !this.#chance.isTrue(lostReplies)) return ask();
    // The client loses the answer: sometimes after the server has done the work, sometimes before.
    const delay = Math.ceil(this.#chance.waiting(15));
    await send(this.#address(), person, endpoint, keyed, AbortSignal.timeout(delay));
    write.state = 'unknown';
    return ask();
  }

  async #emit(own: number, receiver: Person, conversationId: string, name: string): Promise<void> {
    const write = this.ledger.open('message', name);
    write.state = 'unknown';
    const sent = this.devices.at(own)!.device.send(receiver, conversationId, name);
    const noted = sent.then(() => this.ledger.acknowledge(write));
    this.#emitting.add(noted);
    await noted;
    this.#emitting.delete(noted);
  }

  #learn(write: Write, reply: Reply): void {
    this.#count503(reply);
    write.last = reply ? `${reply.status} ${JSON.stringify(reply.body)}` : 'none';
    if (!reply || reply.status === 503 || reply.status === 502 || reply.status === 504) {
      if (write.state === 'open') write.state = 'unknown';
      return;
    }
    const { status, body } = reply;
    if (status >= 200 && status < 300) {
      const { _id: id } = (body as { data: { _id?: string } }).data;
      this.ledger.acknowledge(write, id);
      if (write.kind === 'post' && id !== undefined) this.#posts.push(id);
      return;
    }
    write.state = 'refused';
  }

  #count503(reply: Reply): void {
    if (!reply) this.ledger.failed += 1;
    else if ([502, 503, 504].includes(reply.status)) {
      this.ledger.failed += 1;
      this.ledger.unavailable += 1;
    } else if (reply.status >= 500 || ![200, 201, 202, 404].includes(reply.status)) {
      this.ledger.failed += 1;
      this.ledger.strange.push(`${reply.status} ${JSON.stringify(reply.body).slice(0, 200)}`);
    } else this.ledger.answered += 1;
  }

  #address(): string {
    return this.#chance.pick(this.#options.addresses());
  }
}

function hasClientId(input: object): boolean {
  return (input as { body?: { clientId?: string } }).body?.clientId !== undefined;
}
