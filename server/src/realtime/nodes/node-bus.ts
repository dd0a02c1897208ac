import { v7 as newId } from 'uuid';
import type { Logger } from 'pino';
import type { NodeNews, NodeQuestions, Nodes, PersonNews } from '../nodes.ts';
import { Pulse } from './pulse.ts';
import type { Wire } from './wire.ts';

/** Milliseconds within which all others have heard, or are not waited for any longer. */
const ACKNOWLEDGED_WITHIN = 1_000;

type Message =
  | { kind: 'beat'; from: string }
  | { kind: 'bye'; from: string }
  | { kind: 'news'; from: string; name: string; news: unknown; reply?: string }
  | { kind: 'question'; from: string; name: string; question: unknown; reply: string }
  | { kind: 'answer'; from: string; reply: string; answer: unknown };

interface Waiting {
  answers: { from: string; answer: unknown }[];
  missing: Set<string>;
  done: () => void;
}

const ALL = 'roost:nodes';
const channelOfNode = (id: string) => `roost:node:${id}`;
const channelOfPerson = (id: string) => `roost:person:${id}`;

/** What nodes tell and ask each other, over a wire that may lose anything. */
export class NodeBus implements Nodes {
  readonly isAlone = false;
  readonly #id = newId();
  readonly #wire: Wire;
  readonly #log: Logger;
  readonly #pulse: Pulse;
  readonly #waiting = new Map<string, Waiting>();
  readonly #told = new Map<string, ((news: never, from: string) => void)[]>();
  readonly #asked = new Map<string, (question: never) => unknown>();
  readonly #ofPerson = new Map<string, ((userId: string, news: never) => void)[]>();
  /** How often each person is followed here. */
  readonly #followed = new Map<string, { times: number; heard: Promise<void> }>();

  constructor(wire: Wire, log: Logger) {
    this.#wire = wire;
    this.#log = log;
    this.#pulse = new Pulse(this.#id, () => this.#say(ALL, { kind: 'beat', from: this.#id }));
  }

  get isConnected(): boolean {
    return this.#pulse.isHeard;
  }

