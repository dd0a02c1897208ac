import * as words from '#words/admin';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fullCount } from '../../../lib/format/count.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { SettingsGroup } from '../../settings/settings-group.tsx';
import { SectionError } from '../section-error.tsx';
import { numbersQuery, type Numbers } from './numbers.query.ts';
import { storageText } from './storage-text.ts';

/** How many people and posts there are, without a comparison to anybody. */
export function NumbersSection() {
  const { data, error, refetch } = useQuery(numbersQuery);
  if (!data)
    return error ? (
      <SectionError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="m-4 h-96 rounded-card" />
    );
  return <Figures numbers={data} />;
}

function Figures({ numbers }: { numbers: Numbers }) {
  const { people, pending, newPeople, activePeople, posts, newPosts, storedBytes, failedJobs } =
    numbers;
  return (
    <>
      <SettingsGroup title={words.people}>
        <dl>
          <Figure label={words.accounts} value={people} />
          <Figure
            label={words.waitForApproval}
            value={pending}
            to={`${paths.adminSection('people')}?status=pending`}
          />
        </dl>
        <Spans
          spans={[words.lastDay, words.last7Days, words.last30Days]}
          rows={[
            { label: words.newAccounts, ...newPeople },
            { label: words.usedTheSite, ...activePeople },
          ]}
        />
      </SettingsGroup>
      <SettingsGroup title={words.posts} about={words.commentsDoNotCount}>
        <dl>
          <Figure label={words.allPosts} value={posts} />
        </dl>
        <Spans
          spans={[words.lastDay, words.last7Days]}
          rows={[{ label: words.newPosts, ...newPosts }]}
        />
      </SettingsGroup>
      <SettingsGroup title={words.theMachine}>
        <dl>
          <Figure label={words.picturesAndVideos} value={storageText(storedBytes)} />
          <Figure label={words.failedJobs} value={failedJobs} to={paths.adminSection('jobs')} />
        </dl>
      </SettingsGroup>
    </>
  );
}

interface FigureProps {
  label: string;
  value: number | string;
  /** Where the counted things are listed, if there are some. */
  to?: string;
}

function Figure({ label, value, to }: FigureProps) {
  const text: ReactNode = typeof value === 'number' ? fullCount(value) : value;
  return (
    <div className="flex items-baseline justify-between gap-4 py-2">
      <dt>{label}</dt>
      <dd className="nums font-semibold">
        {to !== undefined && value !== 0 ? (
          <Link to={to} className="text-accent-text underline underline-offset-2">
            {text}
          </Link>
        ) : (
          text
        )}
      </dd>
    </div>
  );
}

interface SpansProps {
  /** The names of the columns, the shortest time first. */
  spans: readonly string[];
  rows: readonly { label: string; day: number; week: number; month?: number }[];
}

/** The same numbers in several spans of time. */
function Spans({ spans, rows }: SpansProps) {
  return (
    <table className="mt-2 w-full text-start">
      <thead className="text-meta text-muted">
        <tr className="border-b border-line">
          <td />
          {spans.map((span) => (
            <th key={span} scope="col" className="py-2 ps-3 text-end font-medium">
              {span}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ label, day, week, month }) => (
          <tr key={label} className="border-b border-line last:border-none">
            <th scope="row" className="py-2 text-start font-normal">
              {label}
            </th>
            {[day, week, month].slice(0, spans.length).map((count, index) => (
              <td key={spans[index]} className="nums py-2 ps-3 text-end font-semibold">
                {fullCount(count ?? 0)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
