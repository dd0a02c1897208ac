import * as words from '#words/moderation';
import type { CaseList } from '@roost/contract/moderation';
import { paths } from '../../../paths.ts';
import { SectionNav } from '../../../ui/section-nav.tsx';

export type DeskPart = 'cases' | 'appeals' | 'audit' | 'people';

interface DeskNavProps {
  part: DeskPart;
  waiting: CaseList['waiting'] | undefined;
}

/** The links to the parts of the desk, with what waits in each. */
export function DeskNav({ part, waiting }: DeskNavProps) {
  return (
    <SectionNav
      label={words.moderation}
      sections={[
        { name: 'cases', label: words.casesPart, count: waiting?.cases ?? 0 },
        { name: 'appeals', label: words.appeals, count: waiting?.appeals ?? 0 },
        { name: 'audit', label: words.log },
      ]}
      pathOf={(name) => (name === 'cases' ? paths.moderation : paths.moderationPart(name))}
      current={part}
    />
  );
}
