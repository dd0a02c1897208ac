import type { Context, MemberContext } from '../context.ts';
import { Elsewhere } from './elsewhere.ts';
import type { MemberSocket, Publish } from './publish.ts';

/** The people whose coming and going somebody is told of: never one a block stands before; a bounded number. */
export type FindWatched = (ctx: MemberContext) => Promise<string[]>;

/** Milliseconds a person stays online after their last tab, lest a reload flicker. */
const GRACE = 10_000;
/** Milliseconds in which changes are gathered before anyone is told. */
const GATHER = 1_000;

/** One person with a connected socket. */
interface Watcher {
  sockets: Set<MemberSocket>;
  /** The sockets that said addUser and not userOffline. */
  shown: Set<string>;
  watched: ReadonlySet<string>;
  /** Counts the look-ups of whom they watch, so that one that was overtaken is left out. */
  asked: number;
  /** What they were told last. */
  told: string | null;
  leaving: NodeJS.Timeout | undefined;
}

/**
 * Who is online (contract §8, spec §4): a person with at least one tab in sight. Told to those who follow or talk
 * with them, each as a list of the people they watch, so that no answer grows with the size of the place.
 */
export class Presence {
  readonly #ctx: Context;
  readonly #publish: Publish;
  readonly #findWatched: FindWatched;
  readonly #grace: number;
  readonly #people = new Map<string, Watcher>();
  /** The connected ones that watch somebody, by the one watched. */
  readonly #watchers = new Map<string, Set<string>>();
  readonly #changed = new Set<string>();
  readonly #elsewhere: Elsewhere;
  #gathering: NodeJS.Timeout | undefined;

  readonly handlers = {
    addUser: async ({ viewer, socketId }: MemberContext & { socketId: string }) =>
      this.#show(viewer.id, socketId),
    userOffline: async ({ viewer, socketId }: MemberContext & { socketId: string }) =>
      this.#hide(viewer.id, socketId),
    ping: async () => {},
  };

  constructor(ctx: Context, publish: Publish, findWatched: FindWatched, grace: number = GRACE) {
    this.#ctx = ctx;
    this.#publish = publish;
    this.#findWatched = findWatched;
    this.#grace = grace;
    this.#elsewhere = new Elsewhere(
      ctx.nodes,
      {
        isOnlineHere: (id) => this.#isOnlineHere(id),
        isWatchedHere: (id) => this.#watchers.has(id),
        watchedHere: () => this.#watchers.keys(),
        changedElsewhere: (id) => this.#announce(id),
      },
      grace,
    );
  }

  /** Whether any socket of theirs is connected, in sight or not. */
  isConnected(userId: string): boolean {
    return (this.#people.get(userId)?.sockets.size ?? 0) > 0;
  }

  connect(socket: MemberSocket): void {
    const { id } = socket.data.viewer;
    const person = this.#people.get(id) ?? this.#enter(id);
    person.sockets.add(socket);
    // The new tab has been told nothing yet.
    person.told = null;
    socket.once('disconnect', () => {
      person.sockets.delete(socket);
      this.#hide(id, socket.id);
      if (person.sockets.size === 0 && !person.leaving) this.#forget(id, person);
    });
    void this.refresh([id]);
  }

  /** Follows, blocks or talks of these people changed: whom they watch is looked up anew. */
  async refresh(userIds: readonly string[]): Promise<void> {
    for (const id of userIds) {
      const person = this.#people.get(id);
      const socket = person?.sockets.values().next().value;
      if (!person || !socket) continue;
      const asked = (person.asked += 1);
      try {
        const { viewer, origin } = socket.data;
        const watched = new Set(await this.#findWatched({ ...this.#ctx, viewer, origin }));
        if (asked !== person.asked || this.#people.get(id) !== person) continue;
        this.#watch(id, person, watched);
        this.#change(id);
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'whom somebody watches could not be read');
      }
    }
  }

  /** Neither is told of the other from now on, whatever a look-up says that began before, and should one fail. */
  async part(one: string, other: string): Promise<void> {
    for (const [id, hidden] of [
      [one, other],
      [other, one],
    ] as const) {
      const person = this.#people.get(id);
      if (!person) continue;
      person.asked += 1;
      this.#watch(id, person, new Set([...person.watched].filter((each) => each !== hidden)));
      this.#change(id);
    }
    await this.refresh([one, other]);
  }

  /** The same for everybody connected here, one after the other: news of changes may have been lost. */
  async refreshAll(): Promise<void> {
    await this.refresh([...this.#people.keys()]);
  }

  close(): void {
    this.#elsewhere.close();
    clearTimeout(this.#gathering);
    for (const { leaving } of this.#people.values()) clearTimeout(leaving);
  }

  #enter(id: string): Watcher {
    const person: Watcher = {
      sockets: new Set(),
      shown: new Set(),
      watched: new Set(),
      asked: 0,
      told: null,
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
    return this.#isOnlineHere(id) || this.#elsewhere.isOnline(id);
  }

  #isOnlineHere(id: string): boolean {
    const person = this.#people.get(id);
    return person !== undefined && (person.shown.size > 0 || person.leaving !== undefined);
  }

  #show(id: string, socketId: string): void {
    const person = this.#people.get(id);
    // The event can come after the end of its socket.
    if (!person || ![...person.sockets].some((socket) => socket.id === socketId)) return;
    const wasOnline = this.#isOnlineHere(id);
    clearTimeout(person.leaving);
    person.leaving = undefined;
    person.shown.add(socketId);
    if (!wasOnline) this.#changeHere(id);
  }

  #hide(id: string, socketId: string): void {
    const person = this.#people.get(id);
    if (!person?.shown.delete(socketId) || person.shown.size > 0) return;
    person.leaving = setTimeout(() => {
      person.leaving = undefined;
      this.#changeHere(id);
      if (person.sockets.size === 0) this.#forget(id, person);
    }, this.#grace);
    person.leaving.unref();
  }

  #watch(id: string, person: Watcher, watched: ReadonlySet<string>): void {
    const added = [...watched].filter((other) => !this.#watchers.has(other));
    for (const other of watched) {
      const watchers = this.#watchers.get(other) ?? new Set();
      this.#watchers.set(other, watchers.add(id));
    }
    for (const other of person.watched) if (!watched.has(other)) this.#unwatch(id, other);
    person.watched = watched;
    this.#elsewhere.learn(added);
  }

  #unwatch(id: string, other: string): void {
    const watchers = this.#watchers.get(other);
    watchers?.delete(id);
    if (watchers?.size !== 0) return;
    this.#watchers.delete(other);
    this.#elsewhere.forget(other);
  }

  #changeHere(id: string): void {
    this.#announce(id);
    this.#elsewhere.tell(id);
  }

  #announce(id: string): void {
    for (const watcher of this.#watchers.get(id) ?? []) this.#change(watcher);
  }

  #change(watcher: string): void {
    this.#changed.add(watcher);
    this.#gathering ??= setTimeout(() => {
      this.#gathering = undefined;
      const changed = [...this.#changed];
      this.#changed.clear();
      for (const id of changed) void this.#tell(id);
    }, GATHER);
    this.#gathering.unref();
  }

  async #tell(id: string): Promise<void> {
    const person = this.#people.get(id);
    if (!person) return;
    const online = [...person.watched].filter((other) => this.#isOnline(other));
    const told = online.join();
    if (told === person.told) return;
    person.told = told;
    await this.#publish(id, 'getOnlineUsers', () => [online]);
  }
}
