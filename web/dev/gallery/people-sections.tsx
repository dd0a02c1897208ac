import { Bell } from 'lucide-react';
import { PageHeader } from '../../src/ui/page-header.tsx';
import { Avatar } from '../../src/ui/avatar.tsx';
import { VerifiedBadge } from '../../src/ui/badge.tsx';
import { CountBadge } from '../../src/ui/count-badge.tsx';
import { LinkRow } from '../../src/ui/link-row.tsx';
import { NameLine } from '../../src/ui/name-line.tsx';
import { PresenceDot } from '../../src/ui/presence-dot.tsx';
import { SectionList } from '../../src/ui/section-list.tsx';
import { SectionNav } from '../../src/ui/section-nav.tsx';
import { RelativeTime } from '../../src/ui/relative-time.tsx';
import { people } from './samples.ts';
import { Line, Section } from './section.tsx';

const navigation = {
  label: 'Sections',
  sections: [
    { name: 'here', label: 'Here', about: 'What is here', Icon: Bell },
    { name: 'there', label: 'There', about: 'What is there', Icon: Bell },
  ],
  pathOf: (name: string) => `/${name}`,
};

export function PeopleSections() {
  return (
    <Section title="People">
      <LinkRow to="/" icon={<Bell />} label="Notifications" about="Whose actions notify you" />
      <PageHeader title="Title of a page" subtitle="12 posts" onBack={() => {}} />
      <SectionNav {...navigation} current="here" />
      <SectionList {...navigation} label="Sections on phones" />
      <Line>
        {people.map((person, index) => (
          <Avatar key={person._id} user={person} size={28 + index * 16} />
        ))}
        <span className="relative flex">
          <Avatar user={people[0]!} size={48} />
          <PresenceDot />
        </span>
        <VerifiedBadge label="Premium" />
        <span className="relative flex size-9">
          <CountBadge count={3} />
        </span>
        <span className="relative flex size-9">
          <CountBadge count={120} />
        </span>
        <RelativeTime iso="2026-01-01T00:00:00.000Z" />
      </Line>
      {people.map((person) => (
        <div key={person._id} className="@container py-3">
          <NameLine user={person} hasHandle />
        </div>
      ))}
    </Section>
  );
}
