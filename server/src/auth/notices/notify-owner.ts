import { v7 as newId } from 'uuid';
import type { SecurityEvent } from '@roost/contract/notifications';
import type { Context } from '../../kernel/context.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { emit } from '../../platform/database/transaction.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { ownerNotified } from '../auth.events.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { insertNotice } from './notice.queries.ts';
import { sendNoticeJob } from './notices.jobs.ts';

/** The changes of which the owner learns by mail and by a notification. */
export type NoticeKind = SecurityEvent;

const HOUR_SECONDS = 3_600;

/** Notifies the owner, and mails them at the address that the account has now. The mail has a link that undoes what happened from now on. */
export async function notifyOwner(
  tx: Context,
  userId: string,
  what: NoticeKind,
  client: ClientInfo,
): Promise<void> {
  const id = newId();
  await insertNotice(tx, {
    id,
    userId,
    what,
    device: client.device.slice(0, 300),
    address: client.address.slice(0, 64),
    validSeconds: tx.config.undoHours * HOUR_SECONDS,
  });
  await addJob(tx, sendNoticeJob, { userId, noticeId: id });
  emit(tx, ownerNotified, { userId, noticeId: id, what });
}

/** Records a change in the recent activity, and mails the owner about it. */
export async function recordChange(
  tx: Context,
  userId: string,
  what: Exclude<NoticeKind, 'newDevice'>,
  client: ClientInfo,
): Promise<void> {
  await recordActivity(tx, userId, what, client);
  await notifyOwner(tx, userId, what, client);
}
