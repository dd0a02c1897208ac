import * as words from '#words/shell';
import type { OwnUser } from '@roost/contract/users';
import { Link } from '../../lib/router/link.tsx';
import { site } from '../../lib/site.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { SiteLogo } from '../../ui/illustrations/site-logo.tsx';
import { useHideOnScroll } from './use-hide-on-scroll.ts';
import { paths } from '../../paths.ts';

/** The header of the app on phones. It hides while a person scrolls down. */
export function TopBar({ viewer, onAccount }: { viewer: OwnUser; onAccount: () => void }) {
  const hidden = useHideOnScroll();
  return (
    <header
      data-top-bar-element
      data-stays-at-top
      className={`sticky top-(--offline-bar) z-20 bg-page pt-safe transition-[translate] duration-(--in) focus-within:translate-y-0 ${hidden ? '-translate-y-full' : ''}`}
    >
      <div className="grid h-13 grid-cols-[1fr_auto_1fr] items-center px-4">
        <button
          type="button"
          aria-label={words.account}
          aria-haspopup="dialog"
          onClick={onAccount}
          className="-ms-1.5 flex size-11 items-center justify-center rounded-full"
        >
          <Avatar user={viewer} size={32} />
        </button>
        <Link
          to={paths.home}
          isReturn
          aria-label={words.siteHome({ site: site.name })}
          className="flex size-11 items-center justify-center rounded-full text-accent-text"
        >
          <SiteLogo className="size-7" />
        </Link>
      </div>
    </header>
  );
}
