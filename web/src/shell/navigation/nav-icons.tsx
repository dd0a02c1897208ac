import type { LucideIcon } from 'lucide-react';
import {
  BadgeCheck,
  Bell,
  Bookmark,
  Flag,
  Globe,
  House,
  List,
  Mail,
  NotepadText,
  Search,
  Settings,
  UserRound,
} from 'lucide-react';

/** Filled when on. This is our own drawing, because Lucide's filled house has no door. */
function HomeIcon({ on }: { on: boolean }) {
  if (!on) return <House size={24} />;
  return (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="currentColor"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M3 10a2 2 0 0 1 .709-1.528l7-6a2 2 0 0 1 2.582 0l7 6A2 2 0 0 1 21 10v9a2 2 0 0 1-2 2h-3.5v-7a1 1 0 0 0-1-1h-5a1 1 0 0 0-1 1v7H5a2 2 0 0 1-2-2z" />
    </svg>
  );
}

/** Filled when on. */
const filled = (Icon: LucideIcon) =>
  function FilledIcon({ on }: { on: boolean }) {
    return <Icon size={24} fill={on ? 'currentColor' : 'none'} />;
  };

/** Bolder when on, because a filled one would lose its shape: the check of a badge, the axle of a gear. */
const bolder = (Icon: LucideIcon) =>
  function BolderIcon({ on }: { on: boolean }) {
    return <Icon size={24} strokeWidth={on ? 2.5 : 1.75} />;
  };

/** The flap of a filled envelope has the colour of the background. */
function MessageIcon({ on }: { on: boolean }) {
  if (!on) return <Mail size={24} />;
  return (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <rect x="2" y="4" width="20" height="16" rx="2" fill="currentColor" stroke="currentColor" />
      <path className="stroke-page" d="m20.5 8-7.491 4.727a2 2 0 0 1-2.009 0L3.5 8" />
    </svg>
  );
}

export const navIcons = {
  home: HomeIcon,
  explore: bolder(Search),
  notifications: filled(Bell),
  messages: MessageIcon,
  bookmarks: filled(Bookmark),
  lists: bolder(List),
  drafts: bolder(NotepadText),
  premium: bolder(BadgeCheck),
  profile: filled(UserRound),
  settings: bolder(Settings),
  // The first screen has this icon anyway.
  admin: bolder(Globe),
  moderation: filled(Flag),
};
export type NavIcon = keyof typeof navIcons;

/** The count of an entry: what is unread, or waits for the staff. */
export type NavBadge = 'notifications' | 'messages' | 'moderation' | 'admin';
