import * as words from '#words/moderation';
import type { PersonHistory } from '@roost/contract/moderation';
import { fullCount } from '../../../lib/format/count.ts';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { roleLabels } from '../labels.ts';

/** The age of an account, its role and its counts. */
export function PersonFigures({ history }: { history: PersonHistory }) {
  const { role, joinedAt, posts, followers, reports, ownReports } = history;
  const figures = [
    [words.joined, <RelativeTime key="time" iso={joinedAt} />],
    [words.role, roleLabels[role]],
    [words.posts, fullCount(posts)],
    [words.followers, fullCount(followers)],
    [words.reportedTimes, fullCount(reports)],
    [words.ownReports, fullCount(ownReports)],
  ] as const;
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-2 md:grid-cols-3">
      {figures.map(([name, value]) => (
        <div key={name}>
          <dt className="text-meta text-muted">{name}</dt>
          <dd className="nums font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
