import type { OwnUser } from '@roost/contract/users';
import type { ReactNode } from 'react';
import { UnreadConversationsBadge } from '../features/chat/conversations/unread-conversations.tsx';
import { UnreadBadge } from '../features/notifications/unread-badge.tsx';
import { profilePath } from '../features/users/profile-path.ts';
import {
  BookmarksIcon,
  ExploreIcon,
  HomeIcon,
  MessageIcon,
  NotificationIcon,
  PremiumIcon,
  ProfileIcon,
} from './nav-icons.tsx';

export interface NavEntry {
  label: string;
  to: string;
  /** On for this very path only. */
  end: boolean;
  icon: (on: boolean) => ReactNode;
  /** What waits there; in the corner of the icon, and read out after the label. */
  badge?: ReactNode;
  /** On phones behind the avatar, for want of room at the bottom. */
  isInSheet?: boolean;
}

/** The pages there are, in the order of spec §2. */
export function navEntries(viewer: OwnUser): NavEntry[] {
  return [
    { label: 'Home', to: '/home', end: true, icon: (on) => <HomeIcon on={on} /> },
    {
      label: 'Explore',
      to: '/home/search',
      end: false,
      icon: (on) => <ExploreIcon on={on} />,
    },
    {
      label: 'Notification',
      to: '/home/noti',
      end: false,
      icon: (on) => <NotificationIcon on={on} />,
      badge: <UnreadBadge />,
    },
    {
      label: 'Message',
      to: '/home/message',
      end: false,
      icon: (on) => <MessageIcon on={on} />,
      badge: <UnreadConversationsBadge />,
    },
    {
      label: 'Bookmarks',
      to: '/home/bookmarks',
      end: false,
      icon: (on) => <BookmarksIcon on={on} />,
      isInSheet: true,
    },
    {
      label: 'Premium',
      to: '/premium',
      end: false,
      icon: (on) => <PremiumIcon on={on} />,
      isInSheet: true,
    },
    {
      label: 'Profile',
      to: profilePath(viewer.username),
      end: false,
      icon: (on) => <ProfileIcon on={on} />,
    },
  ];
}
