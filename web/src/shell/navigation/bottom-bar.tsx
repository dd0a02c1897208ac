import * as words from '#words/shell';
import type { OwnUser } from '@roost/contract/users';
import { NavLink } from '../../lib/router/link.tsx';
import { navEntries } from './nav-entries.tsx';

/** The main navigation on phones. */
export function BottomBar({ viewer }: { viewer: OwnUser }) {
  return (
    <nav
      aria-label={words.main}
      data-bottom-bar
      className="fixed inset-x-0 bottom-0 z-30 flex h-(--bottom-bar) border-t border-line bg-page pb-safe"
    >
      {navEntries(viewer)
        .filter(({ isInSheet }) => !isInSheet)
        .map(({ label, to, icon, badge }) => (
          <NavLink
            key={to}
            to={to}
            className="flex flex-1 flex-col items-center justify-center gap-0.5 text-muted aria-[current=page]:text-text focus-visible:-outline-offset-4"
          >
            {(isActive) => (
              <>
                <span className="relative">
                  {icon(isActive)}
                  {badge}
                </span>
                <span className="sr-only">{label}</span>
              </>
            )}
          </NavLink>
        ))}
    </nav>
  );
}
