import { clsx } from 'clsx';
import { shortCount } from '../lib/format/count.ts';
import { Link } from '../lib/router/link.tsx';
import { sidewaysFade, useSidewaysScroll } from './controls/use-sideways-scroll.ts';

interface SectionNavProps<Name extends string> {
  label: string;
  sections: readonly { name: Name; label: string; /** What waits there. */ count?: number }[];
  pathOf: (name: Name) => string;
  /** The name of the shown section. */
  current: string | undefined;
}

/** The links to all sections, in one line above the section. */
export function SectionNav<Name extends string>(props: SectionNavProps<Name>) {
  const { label, sections, pathOf, current } = props;
  const bar = useSidewaysScroll(current ?? '');
  return (
    <nav
      ref={bar}
      aria-label={label}
      // The links scroll sideways if they do not fit, such as with large text.
      className={clsx(
        'relative flex overflow-x-auto border-b border-line [scrollbar-width:none]',
        sidewaysFade,
      )}
    >
      {sections.map(({ name, label, count = 0 }) => (
        <Link
          key={name}
          to={pathOf(name)}
          aria-current={name === current ? 'page' : undefined}
          className="flex min-h-13 flex-1 items-center justify-center px-2.5 text-name font-medium text-muted transition-colors hover:bg-hover aria-[current=page]:font-semibold aria-[current=page]:text-text focus-visible:-outline-offset-2"
        >
          <span className="relative flex h-full items-center gap-2">
            {label}
            {count > 0 && (
              <span className="nums rounded-full bg-sunk px-2 text-meta font-semibold text-text">
                {shortCount(count)}
              </span>
            )}
            {name === current && (
              <span className="absolute inset-x-0 bottom-0 h-[3px] rounded-full bg-accent" />
            )}
          </span>
        </Link>
      ))}
    </nav>
  );
}
