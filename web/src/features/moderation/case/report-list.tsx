import * as words from '#words/moderation';
import type { ShownCase } from '@roost/contract/moderation';
import { useQuery } from '@tanstack/react-query';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { reasonLabels } from '../../auth/reason-labels.ts';
import { siteQuery } from '../../auth/site.query.ts';
import { Part } from '../desk/part.tsx';
import { PersonName } from '../person-name.tsx';

/** The newest reports of a case, with the rule that each one names. */
export function ReportList({ reports, count }: { reports: ShownCase['reports']; count: number }) {
  const { data: site } = useQuery(siteQuery);
  const ruleOf = (id: string) => site?.rules.find(({ _id }) => _id === id)?.text;
  return (
    <Part title={words.reportsWithCount({ count })}>
      <ul className="flex flex-col gap-4">
        {reports.map(({ _id, reporter, reason, comment, ruleId, createdAt }) => (
          <li key={_id}>
            <p className="flex flex-wrap items-center gap-x-2 text-meta text-muted">
              <strong className="text-text">{reasonLabels[reason]}</strong>
              <PersonName person={reporter} />
              <RelativeTime iso={createdAt} />
            </p>
            {ruleId && (
              <p dir="auto" className="text-meta [overflow-wrap:anywhere]">
                {words.rule({ text: ruleOf(ruleId) ?? words.ruleThatIsGone })}
              </p>
            )}
            {comment !== '' && (
              <p dir="auto" className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">
                {comment}
              </p>
            )}
          </li>
        ))}
      </ul>
      {count > reports.length && (
        <p className="mt-4 text-meta text-muted">{words.onlyTheNewestReports}</p>
      )}
    </Part>
  );
}
