import type { PushKind } from '@roost/contract/push';
import type { CallMoved } from '../calls/calls.events.ts';
import type { LoadedMessage } from '../chat/messages/load-messages.ts';
import type { EntryItems, LogEntry } from '../event-log/entries.ts';
import type { PayloadOf } from '../kernel/events.ts';
import type { entriesAppended } from '../event-log/event-log.events.ts';
import type { Context } from '../kernel/context.ts';
import { Batcher } from '../lib/batcher.ts';
import { findNotifications } from '../notifications/notification-list.queries.ts';
import { inBackground } from '../platform/database/in-background.ts';
import { addPushJob, type NewPushJob } from './add-push-job.ts';
import { findWantedKinds } from './push-subscription.queries.ts';
import type { PushItem } from './push.jobs.ts';
import { kindOf, tagOf } from './push-rules.ts';

/** Something new for a person, about which a browser may get a push. */
interface Candidate {
  userId: string;
  /** Null: the type of the notification decides. */
  kind: PushKind | null;
  item: PushItem;
}

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

async function queue(ctx: Context, candidates: Candidate[]): Promise<void> {
  const wanted = await findWantedKinds(ctx, [...new Set(candidates.map(({ userId }) => userId))]);
  if (wanted.size === 0) return;
  for (const [userId, theirs] of Map.groupBy(candidates, (each) => each.userId)) {
    const kinds = wanted.get(userId);
    if (!kinds) continue;
    for (const { item, kind, jobKey } of await describe(ctx, userId, theirs))
      if (kinds.has(kind)) await addPushJob(ctx, { userId, item, kind, jobKey });
  }
}

async function describe(
  ctx: Context,
  userId: string,
  all: Candidate[],
): Promise<Omit<NewPushJob, 'userId'>[]> {
  const ids = all.flatMap(({ item }) => ('notificationId' in item ? item.notificationId : []));
  const rows = ids.length > 0 ? await findNotifications(ctx, userId, ids) : [];
  return all.flatMap(({ item, kind }): Omit<NewPushJob, 'userId'>[] => {
    if ('callId' in item) return [{ item, kind: 'calls', jobKey: item.callId }];
    if ('messageId' in item)
      return [{ item, kind: kind ?? 'messages', jobKey: item.conversationId }];
    const row = rows.find(({ id }) => id === item.notificationId);
    return row ? [{ item, kind: kindOf[row.type], jobKey: tagOf(row) }] : [];
  });
}
