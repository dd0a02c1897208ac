import * as words from '#words/admin';
import type { AdminJob } from '@roost/contract/admin';
import {
  useInfiniteQuery,
  type InfiniteData,
  type UseInfiniteQueryResult,
} from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { uniqueById } from '../../../lib/cache/unique-by-id.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx';
import { BirdHouse } from '../../../ui/illustrations/bird-house.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { SectionError } from '../section-error.tsx';
import { JobRow } from './job-row.tsx';
import { jobsQuery } from './jobs.query.ts';

const choices = [
  { value: 'failed', label: words.failed },
  { value: 'all', label: words.allJobs },
] as const;

/** The background jobs, with the reasons of those that fail. */
export function JobsSection() {
  const [shown, setShown] = useState<(typeof choices)[number]['value']>('failed');
  const onlyFailed = shown === 'failed';
  const list = useInfiniteQuery(jobsQuery(onlyFailed));
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-line px-4 py-4">
        <SegmentedControl
          label={words.whichJobs}
          options={choices}
          value={shown}
          onChange={setShown}
        />
        <Button
          variant="secondary"
          size="sm"
          icon={<RotateCw size={16} />}
          busy={list.isRefetching}
          onClick={() => void list.refetch()}
        >
          {words.loadAgain}
        </Button>
      </div>
      <JobList list={list} onlyFailed={onlyFailed} />
    </>
  );
}

interface JobListProps {
  list: UseInfiniteQueryResult<InfiniteData<{ jobs: AdminJob[] }>>;
  onlyFailed: boolean;
}

function JobList({ list, onlyFailed }: JobListProps) {
  const { data, error, hasNextPage } = list;
  const jobs = useMemo(() => uniqueById(data?.pages.flatMap(({ jobs }) => jobs) ?? []), [data]);
  if (!data)
    return error ? (
      <SectionError error={error} onRetry={() => void list.refetch()} />
    ) : (
      <Skeleton className="m-4 h-60 rounded-card" />
    );
  if (jobs.length === 0 && !hasNextPage)
    return (
      <EmptyState
        drawing={<BirdHouse isOpen />}
        title={onlyFailed ? words.noJobFails : words.noJobWaits}
      />
    );
  return (
    <>
      {jobs.some(({ state }) => state === 'failed') && (
        <p className="border-b border-line px-4 py-4 text-muted">{words.theOperatorRetriesJobs}</p>
      )}
      <ul aria-label={words.jobs}>
        {jobs.map((job) => (
          <JobRow key={job._id} job={job} />
        ))}
      </ul>
      <ListEnd list={list} count={jobs.length} ahead="400px" failed={words.jobsNotLoaded}>
        <Skeleton className="m-4 h-20 rounded-card" />
      </ListEnd>
    </>
  );
}
