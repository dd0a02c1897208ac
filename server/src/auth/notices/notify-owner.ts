import { v7 as newId } from 'uuid';
import type { ActivityKind } from '@roost/contract/security';
import type { Context } from '../../kernel/context.ts';
import type { ClientInfo } from '../../platform/http/client-info.ts';
import { addJob } from '../../platform/jobs/add-job.ts';
import { recordActivity } from '../activity/record-activity.ts';
import { insertNotice } from './notice.queries.ts';
import { sendNoticeJob } from './notices.jobs.ts';

/** The changes of which the owner learns by mail. */
export type NoticeKind =
  | 'newDevice'
  | Extract<
      ActivityKind,
      | 'passwordChanged'
      | 'passwordReset'
      | 'totpEnabled'
      | 'totpDisabled'
      | 'recoveryCodesReplaced'
      | 'passkeyAdded'
      | 'passkeyRemoved'
      | 'factorsReset'
      | 'emailChangeAsked'
      | 'emailChanged'
    >;

const HOUR_SECONDS = 3_600;

/** Mails the owner at the address that the account has now. The mail has a link that undoes what happened from now on. */
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
