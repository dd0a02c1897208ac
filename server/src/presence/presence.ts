import type { Context, MemberContext } from '../kernel/context.ts';
import type { MemberSocket, PublishLocally } from '../platform/sockets/publish.ts';
import { Batcher } from '../lib/batcher.ts';
import { RemotePresence } from './remote-presence.ts';

export interface WatchedPeople {
  /** Their number is bounded, and nobody among them has a block with the viewer. */
  ids: string[];
  /** Whether others may see that the viewer is online. */
  isShown: boolean;
}

/** Finds the people whose presence the viewer watches. */
export type FindWatched = (ctx: MemberContext) => Promise<WatchedPeople>;

/**
 * Milliseconds for which a person stays online without a tab, so that a reload does not flicker. Together with
 * `CHANGE_BATCH_DELAY_MS` this stays below the 10 s that the wire promises.
 */
const OFFLINE_GRACE_MS = 8_000;
/** Milliseconds for which changes are collected before tabs get them. A suspended person must be gone within a second. */
const CHANGE_BATCH_DELAY_MS = 500;

interface PresenceDelays {
  graceMs?: number | undefined;
  changeBatchDelayMs?: number | undefined;
}

/** One person with a connected socket. */
interface Watcher {
  sockets: Set<MemberSocket>;
  /** The visible tabs: their sockets sent `addUser`, and no `userOffline` since. */
  visible: Set<string>;
  watched: ReadonlySet<string>;
  /** Whether others may see that the person is online. False until it is known. */
  isShown: boolean;
  /** Counts the reads of `watched`. A read that a newer one overtook is dropped. */
  reads: number;
  /** The last list that their tabs got. */
  published: string | null;
  leaving: NodeJS.Timeout | undefined;
}

/**
 * Knows who is online: a person with at least one visible tab, who does not hide it. The people who follow them or have a
 * conversation with them watch their presence. Each watcher gets a list of watched people, so no list grows with the network.
 */
export class Presence {
  readonly #ctx: Context;
  readonly #publish: PublishLocally;
  readonly #findWatched: FindWatched;
  readonly #graceMs: number;
  readonly #people = new Map<string, Watcher>();
  /** The connected people who watch somebody, by the watched person. */
  readonly #watchers = new Map<string, Set<string>>();
  readonly #changed: Batcher<Set<string>>;
  readonly #remote: RemotePresence;

  readonly handlers = {
    addUser: async ({ viewer, socketId }: MemberContext & { socketId: string }) =>
      this.#show(viewer.id, socketId),
    userOffline: async ({ viewer, socketId }: MemberContext & { socketId: string }) =>
      this.#hide(viewer.id, socketId, 0),
    ping: async () => {},
  };

