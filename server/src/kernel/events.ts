import type { z } from 'zod';
import type { MessageType } from './messages.ts';

/** A kind of event. It is defined in `<feature>.events.ts` of the feature that emits it. */
export interface EventType<Payload> {
  readonly name: string;
  /** Never set. It carries the type. */
  readonly body?: Payload;
}

/** An event that may go to other nodes. Its schema checks what arrives there. */
export interface RemoteEventType<Payload> extends EventType<Payload>, MessageType<Payload> {
  readonly name: string;
  readonly body?: Payload;
}

export type PayloadOf<Type> = Type extends EventType<infer Payload> ? Payload : never;

export function defineEvent<Payload>(name: string): EventType<Payload> {
  return { name };
}

export function defineRemoteEvent<Payload>(
  name: string,
  schema: z.ZodType<Payload>,
): RemoteEventType<Payload> {
  return { name, schema };
}

/** An event of an open transaction. It is delivered after the commit. */
export interface EmittedEvent {
  readonly type: EventType<unknown>;
  readonly payload: unknown;
}

/** The reactions to one kind of event, by moment. Each list runs in its order. */
export interface Reactions<Ctx, Payload> {
  /** Just before the commit, with all events of this kind that the transaction emitted. */
  inTransaction?: readonly ((tx: Ctx, events: Payload[]) => Promise<void>)[];
  /** After the commit. The answer does not wait for a promise. */
  afterCommit?: readonly ((ctx: Ctx, event: Payload) => unknown)[];
  /** After the commit. The answer to whoever caused the event waits for it. */
  beforeAnswer?: readonly ((ctx: Ctx, event: Payload) => Promise<unknown>)[];
  /** On each node that receives the event from another one. */
  onOtherNodes?: readonly ((ctx: Ctx, event: Payload) => unknown)[];
}

export interface Subscription<Ctx> {
  readonly type: EventType<unknown>;
  readonly reactions: Reactions<Ctx, never>;
}

/** A line of the table in `subscriptions.ts`. */
export function subscription<Ctx, Payload>(
  type: EventType<Payload>,
  reactions: Reactions<Ctx, Payload>,
): Subscription<Ctx> {
  return { type, reactions };
}

/** Runs the reactions of the table. */
export class EventBus<Ctx> {
  #ctx: Ctx | undefined;
  #table: readonly Subscription<Ctx>[] = [];
  readonly #byName = new Map<string, Reactions<Ctx, never>>();
  readonly #onError: (error: unknown, event: string) => void;
  /** Reactions that still run after commits. */
  readonly #running = new Set<Promise<unknown>>();

  /** `onError` receives what a reaction throws after the commit. It must not make the commit look undone. */
  constructor(onError: (error: unknown, event: string) => void) {
    this.#onError = onError;
  }

  /** Sets the table. Reactions after the commit get this context, which outlives each request. */
  useTable(ctx: Ctx, table: readonly Subscription<Ctx>[]): void {
    this.#ctx = ctx;
    this.#table = table;
    for (const { type, reactions } of table) {
      if (this.#byName.has(type.name)) throw new Error(`${type.name} has two lines in the table`);
      this.#byName.set(type.name, reactions);
    }
  }

  /** Runs `inTransaction`, line by line. An event that a reaction emits itself reaches the lines below. */
  async react(tx: Ctx, pending: readonly EmittedEvent[]): Promise<void> {
    for (const { type, reactions } of this.#table) {
      for (const react of reactions.inTransaction ?? []) {
        const events = pending.filter((event) => event.type.name === type.name);
        if (events.length > 0) await react(tx, events.map(({ payload }) => payload) as never[]);
      }
    }
  }

  /** Runs `afterCommit` for each event, then `beforeAnswer`. If one reaction fails, the others still run. */
  async deliver(events: readonly EmittedEvent[]): Promise<void> {
    for (const { type, payload } of events)
      void this.#run(type, this.#byName.get(type.name)?.afterCommit, payload);
    for (const { type, payload } of events) {
      const reactions = this.#byName.get(type.name)?.beforeAnswer;
      if (reactions) await Promise.all(this.#run(type, reactions, payload));
    }
  }

  /** Waits for all reactions that still run. A short-lived process needs it before it closes its connections. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Runs `onOtherNodes` for an event of another node. */
  receive<Payload>(type: EventType<Payload>, payload: Payload): void {
    void this.#run(type, this.#byName.get(type.name)?.onOtherNodes, payload);
  }

  /** The same for an event of which only the name is known. Throws for an unknown name, and for an invalid payload. */
  receiveByName(name: string, payload: unknown): void {
    const line = this.#table.find(({ type }) => type.name === name);
    if (!line || !isRemote(line.type)) throw new Error(`There is no remote event ${name}.`);
    this.receive(line.type, line.type.schema.parse(payload));
  }

  #watch(running: Promise<unknown>): Promise<unknown> {
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  #run(
    { name }: EventType<unknown>,
    reactions: readonly ((ctx: Ctx, event: never) => unknown)[] = [],
    payload: unknown,
  ): Promise<unknown>[] {
    const failed = (error: unknown) => this.#onError(error, name);
    return reactions.flatMap((react) => {
      try {
        const running = react(this.#ctx as Ctx, payload as never);
        return running instanceof Promise ? [this.#watch(running.catch(failed))] : [];
      } catch (error) {
        failed(error);
        return [];
      }
    });
  }
}

function isRemote(type: EventType<unknown>): type is RemoteEventType<unknown> {
  return 'schema' in type;
}
