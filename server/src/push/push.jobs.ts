import type { PushKind } from '@roost/contract/push';
import { defineJob } from '../platform/jobs/job.ts';

/** The subject of a push. The job reads and checks it again when it sends the push. */
export type PushItem =
  | { notificationId: string }
  | { messageId: string; conversationId: string }
  /** `isOver`: somebody answered or rejected the call. */
  | { callId: string; isOver: boolean };

export interface PushJob {
  userId: string;
  kind: PushKind;
  item: PushItem;
  /** In ms since 1970. After a time that depends on the kind, the push is useless. */
  since: number;
  /** Set if the push is tried again for one browser. */
  sessionId?: string;
}

export const sendPushJob = defineJob<PushJob>('sendPush', {
  pool: 'push',
  // A push service that fails is a new job. Only a lost database makes this one fail.
  attempts: 5,
});
