import * as words from '#words/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx';
import { EmptyNest } from '../../../ui/illustrations/empty-nest.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { DeskError } from '../desk/desk-error.tsx';
import { CaseSkeletons } from '../queue/case-skeletons.tsx';
import { AppealRow } from './appeal-row.tsx';
import { appealsQuery, type AppealStatus } from './appeals.query.ts';

/** The appeals against decisions. */
export function AppealList() {
  const [status, setStatus] = useState<AppealStatus>('open');
  return (
    <>
      <div className="border-b border-line px-4 py-3">
        <SegmentedControl
          label={words.whichAppeals}
          value={status}
          onChange={setStatus}
          options={[
            { value: 'open', label: words.open },
            { value: 'decided', label: words.decided },
          ]}
        />
      </div>
      <Appeals key={status} status={status} />
    </>
  );
}

function Appeals({ status }: { status: AppealStatus }) {
  const list = useInfiniteQuery(appealsQuery(status));
  const { data, error, hasNextPage } = list;
  const appeals = useMemo(
    () => uniqueById(data?.pages.flatMap(({ appeals }) => appeals) ?? []),
    [data],
  );
  if (!data)
    return error ? (
      <DeskError
        error={error}
        otherwise={words.failedToLoadAppeals}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <CaseSkeletons count={4} />
    );
  if (appeals.length === 0 && !hasNextPage)
    return (
      <EmptyState
        drawing={<EmptyNest />}
        title={status === 'open' ? words.noAppealsWait : words.noAppealsYet}
      />
    );
  return (
    <>
      <ul aria-label={words.appeals}>
        {appeals.map((appeal) => (
          <AppealRow key={appeal._id} appeal={appeal} />
        ))}
      </ul>
      <ListEnd list={list} count={appeals.length} ahead="400px" failed={words.failedToLoadAppeals}>
        <CaseSkeletons count={2} />
      </ListEnd>
    </>
  );
}
