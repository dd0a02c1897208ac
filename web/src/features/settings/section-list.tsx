import * as words from '#words/settings';
import { paths } from '../../paths.ts';
import { LinkRow } from '../../ui/link-row.tsx';
import { sections } from './sections.ts';

/** The sections as a page of their own, on phones. */
export function SectionList() {
  return (
    <nav aria-label={words.settings}>
      <ul>
        {sections.map(({ name, label, about, Icon }) => (
          <li key={name} className="border-b border-line">
            <LinkRow to={paths.settingsSection(name)} icon={<Icon />} label={label} about={about} />
          </li>
        ))}
      </ul>
    </nav>
  );
}
