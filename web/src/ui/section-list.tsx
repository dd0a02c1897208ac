import type { ComponentType } from 'react';
import { LinkRow } from './link-row.tsx';

export interface SectionLink {
  /** The last part of its path. */
  name: string;
  label: string;
  /** A line about its content. */
  about: string;
  Icon: ComponentType;
}

interface SectionListProps {
  label: string;
  sections: readonly SectionLink[];
  pathOf: (name: string) => string;
}

/** The sections as a page of their own, on phones. */
export function SectionList({ label, sections, pathOf }: SectionListProps) {
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