  async start(): Promise<void> {
    const hear = (text: string) => this.#hear(JSON.parse(text) as Message);
    const listening = [ALL, channelOfNode(this.#id)].map((channel) =>
      this.#wire.subscribe(channel, hear),
    );
    await Promise.race([Promise.all(listening), after(ACKNOWLEDGED_WITHIN)]);
    this.#pulse.start();
  }

  async close(): Promise<void> {
    this.#pulse.stop();
    this.#say(ALL, { kind: 'bye', from: this.#id });
    for (const { done } of this.#waiting.values()) done();
  }

  async tellNodes<Name extends keyof NodeNews>(name: Name, news: NodeNews[Name]): Promise<void> {
    await this.#collect((reply) => ({ kind: 'news', from: this.#id, name, news, reply }));
  }

  onTold<Name extends keyof NodeNews>(
    name: Name,
    listener: (news: NodeNews[Name], from: string) => void,
  ): void {
    this.#told.set(name, [...(this.#told.get(name) ?? []), listener]);
  }

  async askNodes<Name extends keyof NodeQuestions>(
    name: Name,
    question: NodeQuestions[Name]['asked'],
  ) {
    const answers = await this.#collect((reply) => ({
      kind: 'question',
      from: this.#id,
      name,
      question,
      reply,
    }));
    return answers as { from: string; answer: NodeQuestions[Name]['answer'] }[];
  }

  onAsked<Name extends keyof NodeQuestions>(
    name: Name,
    answer: (question: NodeQuestions[Name]['asked']) => NodeQuestions[Name]['answer'],
  ): void {
    this.#asked.set(name, answer);
  }

  async follow(userId: string): Promise<void> {
    let followed = this.#followed.get(userId);
    if (!followed) {
      const heard = this.#wire.subscribe(channelOfPerson(userId), (text) =>
        this.#hearOfPerson(userId, JSON.parse(text) as Message),
      );
      followed = { times: 0, heard };
      this.#followed.set(userId, followed);
    }
    followed.times += 1;
    // While the wire is cut it can't be heard; what is missed is looked for when it is back.
    await Promise.race([followed.heard, after(ACKNOWLEDGED_WITHIN)]);
  }

  leave(userId: string): void {
    const followed = this.#followed.get(userId);
    if (!followed) return;
    followed.times -= 1;
    if (followed.times > 0) return;
    this.#followed.delete(userId);
    this.#wire.unsubscribe(channelOfPerson(userId));
  }

  tellPerson<Name extends keyof PersonNews>(
    userId: string,
    name: Name,
    news: PersonNews[Name],
  ): void {
    this.#say(channelOfPerson(userId), { kind: 'news', from: this.#id, name, news });
  }

  onPerson<Name extends keyof PersonNews>(
    name: Name,
    listener: (userId: string, news: PersonNews[Name]) => void,
  ): void {
    this.#ofPerson.set(name, [...(this.#ofPerson.get(name) ?? []), listener]);
  }

  onJoined(listener: (node: string) => void): void {
    this.#pulse.onJoined.push(listener);
  }

  onGone(listener: (node: string) => void): void {
    this.#pulse.onGone.push(listener);
  }

  onMissed(listener: () => void): void {
    this.#wire.onMended?.(listener);
  }

  onReturned(listener: () => void): void {
    this.#pulse.onReturned.push(listener);
  }

  /** Sends to all, and waits for those known to be there; what they answer, as far as they do in time. */
  async #collect(make: (reply: string) => Message): Promise<Waiting['answers']> {
    const reply = newId();
    const { promise, resolve: done } = Promise.withResolvers<void>();
    const waiting: Waiting = { answers: [], missing: this.#pulse.others(), done };
    this.#say(ALL, make(reply));
    if (waiting.missing.size === 0 || !this.isConnected) return [];
    this.#waiting.set(reply, waiting);
    await Promise.race([promise, after(ACKNOWLEDGED_WITHIN)]);
    this.#waiting.delete(reply);
    return waiting.answers;
  }

  #say(channel: string, message: Message): void {
    this.#wire.publish(channel, JSON.stringify(message));
  }

  #hear(message: Message): void {
    if (message.kind === 'bye') return this.#pulse.lose(message.from);
    this.#pulse.heard(message.from);
    if (message.from === this.#id) return;
    if (message.kind === 'answer') return this.#take(message);
    if (message.kind === 'beat') return;
    const { from, reply } = message;
    const answer = this.#answerTo(message);
    if (reply) this.#say(channelOfNode(from), { kind: 'answer', from: this.#id, reply, answer });
  }

  #answerTo(message: Extract<Message, { kind: 'news' | 'question' }>): unknown {
    if (message.kind === 'question')
      return this.#try(() => this.#asked.get(message.name)?.(message.question as never));
    for (const listener of this.#told.get(message.name) ?? [])
      this.#try(() => listener(message.news as never, message.from));
    return undefined;
  }

  #hearOfPerson(userId: string, message: Message): void {
    if (message.from === this.#id || message.kind !== 'news') return;
    for (const listener of this.#ofPerson.get(message.name) ?? [])
      this.#try(() => listener(userId, message.news as never));
  }

  #take({ reply, from, answer }: Extract<Message, { kind: 'answer' }>): void {
    const waiting = this.#waiting.get(reply);
    if (!waiting?.missing.delete(from)) return;
    waiting.answers.push({ from, answer });
    if (waiting.missing.size === 0) waiting.done();
  }

  /** One listener that fails keeps nothing from the others. */
  #try<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#log.error({ err: error }, 'news of another node not taken in');
      return undefined;
    }
  }
}

async function after(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, milliseconds).unref();
  await promise;
}
