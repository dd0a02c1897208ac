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

/** Of what the owner learns by mail. */
export type NoticeKind = 'newDevice' | 'accountClosed' | SecurityEvent;

const HOUR_SECONDS = 3_600;

/** Mails the owner at the address that the account has now. The mail has a link that undoes what happened from now on. Returns the id of the notice. */
export async function notifyOwner(
  tx: Context,
  userId: string,
  what: NoticeKind,
  client: ClientInfo,
): Promise<string> {
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
  return id;
}

/** Records a change in the recent activity. Its owner gets a mail and a notification. */
export async function recordChange(
  tx: Context,
  userId: string,
  what: SecurityEvent,
  client: ClientInfo,
): Promise<void> {
  await recordActivity(tx, userId, what, client);
  const noticeId = await notifyOwner(tx, userId, what, client);
  emit(tx, ownerNotified, { userId, noticeId, what });
}
