import { BadgeCheck, Bell, Bookmark, House, Mail, Search, UserRound } from 'lucide-react';

const size = { size: 24, strokeWidth: 1.75, 'aria-hidden': true } as const;

/** Filled when on: lucide's house filled would lose its door. */
export function HomeIcon({ on }: { on: boolean }) {
  if (!on) return <House {...size} />;
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

/** A magnifier has nothing to fill: it is bolder when on. */
export function ExploreIcon({ on }: { on: boolean }) {
  return <Search {...size} strokeWidth={on ? 2.75 : 1.75} />;
}

export function NotificationIcon({ on }: { on: boolean }) {
  return <Bell {...size} fill={on ? 'currentColor' : 'none'} />;
}

/** The flap of a filled envelope is in the colour behind it. */
export function MessageIcon({ on }: { on: boolean }) {
  if (!on) return <Mail {...size} />;
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

export function ProfileIcon({ on }: { on: boolean }) {
  return <UserRound {...size} fill={on ? 'currentColor' : 'none'} />;
}

export function BookmarksIcon({ on }: { on: boolean }) {
  return <Bookmark {...size} fill={on ? 'currentColor' : 'none'} />;
}

/** Filled, its check would be gone: it is bolder when on. */
export function PremiumIcon({ on }: { on: boolean }) {
  return <BadgeCheck {...size} strokeWidth={on ? 2.75 : 1.75} />;
}
