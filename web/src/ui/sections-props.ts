import type { ComponentType } from 'react';

export interface SectionLink {
  /** The last part of its path. */
  name: string;
  label: string;
  /** What people find in it. */
  about: string;
  Icon: ComponentType;
}

/** Props of the navigation between the sections of a page. */
export interface SectionsProps {
  label: string;
  sections: readonly SectionLink[];
  pathOf: (name: string) => string;
}
