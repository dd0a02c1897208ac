import { LinkRow } from './link-row.tsx';
import type { SectionsProps } from './sections-props.ts';

/** The sections as a page of their own, on phones. */
export function SectionList({ label, sections, pathOf }: SectionsProps) {
  return (
    <nav aria-label={label}>
      <ul>
        {sections.map(({ name, label, about, Icon }) => (
          <li key={name} className="border-b border-line">
            <LinkRow to={pathOf(name)} icon={<Icon />} label={label} about={about} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
