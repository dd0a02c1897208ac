import type { OwnUser } from '@roost/contract/users';
import type { ReactNode } from 'react';
import { UnreadConversationsBadge } from '../../features/chat/conversations/unread-conversations.tsx';
import { UnreadBadge } from '../../features/notifications/unread-badge.tsx';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import { isPageOf, pages } from '../../pages.ts';
import type { staffBadges } from '../../screens/staff-screens.ts';
import { OptionalBoundary } from '../../ui/states/optional-boundary.tsx';
import { navIcons, type NavBadge } from './nav-icons.tsx';

export interface NavEntry {
  label: string;
  to: string;
  icon: (isActive: boolean) => ReactNode;
  /** The number of items that are unread or wait, in the corner of the icon. Screen readers read it after the label. */
  badge: ReactNode;
  /** On phones it is in the account sheet. */
  isInSheet: boolean;
  hasPagesBelow: boolean;
}

/** Only the staff renders it, so members load none of it. */
function staffBadge(name: keyof typeof staffBadges): ReactNode {
  const Badge = lazyPart(async () =>
    (await import('../../screens/staff-screens.ts')).staffBadges[name](),
  );
  return (
    <OptionalBoundary>
      <Badge />
    </OptionalBoundary>
  );
}

const badges: Record<NavBadge, ReactNode> = {
  notifications: <UnreadBadge />,
  messages: <UnreadConversationsBadge />,
  moderation: staffBadge('moderation'),
  admin: staffBadge('admin'),
};

/** The entries of the navigation, in the order of `pages.ts`. */
export function navEntries(viewer: OwnUser): NavEntry[] {
  return pages.flatMap((page) => {
    const { path, nav } = page;
    if (!nav || !isPageOf(page, viewer)) return [];
    const Icon = navIcons[nav.icon];
    return {
      label: nav.label,
      to: nav.to?.(viewer) ?? path,
      icon: (isActive) => <Icon on={isActive} />,
      badge: nav.badge && badges[nav.badge],
      isInSheet: nav.isInSheet ?? false,
      hasPagesBelow: nav.hasPagesBelow ?? false,
    };
  });
}
