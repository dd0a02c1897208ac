import * as words from '#words/users';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { LookoutBird } from '../../../ui/illustrations/lookout-bird.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton-rows.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { siteQuery } from '../../auth/site.query.ts';
import { OwnReportRow } from './own-report-row.tsx';
import { ownReportsQuery } from './own-reports.query.ts';

/** The viewer's reports and their outcomes. */
export function OwnReportList() {
  const list = useInfiniteQuery(ownReportsQuery);
  const { data: site } = useQuery(siteQuery);
  const { data, error, hasNextPage } = list;
  const reports = useMemo(
    () => uniqueById(data?.pages.flatMap((page) => page.reports) ?? []),
    [data],
  );
  if (!data)
    return error ? (
      <LoadError
        message={messageWithReason(error, words.errorLoadingReports)}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <ReportSkeletons count={4} />
    );
  if (reports.length === 0 && !hasNextPage)
    return <EmptyState drawing={<LookoutBird />} title={words.youReportedNothing} />;
  return (
    <>
      <ul aria-label={words.yourReports}>
        {reports.map((report) => (
          <OwnReportRow
            key={report._id}
            report={report}
            rule={site?.rules.find(({ _id }) => _id === report.ruleId)?.text}
          />
        ))}
      </ul>
      <ListEnd list={list} count={reports.length} ahead="400px" failed={words.errorLoadingReports}>
        <ReportSkeletons count={2} />
      </ListEnd>
    </>
  );
}

function ReportSkeletons({ count }: { count: number }) {
  return (
    <SkeletonRows
      label={words.loadingReports}
      count={count}
      widths={['w-2/5', 'w-1/2']}
      row={(width) => (
        <div className="border-b border-line px-4 py-4">
          <Skeleton className={`h-4 rounded-xs ${width}`} />
          <Skeleton className="mt-2.5 h-3.5 w-1/3 rounded-xs" />
          <Skeleton className="mt-3 h-4 w-3/5 rounded-xs" />
        </div>
      )}
    />
  );
}
