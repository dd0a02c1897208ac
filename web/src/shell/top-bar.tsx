import type { OwnUser } from '@roost/contract/users';
import { Link } from 'react-router';
import { Avatar } from '../ui/avatar.tsx';
import { Mark } from '../ui/mark.tsx';
import { useHiddenWhileReading } from './hidden-while-reading.ts';

/** The head of the app on phones; out of the way while scrolling down. */
export function TopBar({ viewer, onAccount }: { viewer: OwnUser; onAccount: () => void }) {
  const hidden = useHiddenWhileReading();
  return (
    <header
      data-top-bar-element
      className={`sticky top-(--offline-bar) z-20 bg-page/92 pt-safe backdrop-blur-md transition-[translate] duration-(--in) focus-within:translate-y-0 md:hidden ${hidden ? '-translate-y-full' : ''}`}
    >
      <div className="grid h-13 grid-cols-[1fr_auto_1fr] items-center px-4">
        <button
          type="button"
          aria-label="Account"
          aria-haspopup="dialog"
          onClick={onAccount}
          className="-ml-1.5 flex size-11 items-center justify-center rounded-full"
        >
          <Avatar user={viewer} size={32} />
        </button>
        <Link
          to="/home"
          aria-label="Roost, home"
          className="flex size-11 items-center justify-center rounded-full text-accent-text"
        >
          <Mark className="size-7" />
        </Link>
      </div>
    </header>
  );
}
