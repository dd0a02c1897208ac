import type { OwnUser } from '@roost/contract/users';
import type { ReactNode } from 'react';
import { UnreadConversationsBadge } from '../../features/chat/conversations/unread-conversations.tsx';
import { UnreadBadge } from '../../features/notifications/unread-badge.tsx';
import { isPageOf, pages } from '../../pages.ts';
import { navIcons, type NavBadge } from './nav-icons.tsx';

export interface NavEntry {
  label: string;
  to: string;
  icon: (isActive: boolean) => ReactNode;
  /** The number of unread items, in the corner of the icon. Screen readers read it after the label. */
  badge: ReactNode;
  /** On phones it is in the account sheet. */
  isInSheet: boolean;
  hasPagesBelow: boolean;
}

const badges: Record<NavBadge, ReactNode> = {
  notifications: <UnreadBadge />,
  messages: <UnreadConversationsBadge />,
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
