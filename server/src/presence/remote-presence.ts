import { z } from 'zod';
import { Batcher } from '../lib/batcher.ts';
import { defineMessage, defineQuestion, type Cluster } from '../kernel/messages.ts';

/** Milliseconds for which changes and questions are collected before they go to other nodes. */
const COLLECT_MS = 100;
/** The most people that one question names. */
const MAX_IDS_PER_QUESTION = 1_000;

const ids = z.array(z.uuid());

/** The people who came online at the sending node, or went offline there. */
export const presenceChanged = defineMessage(
  'presence',
  z.object({ changes: z.array(z.tuple([z.uuid(), z.boolean()])) }),
);

/** Which of these people are online at your node? */
export const whoIsOnline = defineQuestion('whoIsOnline', z.object({ ids }), ids.optional());

/** The presence of this node. */
interface LocalPresence {
  isOnlineHere(id: string): boolean;
  isWatchedHere(id: string): boolean;
  /** Everybody watched by somebody here. */
  watchedHere(): Iterable<string>;
  /** This person came online at another node, or went offline there. */
  changedRemotely(id: string): void;
}

/** Which of the people watched here are online at other nodes. It keeps nobody else, so it does not grow with the network. */
export class RemotePresence {
  readonly #cluster: Cluster;
  readonly #local: LocalPresence;
  /** The other nodes at which each person is online. */
  readonly #nodesOf = new Map<string, Set<string>>();
  readonly #changes = new Batcher({
    empty: () => new Set<string>(),
    run: async (changed) => this.#send(changed),
    delayMs: COLLECT_MS,
  });
  readonly #questions = new Batcher({
    empty: () => new Set<string>(),
    run: async (unknown) => this.#askAll([...unknown]),
    delayMs: COLLECT_MS,
    isSerial: true,
  });
  /** Their changes arrived while an answer about them was under way. That answer may be older. */
  #changedMeanwhile = new Set<string>();
  readonly #graceMs: number;
  readonly #gone = new Map<string, NodeJS.Timeout>();

  constructor(cluster: Cluster, local: LocalPresence, graceMs: number) {
    this.#cluster = cluster;
    this.#local = local;
    this.#graceMs = graceMs;
  }

  onNodeJoined(node: string): void {
    clearTimeout(this.#gone.get(node));
    this.#gone.delete(node);
    this.learnAgain();
  }

  /** The people of this node get time to connect to other nodes. */
  onNodeGone(node: string): void {
    clearTimeout(this.#gone.get(node));
    this.#gone.set(node, setTimeout(() => this.#forgetNode(node), this.#graceMs).unref());
  }

  /** Asks about everybody watched here, because changes may be lost. */
  learnAgain(): void {
    this.learn(this.#local.watchedHere());
  }

  /** Another node reports changes. */
  receive({ changes }: { changes: [string, boolean][] }, node: string): void {
    for (const [id, isOnline] of changes) {
      this.#changedMeanwhile.add(id);
      this.#put(id, node, isOnline);
    }
  }

  isOnline(id: string): boolean {
    return this.#nodesOf.has(id);
  }

  /** Somebody here watches these people from now on. */
  learn(ids: Iterable<string>): void {
    if (this.#cluster.isAlone) return;
    for (const id of ids) this.#questions.collect().batch.add(id);
  }

  /** Nobody here watches them any more. */
  forget(id: string): void {
    this.#nodesOf.delete(id);
    this.#questions.openBatch?.delete(id);
  }

  /** This person came online here, or went offline. */
  report(id: string): void {
    if (this.#cluster.isAlone) return;
    this.#changes.collect().batch.add(id);
  }

  close(): void {
    this.#changes.stop();
    this.#questions.stop();
    for (const timer of this.#gone.values()) clearTimeout(timer);
  }

  async #send(changed: ReadonlySet<string>): Promise<void> {
    const changes = [...changed].map((id): [string, boolean] => [id, this.#local.isOnlineHere(id)]);
    await this.#cluster.broadcast(presenceChanged, { changes });
  }

  async #askAll(unknown: string[]): Promise<void> {
    for (let at = 0; at < unknown.length; at += MAX_IDS_PER_QUESTION)
      await this.#ask(unknown.slice(at, at + MAX_IDS_PER_QUESTION));
  }

  async #ask(ids: string[]): Promise<void> {
    this.#changedMeanwhile = new Set();
    const answers = await this.#cluster.ask(whoIsOnline, { ids });
    for (const { from, answer } of answers) {
      const online = new Set(answer);
      for (const id of ids)
        if (!this.#changedMeanwhile.has(id)) this.#put(id, from, online.has(id));
    }
  }

  #put(id: string, node: string, isOnline: boolean): void {
    if (!this.#local.isWatchedHere(id)) return;
    const nodes = this.#nodesOf.get(id) ?? new Set();
    const wasOnline = nodes.size > 0;
    if (isOnline) nodes.add(node);
    else nodes.delete(node);
    if (nodes.size > 0) this.#nodesOf.set(id, nodes);
    else this.#nodesOf.delete(id);
    if (wasOnline !== nodes.size > 0) this.#local.changedRemotely(id);
  }

  #forgetNode(node: string): void {
    this.#gone.delete(node);
    for (const [id, nodes] of this.#nodesOf) if (nodes.has(node)) this.#put(id, node, false);
  }
}
