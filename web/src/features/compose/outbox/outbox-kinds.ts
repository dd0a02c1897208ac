import type { decideRetry, OutboxItem } from './outbox-rules.ts';

/** How the outbox sends one kind of items. The module that knows the kind registers it when it loads. */
export interface OutboxKind {
  /** Whether an attempt makes sense now. The module calls `sendAll` when it does again. */
  canSend: (item: OutboxItem) => boolean;
  /** Sends the item under its `clientId`. Resolves to a function that shows the answer. It is not called after a logout. */
  send: (item: OutboxItem) => Promise<() => void>;
  decide: typeof decideRetry;
  /** Called when the first attempt got no answer. */
  waits?: (item: OutboxItem) => void;
  refused?: (item: OutboxItem, error: unknown) => void;
}

const kinds = new Map<string, OutboxKind>();

export function registerKind(name: string, kind: OutboxKind): void {
  kinds.set(name, kind);
}

/** Undefined until the module of the kind has loaded. Its items wait. */
export const kindOf = ({ kind }: OutboxItem): OutboxKind | undefined => kinds.get(kind);

const refusals = new Set<(item: OutboxItem) => void>();

/** Registers a listener for items that are refused. */
export function onRefused(listener: (item: OutboxItem) => void): () => void {
  refusals.add(listener);
  return () => refusals.delete(listener);
}

export function publishRefused(item: OutboxItem): void {
  for (const listener of refusals) listener(item);
}
