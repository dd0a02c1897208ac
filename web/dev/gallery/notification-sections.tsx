import type { NotificationGroup } from '@roost/contract/notifications';
import { NotificationRow } from '../../src/features/notifications/list/notification-row.tsx';
import { NotificationSkeletons } from '../../src/features/notifications/list/notification-skeletons.tsx';
import { sampleDecision, sampleGroup } from '../../test/support/sample-notifications.ts';
import { people } from './samples.ts';
import { Section } from './section.tsx';

const nothing = () => {};
const deeds = {
  like: 'liked your post.',
  repost: 'reposted your post.',
  comment: 'replied to you.',
  mention: 'mentioned you.',
  follow: 'followed you.',
} as const;
const types = Object.keys(deeds) as (keyof typeof deeds)[];

const groups: NotificationGroup[] = [
  ...types.map((type) => sampleGroup({ key: type, type, message: `Ann ${deeds[type]}` })),
  sampleGroup({ key: 'read', unread: 0 }),
  sampleGroup({ key: 'two', count: 2, senders: people.slice(0, 2), message: deeds.like }),
  sampleGroup({ key: 'many', count: 40, senders: people.slice(1), message: deeds.like }),
  sampleGroup({ key: 'gone', post: null }),
  sampleGroup({ key: 'asks', type: 'followRequest', post: null }),
  sampleGroup({ key: 'device', type: 'security', post: null, security: { what: 'passkeyAdded' } }),
  sampleGroup({ key: 'decision', type: 'moderation', post: null, decision: sampleDecision() }),
];

export function NotificationSections() {
  return (
    <Section title="Notifications">
      <ul>
        {groups.map((group) => (
          <NotificationRow
            key={group.key}
            group={group}
            isNew={group.unread > 0}
            onRead={nothing}
            onRemove={nothing}
          />
        ))}
      </ul>
      <div style={{ height: 200, overflow: 'hidden' }}>
        <NotificationSkeletons />
      </div>
    </Section>
  );
}
