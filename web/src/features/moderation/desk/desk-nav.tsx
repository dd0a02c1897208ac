import * as words from '#words/moderation';
import type { CaseList } from '@roost/contract/moderation';
import { clsx } from 'clsx';
import { shortCount } from '../../../lib/format/count.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';

export type DeskPart = 'cases' | 'appeals' | 'audit' | 'people';

interface DeskNavProps {
  part: DeskPart;
  waiting: CaseList['waiting'] | undefined;
}

/** The links to the parts of the desk, with what waits in each. */
export function DeskNav({ part, waiting }: DeskNavProps) {
  const links = [
    { name: 'cases', to: paths.moderation, label: words.casesPart, count: waiting?.cases },
    {
      name: 'appeals',
      to: paths.moderationPart('appeals'),
      label: words.appeals,
      count: waiting?.appeals,
    },
    { name: 'audit', to: paths.moderationPart('audit'), label: words.log, count: 0 },
  ] as const;
  return (
    <nav
      aria-label={words.moderation}
      className="flex overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {links.map(({ name, to, label, count = 0 }) => (
        <Link
          key={name}
          to={to}
          aria-current={part === name ? 'page' : undefined}
          className="group flex min-h-13 flex-1 items-center justify-center px-4 text-name font-medium text-muted transition-colors hover:bg-hover aria-[current=page]:font-semibold aria-[current=page]:text-text focus-visible:-outline-offset-2"
        >
          <span className="relative flex h-full items-center gap-2 whitespace-nowrap">
            {label}
            {count > 0 && (
              <span className="nums rounded-full bg-sunk px-2 text-meta font-semibold text-text">
                {shortCount(count)}
              </span>
            )}
            <span
              className={clsx(
                'absolute inset-x-0 bottom-0 h-[3px] rounded-full bg-accent',
                part !== name && 'hidden',
              )}
            />
          </span>
        </Link>
      ))}
    </nav>
  );
}