  constructor(
    ctx: Context,
    publish: PublishLocally,
    findWatched: FindWatched,
    { graceMs = OFFLINE_GRACE_MS, changeBatchDelayMs = CHANGE_BATCH_DELAY_MS }: PresenceDelays = {},
  ) {
    this.#ctx = ctx;
    this.#publish = publish;
    this.#findWatched = findWatched;
    this.#graceMs = graceMs;
    this.#changed = new Batcher({
      empty: () => new Set<string>(),
      run: async (watchers) => {
        for (const id of watchers) void this.#publishList(id);
      },
      delayMs: changeBatchDelayMs,
    });
    this.#remote = new RemotePresence(
      ctx.cluster,
      {
        isOnlineHere: (id) => this.#isOnlineHere(id),
        isWatchedHere: (id) => this.#watchers.has(id),
        watchedHere: () => this.#watchers.keys(),
        changedRemotely: (id) => this.#announce(id),
      },
      graceMs,
    );
  }

  /** Another node reports who came online there, or went offline. */
  receive(changes: { changes: [string, boolean][] }, node: string): void {
    this.#remote.receive(changes, node);
  }

  onNodeJoined(node: string): void {
    this.#remote.onNodeJoined(node);
  }

  onNodeGone(node: string): void {
    this.#remote.onNodeGone(node);
  }

  /** Messages of other nodes arrive again. */
  onReturned(): void {
    this.#remote.learnAgain();
  }

  /** Which of these people are online at this node. */
  onlineHere(ids: readonly string[]): string[] {
    return ids.filter((id) => this.#isOnlineHere(id));
  }

  connect(socket: MemberSocket): void {
    const { id } = socket.data.viewer;
    const person = this.#people.get(id) ?? this.#enter(id);
    person.sockets.add(socket);
    // The new tab has no list yet.
    person.published = null;
    socket.on('disconnect', () => {
      person.sockets.delete(socket);
      // A tab whose session has ended does not return.
      this.#hide(id, socket.id, socket.data.isSignedOut ? 0 : this.#graceMs);
      if (person.sockets.size === 0 && !person.leaving) this.#forget(id, person);
    });
    void this.refresh([id]);
  }

  /** Reads again whom these people watch, after a change of their follows, blocks, conversations or settings. */
  async refresh(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) {
      const person = this.#people.get(id);
      const socket = person?.sockets.values().next().value;
      if (!person || !socket) continue;
      const read = (person.reads += 1);
      try {
        const { viewer, origin } = socket.data;
        const { ids, isShown } = await this.#findWatched({ ...this.#ctx, viewer, origin });
        if (read !== person.reads || this.#people.get(id) !== person) continue;
        this.#watch(id, person, new Set(ids));
        this.#setShown(id, person, isShown);
        this.#change(id);
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'watched people not read');
      }
    }
  }

  /** Stops two people from watching each other at once. An earlier or failed read does not change that. */
  async separate(one: string, other: string): Promise<void> {
    for (const [id, hidden] of [
      [one, other],
      [other, one],
    ] as const) {
      const person = this.#people.get(id);
      if (!person) continue;
      person.reads += 1;
      this.#watch(id, person, new Set([...person.watched].filter((each) => each !== hidden)));
      this.#change(id);
    }
    await this.refresh([one, other]);
  }

  /** Reads again whom everybody connected here watches, one person after the other. Messages about changes may be lost. */
  async refreshAll(): Promise<void> {
    await this.refresh([...this.#people.keys()]);
  }

  close(): void {
    this.#remote.close();
    this.#changed.stop();
    for (const { leaving } of this.#people.values()) clearTimeout(leaving);
  }

  #enter(id: string): Watcher {
    const person: Watcher = {
      sockets: new Set(),
      visible: new Set(),
      watched: new Set(),
      isShown: false,
      reads: 0,
      published: null,
      leaving: undefined,
    };
    this.#people.set(id, person);
    return person;
  }

  #forget(id: string, person: Watcher): void {
    this.#watch(id, person, new Set());
    this.#people.delete(id);
  }

  #isOnline(id: string): boolean {
    return this.#isOnlineHere(id) || this.#remote.isOnline(id);
  }

  #isOnlineHere(id: string): boolean {
    const person = this.#people.get(id);
    return (
      person !== undefined &&
      person.isShown &&
      (person.visible.size > 0 || person.leaving !== undefined)
    );
  }

  #setShown(id: string, person: Watcher, isShown: boolean): void {
    const wasOnline = this.#isOnlineHere(id);
    person.isShown = isShown;
    if (wasOnline !== this.#isOnlineHere(id)) this.#changeHere(id);
  }

  #show(id: string, socketId: string): void {
    const person = this.#people.get(id);
    // The event may come after the end of its socket.
    if (!person || ![...person.sockets].some((socket) => socket.id === socketId)) return;
    const wasOnline = this.#isOnlineHere(id);
    clearTimeout(person.leaving);
    person.leaving = undefined;
    person.visible.add(socketId);
    if (!wasOnline) this.#changeHere(id);
  }

  /** One of their tabs is no longer visible. After the last one, they are offline in `delay` ms. */
  #hide(id: string, socketId: string, delay: number): void {
    const person = this.#people.get(id);
    if (!person?.visible.delete(socketId) || person.visible.size > 0) return;
    const leave = () => {
      person.leaving = undefined;
      this.#changeHere(id);
      if (person.sockets.size === 0) this.#forget(id, person);
    };
    if (delay === 0) leave();
    else person.leaving = setTimeout(leave, delay).unref();
  }

  #watch(id: string, person: Watcher, watched: ReadonlySet<string>): void {
    const added = [...watched].filter((other) => !this.#watchers.has(other));
    for (const other of watched) {
      const watchers = this.#watchers.get(other) ?? new Set();
      this.#watchers.set(other, watchers.add(id));
    }
    for (const other of person.watched) if (!watched.has(other)) this.#unwatch(id, other);
    person.watched = watched;
    this.#remote.learn(added);
  }

  #unwatch(id: string, other: string): void {
    const watchers = this.#watchers.get(other);
    watchers?.delete(id);
    if (watchers?.size !== 0) return;
    this.#watchers.delete(other);
    this.#remote.forget(other);
  }

  #changeHere(id: string): void {
    this.#announce(id);
    this.#remote.report(id);
  }

  #announce(id: string): void {
    for (const watcher of this.#watchers.get(id) ?? []) this.#change(watcher);
  }

  #change(watcher: string): void {
    this.#changed.collect().batch.add(watcher);
  }

  async #publishList(id: string): Promise<void> {
    const person = this.#people.get(id);
    if (!person) return;
    const online = [...person.watched].filter((other) => this.#isOnline(other));
    const list = online.join();
    if (list === person.published) return;
    person.published = list;
    await this.#publish(id, 'getOnlineUsers', () => [online]);
  }
}
