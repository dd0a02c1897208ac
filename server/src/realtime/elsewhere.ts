import type { Nodes } from './nodes.ts';

/** Milliseconds in which changes and questions are gathered before other nodes are troubled with them. */
const GATHER = 100;
/** People asked about at once. */
const ASKED_AT_ONCE = 1_000;

/** What presence on this node knows that others ask for. */
interface Here {
  isOnlineHere(id: string): boolean;
  isWatchedHere(id: string): boolean;
  /** Everybody watched by somebody here. */
  watchedHere(): Iterable<string>;
  /** Whether this person is online elsewhere is no longer the same. */
  changedElsewhere(id: string): void;
}

/** Who of the people watched here is online at other nodes. Nobody else is kept, so that it doesn't grow with the whole place. */
export class Elsewhere {
  readonly #nodes: Nodes;
  readonly #here: Here;
  /** Where each person is online, other than here. */
  readonly #places = new Map<string, Set<string>>();
  readonly #changed = new Set<string>();
  readonly #unknown = new Set<string>();
  /** Told of while an answer about them is under way, which may be older. */
  #toldMeanwhile = new Set<string>();
  readonly #gone = new Map<string, NodeJS.Timeout>();
  #telling: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;

  constructor(nodes: Nodes, here: Here, grace: number) {
    this.#nodes = nodes;
    this.#here = here;
    nodes.onAsked('whoIsOnline', ({ ids }) => ids.filter((id) => here.isOnlineHere(id)));
    nodes.onTold('presence', ({ changes }, from) => {
      for (const [id, isOnline] of changes) {
        this.#toldMeanwhile.add(id);
        this.#put(id, from, isOnline);
      }
    });
    nodes.onJoined((node) => {
      clearTimeout(this.#gone.get(node));
      this.#gone.delete(node);
      this.learn(here.watchedHere());
    });
    // Its people come back to other nodes, unless they are gone too.
    nodes.onGone((node) => {
      clearTimeout(this.#gone.get(node));
      this.#gone.set(node, setTimeout(() => this.#forgetNode(node), grace).unref());
    });
    nodes.onReturned(() => this.learn(here.watchedHere()));
  }

  isOnline(id: string): boolean {
    return this.#places.has(id);
  }

  /** They are watched from now on. */
  learn(ids: Iterable<string>): void {
    if (this.#nodes.isAlone) return;
    for (const id of ids) this.#unknown.add(id);
    if (this.#unknown.size === 0) return;
    this.#asking ??= setTimeout(() => void this.#ask(), GATHER).unref();
  }

  /** Nobody here watches them any more. */
  forget(id: string): void {
    this.#places.delete(id);
    this.#unknown.delete(id);
  }

  /** They came into sight here, or went out of it. */
  tell(id: string): void {
    if (this.#nodes.isAlone) return;
    this.#changed.add(id);
    this.#telling ??= setTimeout(() => {
      this.#telling = undefined;
      const changes = [...this.#changed].map(
        (each) => [each, this.#here.isOnlineHere(each)] as const,
      );
      this.#changed.clear();
      void this.#nodes.tellNodes('presence', { changes });
    }, GATHER).unref();
  }

  close(): void {
    clearTimeout(this.#telling);
    clearTimeout(this.#asking);
    for (const timer of this.#gone.values()) clearTimeout(timer);
  }

  async #ask(): Promise<void> {
    const ids = [...this.#unknown].slice(0, ASKED_AT_ONCE);
    for (const id of ids) this.#unknown.delete(id);
    this.#toldMeanwhile = new Set();
    const answers = await this.#nodes.askNodes('whoIsOnline', { ids });
    for (const { from, answer } of answers) {
      const online = new Set(answer);
      for (const id of ids) if (!this.#toldMeanwhile.has(id)) this.#put(id, from, online.has(id));
    }
    this.#asking = undefined;
    this.learn([]);
  }

  #put(id: string, node: string, isOnline: boolean): void {
    if (!this.#here.isWatchedHere(id)) return;
    const places = this.#places.get(id) ?? new Set();
    const wasOnline = places.size > 0;
    if (isOnline) places.add(node);
    else places.delete(node);
    if (places.size > 0) this.#places.set(id, places);
    else this.#places.delete(id);
    if (wasOnline !== places.size > 0) this.#here.changedElsewhere(id);
  }

  #forgetNode(node: string): void {
    this.#gone.delete(node);
    for (const [id, places] of this.#places) if (places.has(node)) this.#put(id, node, false);
  }
}
