import * as words from '#words/moderation';
import type { CaseStatus, SubjectType } from '@roost/contract/moderation';
import { personalStore } from '../../../lib/store.ts';

export type QueueName = 'open' | 'own' | 'closed';

export interface QueueFilter {
  queue: QueueName;
  type: SubjectType | '';
}

/** The filter of the queue. It stays while the moderator opens cases. */
export const queueFilter = personalStore<QueueFilter>({ queue: 'open', type: '' });

export const queueLabels: Record<QueueName, string> = {
  open: words.open,
  own: words.mine,
  closed: words.closed,
};

const statuses: Record<QueueName, CaseStatus[]> = {
  open: ['open', 'assigned'],
  own: ['assigned'],
  closed: ['closed'],
};

/** The filter as the server takes it. */
export function queryOf({ queue, type }: QueueFilter) {
  return {
    status: statuses[queue].join(),
    ...(type !== '' && { type }),
    ...(queue === 'own' && { assigned: 'me' as const }),
  };
}
