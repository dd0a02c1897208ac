import * as words from '#words/shell';
import type { OwnUser } from '@roost/contract/users';
import { LogOut, PenLine } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Link, NavLink } from '../../lib/router/link.tsx';
import { site } from '../../lib/site.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { NameLine } from '../../ui/name-line.tsx';
import { SiteLogo } from '../../ui/illustrations/site-logo.tsx';
import { navEntries } from './nav-entries.tsx';
import { paths } from '../../paths.ts';
import { HandleLine } from '../../ui/handle.tsx';

const entry =
  'flex h-12 w-full items-center gap-4 rounded-full px-3 text-start text-section transition-colors hover:bg-hover aria-[current=page]:font-bold xl:w-auto xl:pe-6 max-xl:justify-center';

interface SideNavProps {
  viewer: OwnUser;
  onPost: () => void;
  onLogOut: () => Promise<void>;
}

/** The left column from 768 px on: a rail of icons. From 1280 px on, it has labels. */
export function SideNav({ viewer, onPost, onLogOut }: SideNavProps) {
  const [leaving, setLeaving] = useState(false);
  return (
    <header>
      <div className="sticky top-(--offline-bar) flex h-[calc(100dvh-var(--offline-bar))] flex-col gap-1 overflow-y-auto scroll-pt-16 scroll-pb-18 p-2 pt-3 pb-4 xl:items-start xl:pe-6 xl:ps-3">
        <Link
          to={paths.home}
          isReturn
          aria-label={words.siteHome({ site: site.name })}
          data-stays-at-top
          className="mb-2 flex size-12 items-center justify-center rounded-full text-accent-text hover:bg-hover max-xl:self-center"
        >
          <SiteLogo className="size-8" />
        </Link>
        <nav aria-label={words.main} className="flex flex-col gap-1 xl:items-start">
          {navEntries(viewer).map(({ label, to, icon, badge, hasPagesBelow }) => (
            <NavLink key={to} to={to} title={label} hasPagesBelow={hasPagesBelow} className={entry}>
              {(isActive) => <Entry icon={icon(isActive)} label={label} badge={badge} />}
            </NavLink>
          ))}
        </nav>
        <button
          type="button"
          onClick={onPost}
          title={words.post}
          // In a low window it stays in sight, and the other entries scroll behind it.
          className="sticky -bottom-1 z-1 mt-3 flex size-12 shrink-0 items-center justify-center gap-2 rounded-full bg-accent text-section font-semibold text-on-accent transition-colors hover:bg-accent-hover max-xl:self-center xl:w-full"
        >
          <PenLine className="xl:hidden" />
          <span className="max-xl:sr-only">{words.post}</span>
        </button>
        <div className="mt-auto flex w-full flex-col gap-1 pt-4 xl:items-start">
          <button
            type="button"
            title={words.logOut}
            aria-busy={leaving || undefined}
            className={entry}
            onClick={() => {
              if (leaving) return;
              setLeaving(true);
              void onLogOut().finally(() => setLeaving(false));
            }}
          >
            <Entry icon={<LogOut size={24} />} label={words.logOut} />
          </button>
          <Link
            to={paths.profile(viewer.username)}
            className="flex w-full items-center gap-3 rounded-full p-2 hover:bg-hover max-xl:hidden"
          >
            <Avatar user={viewer} size={40} />
            <span className="min-w-0 leading-tight">
              <NameLine user={viewer} />
              <HandleLine username={viewer.username} className="text-meta text-muted" />
            </span>
          </Link>
        </div>
      </div>
    </header>
  );
}

function Entry({ icon, label, badge }: { icon: ReactNode; label: string; badge?: ReactNode }) {
  return (
    <>
      <span className="relative">
        {icon}
        {badge}
      </span>
      <span className="max-xl:sr-only">{label}</span>
    </>
  );
}
