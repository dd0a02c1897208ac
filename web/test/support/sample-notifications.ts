import type { NotificationGroup } from '@roost/contract/notifications';
import { sampleId } from './sample-id.ts';

type Decision = NonNullable<NotificationGroup['decision']>;

/** For tests: a decision that can be appealed. */
export function sampleDecision(about: Partial<Decision> = {}): Decision {
  return {
    _id: sampleId('decision'),
    action: 'hide',
    reason: 'harassment',
    rule: { _id: sampleId('rule'), text: 'Be kind.' },
    until: null,
    message: 'Please stay friendly.',
    canAppeal: true,
    isUndone: false,
    ...about,
  };
}

/** For tests: a group with Ann's unread like of the post 'post'. */
export function sampleGroup(about: Partial<NotificationGroup> = {}): NotificationGroup {
  return {
    key: 'g1',
    type: 'like',
    message: 'Ann liked your post.',
    post: { _id: 'post', content: 'Hello', thumbnail: null },
    isAboutComment: false,
    count: 1,
    unread: 1,
    senders: [{ _id: 'ann', username: 'ann', fullName: 'Ann', avatar: null }],
    createdAt: '2026-03-04T12:00:00.000Z',
    newestId: 'n1',
    ...about,
  };
}
