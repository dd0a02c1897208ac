import { NavLink } from '../lib/router/link.tsx';
import type { SectionsProps } from './sections-props.ts';

/** The links to all sections, in one line above the section. */
export function SectionNav({ label, sections, pathOf }: SectionsProps) {
  return (
    <nav
      aria-label={label}
      // The links scroll sideways if they do not fit, such as with large text.
      className="flex overflow-x-auto border-b border-line [scrollbar-width:none]"
    >
      {sections.map(({ name, label }) => (
        <NavLink
          key={name}
          to={pathOf(name)}
          className="group flex min-h-13 flex-1 items-center justify-center px-2.5 text-name font-medium text-muted transition-colors hover:bg-hover aria-[current=page]:font-semibold aria-[current=page]:text-text focus-visible:-outline-offset-2"
        >
          {(isActive) => (
            <span className="relative flex h-full items-center">
              {label}
              {isActive && (
                <span className="absolute inset-x-0 bottom-0 h-[3px] rounded-full bg-accent" />
              )}
            </span>
          )}
        </NavLink>
      ))}
    </nav>
  );
}
