import type { CallNotice } from './calls/call-machine.ts';
import type { Context } from './context.ts';
import type { CallRecord } from './db/tables.ts';
import type { Guarded } from './posts/visibility.ts';
import type { StreamEntry } from './streams/stream-events.ts';
import type { StreamRow } from './streams/stream.queries.ts';

interface Reaction {
  kind: 'like' | 'repost';
  actorId: string;
}

/** Of a post, what decides who is told of something that happened to it. */
export type ToldPost = Guarded & { id: string; author_id: string };

/** What features tell each other of. Who listens is written in app.ts. */
export interface DomainEvents {
  sessionsEnded: { sessionIds: string[] };
  /** To what the actor may see. */
  reacted: Reaction & { post: ToldPost };
  unreacted: Reaction & { postId: string; ownerId: string };
  followed: { followerId: string; followeeId: string };
  unfollowed: { followerId: string; followeeId: string };
  blocked: { blockerId: string; blockedId: string };
  unblocked: { blockerId: string; blockedId: string };
  /** A post, or a repost: what followers' feeds show. */
  published: {
    postId: string;
    authorId: string;
    visibility: 'public' | 'followers';
    repostOfId: string | null;
  };
  /** Of posts and comments; with whom a comment answers. */
  postCreated: { post: ToldPost & { mentions: string[] }; answeredId: string | null };
  postEdited: { postId: string; newMentions: string[] };
  postDeleted: { postId: string };
  /** Whom these people talk with is no longer the same. */
  talksChanged: { userIds: string[] };
  /** Entries for people's streams, which are numbered and added when all else is done. */
  recorded: { entries: StreamEntry[] };
  /** What was added to people's streams, by the person. */
  streamsGrew: { added: ReadonlyMap<string, StreamRow[]> };
  /** A call began, was answered or ended; how it is now, and what its tabs are told. */
  callMoved: { call: CallRecord; notices: CallNotice[] };
  mediaReady: { mediaId: string; ownerId: string };
  premiumChanged: { userId: string; isActive: boolean };
  /** Until when, whether or not that makes a difference now. */
  premiumSet: { userId: string };
}
export type DomainEvent = {
  [Name in keyof DomainEvents]: { name: Name } & DomainEvents[Name];
}[keyof DomainEvents];

type Listener<Name extends keyof DomainEvents> = (event: DomainEvents[Name]) => void;
type Participant<Name extends keyof DomainEvents> = (
  tx: Context,
  events: DomainEvents[Name][],
) => Promise<void>;

export class EventBus {
  readonly #listeners = new Map<string, ((event: never) => void)[]>();
  readonly #awaited = new Map<string, ((event: never) => Promise<void>)[]>();
  readonly #participants: {
    name: string;
    take: (tx: Context, events: never[]) => Promise<void>;
  }[] = [];

  /** Hears of an event after the transaction that caused it has been committed. */
  on<Name extends keyof DomainEvents>(name: Name, listener: Listener<Name>): void {
    this.#listeners.set(name, [...(this.#listeners.get(name) ?? []), listener]);
  }

  /** The same, and whoever caused the event is answered only when this is done. */
  beforeAnswer<Name extends keyof DomainEvents>(
    name: Name,
    listener: (event: DomainEvents[Name]) => Promise<void>,
  ): void {
    this.#awaited.set(name, [...(this.#awaited.get(name) ?? []), listener]);
  }

  /**
   * Takes part in the transaction that causes an event: runs just before its commit, with all events of that name
   * it has caused. What it emits itself reaches those that joined after it.
   */
  within<Name extends keyof DomainEvents>(name: Name, take: Participant<Name>): void {
    this.#participants.push({ name, take });
  }

  async settle(tx: Context, pending: readonly DomainEvent[]): Promise<void> {
    for (const { name, take } of this.#participants) {
      const events = pending.filter((event) => event.name === name);
      if (events.length > 0) await take(tx, events as never[]);
    }
  }

  deliver(event: DomainEvent): void {
    for (const listener of this.#listeners.get(event.name) ?? []) listener(event as never);
  }

  /** What has to be done before an answer; undefined where nothing has. */
  finish(event: DomainEvent): Promise<unknown> | undefined {
    const listeners = this.#awaited.get(event.name);
    return listeners && Promise.all(listeners.map(async (listener) => listener(event as never)));
  }
}
