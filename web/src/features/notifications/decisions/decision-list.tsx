import * as words from '#words/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Gavel } from 'lucide-react';
import { useMemo } from 'react';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { QuietBell } from '../../../ui/illustrations/quiet-bell.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { SkeletonRows } from '../../../ui/states/skeleton-rows.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { DecisionDetails } from './decision-details.tsx';
import { sentenceOfDecision } from './decision-sentence.ts';
import { decisionsQuery } from './decisions.query.ts';

/** The decisions of the moderators about the viewer. */
export function DecisionList() {
  const list = useInfiniteQuery(decisionsQuery);
  const { data, error, hasNextPage } = list;
  const notices = useMemo(
    () => uniqueById(data?.pages.flatMap((page) => page.notices) ?? []),
    [data],
  );
  if (!data)
    return error ? (
      <LoadError
        message={messageWithReason(error, words.errorLoadingDecisions)}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <DecisionSkeletons count={3} />
    );
  if (notices.length === 0 && !hasNextPage)
    return <EmptyState drawing={<QuietBell />} title={words.noDecisions} />;
  return (
    <>
      <ul aria-label={words.decisionsAboutYou}>
        {notices.map(({ _id, createdAt, decision }) => (
          <li key={_id} className="flex gap-3 border-b border-line px-4 py-4">
            <Gavel className="mt-px shrink-0 text-muted" />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                {sentenceOfDecision(decision)}
                <span className="font-normal whitespace-nowrap text-muted">
                  {' '}
                  · <RelativeTime iso={createdAt} />
                </span>
              </p>
              <DecisionDetails decision={decision} />
            </div>
          </li>
        ))}
      </ul>
      <ListEnd
        list={list}
        count={notices.length}
        ahead="400px"
        failed={words.errorLoadingDecisions}
      >
        <DecisionSkeletons count={1} />
      </ListEnd>
    </>
  );
}

function DecisionSkeletons({ count }: { count: number }) {
  return (
    <SkeletonRows
      label={words.loadingDecisions}
      count={count}
      widths={['w-3/5', 'w-1/2']}
      row={(width) => (
        <div className="flex gap-3 border-b border-line px-4 py-4">
          <Skeleton className="size-5 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1">
            <Skeleton className={`h-4 rounded-xs ${width}`} />
            <Skeleton className="mt-2.5 h-3.5 w-1/3 rounded-xs" />
          </div>
        </div>
      )}
    />
  );
}
