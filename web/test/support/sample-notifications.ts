import type { NotificationGroup } from '@roost/contract/notifications';

/** For tests: a group with Ann's unread like of the post 'post'. */
export function sampleGroup(about: Partial<NotificationGroup> = {}): NotificationGroup {
  return {
    key: 'g1',
    type: 'like',
    message: 'Ann liked your post.',
    post: { _id: 'post', content: 'Hello' },
    isAboutComment: false,
    count: 1,
    unread: 1,
    senders: [{ _id: 'ann', username: 'ann', fullName: 'Ann', avatar: null }],
    createdAt: '2026-03-04T12:00:00.000Z',
    newestId: 'n1',
    ...about,
  };
}

/** For tests: a decision of the moderators, as its author sees it. */
export function sampleDecision(): NonNullable<NotificationGroup['decision']> {
  return {
    _id: 'decision',
    action: 'warn',
    reason: 'spam',
    rule: { _id: 'rule', text: 'Be kind.' },
    until: null,
    message: 'Please stop.',
    canAppeal: true,
  };
}
