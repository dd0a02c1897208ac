import type { Notification } from '@roost/contract/notifications';

/** For tests: a like of the post 'post', by Ann. */
export function sampleNotification(about: Partial<Notification> = {}): Notification {
  return {
    _id: 'n1',
    type: 'like',
    message: 'Ann liked your post.',
    read: false,
    createdAt: '2026-03-04T12:00:00.000Z',
    sender: { _id: 'ann', username: 'ann', fullName: 'Ann', avatar: null },
    post: { _id: 'post', content: 'Hello' },
    ...about,
  };
}
