import { v7 as newId } from 'uuid';
import type { Logger } from 'pino';
import type { Traces } from '../../kernel/ports.ts';
import type { Cluster, MessageType, QuestionType } from '../../kernel/messages.ts';
import { readMessage, type BusMessage } from './bus-messages.ts';
import { Heartbeat } from './heartbeat.ts';
import type { Transport } from './transport.ts';

/** Milliseconds for which a sender waits for the acknowledgements of other nodes. */
const ACKNOWLEDGEMENT_TIMEOUT_MS = 1_000;

interface Waiting {
  /** Null for a broadcast. Other nodes only acknowledge it. */
  question: QuestionType<unknown, unknown> | null;
  answers: { from: string; answer: unknown }[];
  missing: Set<string>;
  done: () => void;
}

const ALL = 'roost:nodes';
const channelOfNode = (id: string) => `roost:node:${id}`;
const channelOfPerson = (id: string) => `roost:person:${id}`;

/** The listeners for one kind of message. */
interface Subscription<Listener> {
  type: MessageType<unknown>;
  listeners: Listener[];
}
type OnBroadcast = (body: unknown, from: string) => void;
type OnPublished = (userId: string, body: unknown) => void;
type Answering = { type: QuestionType<unknown, unknown>; answer: (question: unknown) => unknown };

/** Sends messages and questions between nodes. The transport may lose any of them. */
export class NodeBus implements Cluster {
  readonly isAlone = false;
  readonly #id = newId();
  readonly #transport: Transport;
  readonly #log: Logger;
  readonly #traces: Traces | null;
  readonly #heartbeat: Heartbeat;
  readonly #waiting = new Map<string, Waiting>();
  readonly #broadcasts = new Map<string, Subscription<OnBroadcast>>();
  readonly #questions = new Map<string, Answering>();
  readonly #published = new Map<string, Subscription<OnPublished>>();
  /** Counts how often this node subscribes to each person. */
  readonly #personSubscriptions = new Map<string, { times: number; subscription: Promise<void> }>();

