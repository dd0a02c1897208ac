import type { PushKind } from '@roost/contract/push';
import type { CallMoved } from '../calls/calls.events.ts';
import type { LoadedMessage } from '../chat/messages/load-messages.ts';
import type { EntryItems, LogEntry } from '../event-log/entries.ts';
import type { PayloadOf } from '../kernel/events.ts';
import type { entriesAppended } from '../event-log/event-log.events.ts';
import type { Context } from '../kernel/context.ts';
import { Batcher } from '../lib/batcher.ts';
import { findNotificationsOfPeople } from '../notifications/notification-list.queries.ts';
import { inBackground } from '../platform/database/in-background.ts';
import { addPushJobs, type NewPushJob } from './add-push-jobs.ts';
import { findWantedKinds } from './subscriptions/push-subscription.queries.ts';
import type { PushItem } from './push.jobs.ts';
import { kindOf, tagOf } from './push-rules.ts';

/** Something new for a person, about which a browser may get a push. */
interface Candidate {
  userId: string;
  /** Null: the type of the notification decides. */
  kind: PushKind | null;
  item: PushItem;
}

/** The news that one statement takes. */
const MAX_BATCH = 500;

/**
 * Queues pushes after the commit. It collects what one turn of the event loop committed. One statement then finds the people
 * who subscribed a browser, which few have done. So the operations themselves send no statement for it. A crash at this moment loses a
 * push, but never the notification.
 */
export class PushQueue {
  readonly #entries = newBatcher();
  /** A ringing call does not wait until the pushes of many people are queued. */
  readonly #calls = newBatcher();

  /** For new notifications and messages. */
  async entriesAppended(ctx: Context, { added }: PayloadOf<typeof entriesAppended>): Promise<void> {
    const candidates = [...added].flatMap(([userId, entries]) =>
      entries.flatMap((entry) => candidateOf(userId, entry) ?? []),
    );
    await collect(this.#entries, ctx, candidates);
  }

  /** For a call that begins to ring, and for one that somebody answered or rejected. */
  async callChanged(ctx: Context, { call, updates }: CallMoved): Promise<void> {
    const isRinging = updates.includes('incoming to all callee tabs');
    const isOver = call.status === 'active' || call.reason === 'rejected';
    if (!isRinging && !isOver) return;
    const item = { callId: call.id, isOver };
    await collect(this.#calls, ctx, [{ userId: call.callee_id, kind: 'calls', item }]);
  }
}

type CandidateBatcher = Batcher<Candidate[], Context>;

const newBatcher = (): CandidateBatcher =>
  new Batcher<Candidate[], Context>({
    empty: () => [],
    run: async (candidates, ctx) => queue(inBackground(ctx), candidates),
    // In order, because a newer push replaces an older one.
    isSerial: true,
  });

async function collect(
  batcher: CandidateBatcher,
  ctx: Context,
  candidates: Candidate[],
): Promise<void> {
  if (ctx.config.push === 'off' || candidates.length === 0) return;
  const { batch, result } = batcher.collect(ctx);
  batch.push(...candidates);
  await result;
}

function candidateOf(userId: string, { name, item, inlined }: LogEntry): Candidate | null {
  if (name === 'notification') {
    const { notificationId } = item as EntryItems['notification'];
    return { userId, kind: null, item: { notificationId } };
  }
  if (name !== 'message') return null;
  const { messageId, conversationId, isRepeat } = item as EntryItems['message'];
  // Only the messages of calls are not inlined.
  const kind = inlined === undefined ? 'calls' : 'messages';
  const isOwn = (inlined as LoadedMessage | undefined)?.row.sender_id === userId;
  return isRepeat || isOwn ? null : { userId, kind, item: { messageId, conversationId } };
}

/** Takes three statements for a batch, however many people it has. */
async function queue(ctx: Context, candidates: Candidate[]): Promise<void> {
  for (let from = 0; from < candidates.length; from += MAX_BATCH)
    await queueBatch(ctx, candidates.slice(from, from + MAX_BATCH));
}

async function queueBatch(ctx: Context, candidates: Candidate[]): Promise<void> {
  const wanted = await findWantedKinds(ctx, [...new Set(candidates.map(({ userId }) => userId))]);
  const theirs = candidates.filter(({ userId }) => wanted.has(userId));
  if (theirs.length === 0) return;
  const described = await describe(ctx, theirs);
  await addPushJobs(
    ctx,
    described.filter(({ userId, kind }) => wanted.get(userId)?.has(kind)),
  );
}

/** Leaves out notifications that no longer exist. */
async function describe(ctx: Context, candidates: Candidate[]): Promise<NewPushJob[]> {
  const notifications = candidates.flatMap(({ userId, item }) =>
    'notificationId' in item ? { userId, id: item.notificationId } : [],
  );
  const rows = await findNotificationsOfPeople(ctx, notifications);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return candidates.flatMap(({ userId, item, kind }): NewPushJob[] => {
    if ('callId' in item) return [{ userId, item, kind: 'calls', jobKey: item.callId }];
    if ('messageId' in item)
      return [{ userId, item, kind: kind ?? 'messages', jobKey: item.conversationId }];
    const row = rowOf.get(item.notificationId);
    return row ? [{ userId, item, kind: kindOf[row.type], jobKey: tagOf(row) }] : [];
  });
}
