import * as words from '#words/moderation';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { useSearchParams } from '../../../lib/router/router.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { EmptyNest } from '../../../ui/illustrations/empty-nest.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { DeskError } from '../desk/desk-error.tsx';
import { CaseSkeletons } from '../queue/case-skeletons.tsx';
import { AuditRow } from './audit-row.tsx';
import { auditQuery, type AuditFilter } from './audit.query.ts';

/** The audit log. The address has its filter. */
export function AuditLog() {
  const [params, setParams] = useSearchParams();
  const [actor, subject] = [params.get('actor'), params.get('subject')];
  const filter: AuditFilter = { ...(actor && { actor }), ...(subject && { subject }) };
  const viewerId = useViewerId();
  const set = (next: AuditFilter) => setParams({ ...next }, { preventScrollReset: true });
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
        <Button
          variant="secondary"
          size="sm"
          aria-pressed={actor === viewerId}
          className="aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
          onClick={() =>
            set({ ...(subject && { subject }), ...(actor !== viewerId && { actor: viewerId }) })
          }
        >
          {words.whatIDid}
        </Button>
        {(actor ?? subject) && (
          <>
            <p role="status" className="text-meta text-muted">
              {words.theLogIsFiltered}
            </p>
            <Button variant="ghost" size="sm" onClick={() => set({})}>
              {words.showEverything}
            </Button>
          </>
        )}
      </div>
      <Entries filter={filter} onFilter={(next) => set({ ...filter, ...next })} />
    </>
  );
}

interface EntriesProps {
  filter: AuditFilter;
  onFilter: (filter: AuditFilter) => void;
}

function Entries({ filter, onFilter }: EntriesProps) {
  const list = useInfiniteQuery(auditQuery(filter));
  const { data, error, hasNextPage } = list;
  const entries = useMemo(
    () => uniqueById(data?.pages.flatMap(({ entries }) => entries) ?? []),
    [data],
  );
  if (!data)
    return error ? (
      <DeskError
        error={error}
        otherwise={words.failedToLoadTheLog}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <CaseSkeletons count={8} />
    );
  if (entries.length === 0 && !hasNextPage)
    return <EmptyState drawing={<EmptyNest />} title={words.nothingInTheLog} />;
  return (
    <>
      <ul aria-label={words.log}>
        {entries.map((entry) => (
          <AuditRow key={entry._id} entry={entry} onFilter={onFilter} />
        ))}
      </ul>
      <ListEnd list={list} count={entries.length} ahead="400px" failed={words.failedToLoadTheLog}>
        <CaseSkeletons count={2} />
      </ListEnd>
    </>
  );
}