  constructor(transport: Transport, log: Logger, traces: Traces | null = null) {
    this.#transport = transport;
    this.#log = log;
    this.#traces = traces;
    this.#heartbeat = new Heartbeat(this.#id, () =>
      this.#send(ALL, { kind: 'heartbeat', from: this.#id }),
    );
  }

  get isConnected(): boolean {
    return this.#heartbeat.isConnected;
  }

  async start(): Promise<void> {
    const listener = this.#listener((message) => this.#receive(message));
    const listening = [ALL, channelOfNode(this.#id)].map((channel) =>
      this.#transport.subscribe(channel, listener),
    );
    await Promise.race([Promise.all(listening), after(ACKNOWLEDGEMENT_TIMEOUT_MS)]);
    this.#heartbeat.start();
  }

  async close(): Promise<void> {
    this.#heartbeat.stop();
    this.#send(ALL, { kind: 'leave', from: this.#id });
    for (const { done } of this.#waiting.values()) done();
  }

  async broadcast<Body>({ name }: MessageType<Body>, body: Body): Promise<void> {
    await this.#collect(null, (reply) => ({
      kind: 'message',
      from: this.#id,
      name,
      body,
      reply,
      traceparent: this.#traces?.current(),
    }));
  }

  onBroadcast<Body>(type: MessageType<Body>, listener: (body: Body, from: string) => void): void {
    add(this.#broadcasts, type, listener as OnBroadcast);
  }

  async ask<Question, Answer>(type: QuestionType<Question, Answer>, question: Question) {
    const answers = await this.#collect(type, (reply) => ({
      kind: 'question',
      from: this.#id,
      name: type.name,
      question,
      reply,
    }));
    return answers as { from: string; answer: Answer | undefined }[];
  }

  onQuestion<Question, Answer>(
    type: QuestionType<Question, Answer>,
    answer: (question: Question) => Answer,
  ): void {
    this.#questions.set(type.name, { type, answer } as Answering);
  }

  async subscribeToPerson(userId: string): Promise<void> {
    let person = this.#personSubscriptions.get(userId);
    if (!person) {
      const subscription = this.#transport.subscribe(
        channelOfPerson(userId),
        this.#listener((message) => this.#receiveForPerson(userId, message)),
      );
      person = { times: 0, subscription };
      this.#personSubscriptions.set(userId, person);
    }
    person.times += 1;
    // The subscription may wait for an outage to end. Then `onReturned` makes its users look for missed changes.
    await Promise.race([person.subscription, after(ACKNOWLEDGEMENT_TIMEOUT_MS)]);
  }

  unsubscribeFromPerson(userId: string): void {
    const person = this.#personSubscriptions.get(userId);
    if (!person) return;
    person.times -= 1;
    if (person.times > 0) return;
    this.#personSubscriptions.delete(userId);
    this.#transport.unsubscribe(channelOfPerson(userId));
  }

  publish<Body>(userId: string, { name }: MessageType<Body>, body: Body): void {
    const traceparent = this.#traces?.current();
    this.#send(channelOfPerson(userId), {
      kind: 'message',
      from: this.#id,
      name,
      body,
      traceparent,
    });
  }

  onPublished<Body>(type: MessageType<Body>, listener: (userId: string, body: Body) => void): void {
    add(this.#published, type, listener as OnPublished);
  }

  onJoined(listener: (node: string) => void): void {
    this.#heartbeat.onJoined.push(listener);
  }

  onGone(listener: (node: string) => void): void {
    this.#heartbeat.onGone.push(listener);
  }

  onMissed(listener: () => void): void {
    this.#transport.onResubscribed?.(listener);
  }

  onReturned(listener: () => void): void {
    this.#heartbeat.onReturned.push(listener);
  }

  /** Sends to all nodes, and waits for the known ones. Returns the answers that arrive in time. */
  async #collect(
    question: Waiting['question'],
    make: (reply: string) => BusMessage,
  ): Promise<Waiting['answers']> {
    const reply = newId();
    const { promise, resolve: done } = Promise.withResolvers<void>();
    const waiting: Waiting = { question, answers: [], missing: this.#heartbeat.others(), done };
    this.#send(ALL, make(reply));
    if (waiting.missing.size === 0 || !this.isConnected) return [];
    this.#waiting.set(reply, waiting);
    await Promise.race([promise, after(ACKNOWLEDGEMENT_TIMEOUT_MS)]);
    this.#waiting.delete(reply);
    return waiting.answers;
  }

  #send(channel: string, message: BusMessage): void {
    this.#transport.publish(channel, JSON.stringify(message));
  }

  #receive(message: BusMessage): void {
    if (message.kind === 'leave') return this.#heartbeat.lose(message.from);
    this.#heartbeat.receive(message.from);
    if (message.from === this.#id) return;
    if (message.kind === 'answer') return this.#take(message);
    if (message.kind === 'heartbeat') return;
    const { from, reply } = message;
    const answer = this.#answerTo(message);
    if (reply) this.#send(channelOfNode(from), { kind: 'answer', from: this.#id, reply, answer });
  }

  #answerTo(message: Extract<BusMessage, { kind: 'message' | 'question' }>): unknown {
    const { name } = message;
    if (message.kind === 'question')
      return this.#try(() => {
        const asked = this.#questions.get(name);
        return asked?.answer(asked.type.question.parse(message.question));
      });
    this.#continued(message, () => {
      const subscription = this.#broadcasts.get(name);
      const body = subscription?.type.schema.parse(message.body);
      for (const listener of subscription?.listeners ?? [])
        this.#try(() => listener(body, message.from));
    });
    return undefined;
  }

  #receiveForPerson(userId: string, message: BusMessage): void {
    if (message.from === this.#id || message.kind !== 'message') return;
    this.#continued(message, () => {
      const subscription = this.#published.get(message.name);
      const body = subscription?.type.schema.parse(message.body);
      for (const listener of subscription?.listeners ?? []) this.#try(() => listener(userId, body));
    });
  }

  #take({ reply, from, answer }: Extract<BusMessage, { kind: 'answer' }>): void {
    const waiting = this.#waiting.get(reply);
    if (!waiting?.missing.delete(from)) return;
    const { question } = waiting;
    this.#try(() => {
      if (question) waiting.answers.push({ from, answer: question.answer.parse(answer) });
    });
    if (waiting.missing.size === 0) waiting.done();
  }

  /** Makes a listener for a channel. It logs and drops anything that is no valid message. */
  #listener(listener: (message: BusMessage) => void): (text: string) => void {
    return (text) => this.#try(() => listener(readMessage(text)));
  }

  /** Runs listeners as a part of the span that sent the message, at the other node. */
  #continued(
    { name, traceparent }: { name: string; traceparent?: string | undefined },
    work: () => void,
  ): void {
    if (!this.#traces || traceparent === undefined) {
      this.#try(work);
      return;
    }
    const span = this.#traces.begin(`message ${name}`, { kind: 'consumer', parent: traceparent });
    span.run(() => this.#try(work));
    span.end();
  }

  /** Logs the error of a listener, so that the other listeners still run. */
  #try<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      this.#log.error({ err: error }, 'message of another node dropped');
      return undefined;
    }
  }
}

function add<Listener>(
  subscriptions: Map<string, Subscription<Listener>>,
  type: MessageType<unknown>,
  listener: Listener,
): void {
  const known = subscriptions.get(type.name) ?? { type, listeners: [] };
  known.listeners.push(listener);
  subscriptions.set(type.name, known);
}

async function after(milliseconds: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  setTimeout(resolve, milliseconds).unref();
  await promise;
}
