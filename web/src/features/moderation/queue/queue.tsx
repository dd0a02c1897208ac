import * as words from '#words/moderation';
import type { SubjectType } from '@roost/contract/moderation';
import { EmptyNest } from '../../../ui/illustrations/empty-nest.tsx';
import { useStore } from '../../../lib/store.ts';
import { SegmentedControl } from '../../../ui/controls/segmented-control.tsx';
import { Select } from '../../../ui/controls/select.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { ListEnd } from '../../../ui/states/list-end.tsx';
import { delayedActs, isBeingDecided } from '../decisions/delayed-acts.ts';
import { DeskError } from '../desk/desk-error.tsx';
import { typeLabels } from '../labels.ts';
import { CaseRow } from './case-row.tsx';
import { CaseSkeletons } from './case-skeletons.tsx';
import { useQueue } from './cases.query.ts';
import { queueFilter, queueLabels, type QueueName } from './queue-filter.ts';
import { SelectionBar } from './selection-bar.tsx';
import { selectedCases } from './selection.ts';

const queues = Object.keys(queueLabels) as QueueName[];
const types: readonly SubjectType[] = ['post', 'user', 'message'];

/** The cases, the latest report first, with filters. */
export function Queue({ openId }: { openId: string | undefined }) {
  return (
    <>
      <Filters />
      <SelectionBar />
      <Cases openId={openId} />
    </>
  );
}

function Filters() {
  const filter = useStore(queueFilter);
  const { waiting } = useQueue();
  const counts: Record<QueueName, number | undefined> = {
    open: waiting?.cases,
    own: waiting?.own,
    closed: undefined,
  };
  return (
    <div className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-3">
      <SegmentedControl
        label={words.whichCases}
        value={filter.queue}
        onChange={(queue) => queueFilter.set({ ...filter, queue })}
        options={queues.map((value) => ({
          value,
          label: counts[value]
            ? words.labelWithCount({ label: queueLabels[value], count: counts[value] })
            : queueLabels[value],
        }))}
      />
      <Select
        aria-label={words.kindOfSubject}
        size="sm"
        value={filter.type}
        onChange={({ target }) =>
          queueFilter.set({ ...filter, type: target.value as SubjectType | '' })
        }
        options={[
          { value: '', label: words.everything },
          ...types.map((value) => ({ value, label: typeLabels[value] })),
        ]}
      />
    </div>
  );
}

function Cases({ openId }: { openId: string | undefined }) {
  const { list, cases } = useQueue();
  const { queue, type } = useStore(queueFilter);
  const acts = useStore(delayedActs);
  const selected = useStore(selectedCases);
  if (!list.data)
    return list.isError ? (
      <DeskError
        error={list.error}
        otherwise={words.failedToLoadCases}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <CaseSkeletons count={8} />
    );
  if (cases.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        drawing={<EmptyNest />}
        title={queue === 'closed' || type !== '' ? words.noCasesLikeThis : words.nothingWaits}
      />
    );
  return (
    <>
      <ul aria-label={words.casesPart}>
        {cases.map((each) => (
          <CaseRow
            key={each._id}
            each={each}
            isOpen={each._id === openId}
            isSelected={selected.has(each._id)}
            isBeingDecided={isBeingDecided(acts, each._id)}
          />
        ))}
      </ul>
      <ListEnd list={list} count={cases.length} ahead="400px" failed={words.failedToLoadCases}>
        <CaseSkeletons count={2} />
      </ListEnd>
    </>
  );
}
