import { setInterval } from 'node:timers/promises';
import * as chat from '@roost/contract/chat';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import type { TestApp } from '../../../server/test/support/app.ts';
import { crowdOf, type Member } from '../../../server/test/support/cast.ts';
import { hashToken } from '../../../server/src/auth/sessions/session-tokens.ts';
import { Refusal } from '../../../server/test/support/test-client.ts';

const PEOPLE = 60;

/** A group of requests whose rows share a fate: all on workers that stay, or some on a worker that a test kills. */
export type Side = 'kept' | 'lost';

export interface Outcome {
  kind: string;
  side: Side;
  /** Milliseconds since the start of the load at which the request began. */
  at: number;
  tookMs: number;
  /** The status of the refusal, or null if the server acknowledged the request. */
  refused: number | null;
  error?: unknown;
}

interface Written {
  likes: [Member, string][];
  follows: [Member, Member][];
  texts: string[];
  messages: string[];
}

interface Conversation {
  id: string;
  sender: Member;
}

/** People who write and read at a steady rate. Each write is done once, so its rows can be counted afterwards. */
export class Load {
  readonly outcomes: Outcome[] = [];
  readonly acknowledged: Written = { likes: [], follows: [], texts: [], messages: [] };
  readonly app: TestApp;
  /** The side of new posts, because a new post gets any shard. */
  readonly #sideOfPosts: Side;
  readonly #sides: Record<Side, { people: Member[]; posts: string[]; talks: Conversation[] }>;
  /** Actions that wait for their turn. Each is done once. */
  readonly #likes: Record<Side, [Member, string][]> = { kept: [], lost: [] };
  readonly #follows: Record<Side, [Member, Member][]> = { kept: [], lost: [] };
  #count = 0;

  private constructor(app: TestApp, sideOfPosts: Side) {
    this.app = app;
    this.#sideOfPosts = sideOfPosts;
    this.#sides = {
      kept: { people: [], posts: [], talks: [] },
      lost: { people: [], posts: [], talks: [] },
    };
  }

  /** Makes the people, their posts and conversations. `sideOf` tells which worker has a row. */
  static async prepare(
    app: TestApp,
    sideOf: (table: string, key: string | Buffer) => Promise<Side>,
    sideOfPosts: Side,
  ): Promise<Load> {
    const load = new Load(app, sideOfPosts);
    // Few at once, because each opens a session in a transaction of its own.
    for (let n = 0; n < PEOPLE; n += 6)
      for (const person of await crowdOf(app, 6, `crowd${n}_`)) {
        const [, token = ''] = (person.client.cookie ?? '').split('=');
        const rows = [await sideOf('users', person.id), await sideOf('sessions', hashToken(token))];
        load.#sides[rows.includes('lost') ? 'lost' : 'kept'].people.push(person);
      }
    for (const side of ['kept', 'lost'] as const) {
      const { people, posts: made, talks } = load.#sides[side];
      for (const [index, person] of people.entries()) {
        for (let n = 0; n < 3; n += 1) {
          const { _id: id } = await person.post(`first ${side} ${index} ${n}`);
          if ((await sideOf('posts', id)) === side) made.push(id);
        }
        const other = people.at((index + 1) % people.length)!;
        const { data } = await person.call(chat.openConversation, { params: { userId: other.id } });
        if ((await sideOf('conversations', data._id)) === side)
          talks.push({ id: data._id, sender: person });
      }
      load.#likes[side] = shuffled(pairsOf(people, made));
      load.#follows[side] = shuffled(pairsOf(people, people).filter(([a, b]) => a !== b));
    }
    return load;
  }

  /** Runs until the signal, at this rate. Resolves when all requests have an answer. */
  async run(perSecond: number, signal: AbortSignal): Promise<void> {
    const began = performance.now();
    const asked: Promise<void>[] = [];
    for await (const _ of setInterval(1_000 / perSecond)) {
      if (signal.aborted) break;
      const other = this.#count % 2 ? 'kept' : 'lost';
      const side = this.#sides[other].people.length > 0 ? other : this.#sideOfPosts;
      asked.push(this.#ask(side, performance.now() - began));
    }
    await Promise.all(asked);
  }

  async #ask(side: Side, at: number): Promise<void> {
    const [kind, act] = this.#next(side);
    const began = performance.now();
    const outcome: Outcome = { kind, side, at, tookMs: 0, refused: null };
    try {
      await act();
    } catch (error) {
      outcome.refused = error instanceof Refusal ? error.status : 0;
      outcome.error = error;
    }
    outcome.tookMs = performance.now() - began;
    this.outcomes.push(outcome);
  }

  #next(side: Side): [string, () => Promise<unknown>] {
    const number = (this.#count += 1);
    const { people, talks } = this.#sides[side];
    const person = people.at(number % people.length)!;
    const text = `load ${number}`;
    const { likes, follows, texts, messages } = this.acknowledged;
    // By pairs, because the sides take turns.
    const kind = Math.floor(number / 2) % 5;
    const like = kind === 0 ? this.#likes[side].pop() : undefined;
    if (like)
      return [
        'like',
        async () => {
          await like[0].call(reactions.toggleLike, { params: { postId: like[1] } });
          likes.push(like);
        },
      ];
    const follow = kind === 1 ? this.#follows[side].pop() : undefined;
    if (follow)
      return [
        'follow',
        async () => {
          await follow[0].call(relations.follow, { params: { userId: follow[1].id } });
          follows.push(follow);
        },
      ];
    const talk = talks[number % talks.length];
    if (kind === 2 && talk)
      return [
        'message',
        async () => {
          const params = { conversationId: talk.id };
          await talk.sender.call(chat.sendMessage, { params, body: { content: text } });
          messages.push(text);
        },
      ];
    if (kind === 3 && side === this.#sideOfPosts)
      return [
        'post',
        async () => {
          await person.call(posts.createPost, { body: { content: text } });
          texts.push(text);
        },
      ];
    const read = talk ?? { id: '', sender: person };
    return [
      'read',
      async () => read.sender.call(chat.listMessages, { params: { conversationId: read.id } }),
    ];
  }
}

function pairsOf<A, B>(some: A[], others: B[]): [A, B][] {
  return some.flatMap((one) => others.map((other): [A, B] => [one, other]));
}

function shuffled<T>(list: T[]): T[] {
  return list
    .map((item) => ({ item, order: Math.random() }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
