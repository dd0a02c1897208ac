import type { getLimits } from '@roost/contract/limits';
import type { Answer } from '@roost/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { fullCount } from '../../lib/count.ts';
import { inMegabytes } from '../../lib/megabytes.ts';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { LoadError } from '../../ui/load-error.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { limitsQuery } from '../users/limits.query.ts';

type Tier = Answer<typeof getLimits>['data']['free'];

const rows: { label: string; show: (tier: Tier) => string }[] = [
  { label: 'Characters in a post', show: ({ postLength }) => fullCount(postLength) },
  { label: 'Files in a post', show: ({ files }) => fullCount(files) },
  { label: 'Images up to', show: ({ imageBytes }) => inMegabytes(imageBytes) },
  { label: 'Videos up to', show: ({ videoBytes }) => inMegabytes(videoBytes) },
  { label: 'Time to edit a post', show: ({ editWindow }) => `${editWindow / 60} min` },
  { label: 'Edits of a post', show: ({ editChances }) => fullCount(editChances) },
];

/** Free beside Basic, by the limits the server keeps. */
export function ComparisonTable() {
  const { data, error, refetch } = useQuery(limitsQuery);
  if (error && !data) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  return (
    <table className="nums w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line text-left">
      <caption className="sr-only">What Free and Basic give</caption>
      <thead>
        <tr className="text-meta text-muted [&>*]:px-4 [&>*]:py-3 [&>*]:font-medium">
          <th scope="col">Feature</th>
          <th scope="col">Free</th>
          <th scope="col" className="bg-accent-soft text-accent-text">
            Basic
          </th>
        </tr>
      </thead>
      <tbody className="[&_td]:px-4 [&_td]:py-3 [&_th]:px-4 [&_th]:py-3 [&_th]:font-normal [&_tr>*]:border-t [&_tr>*]:border-line">
        <tr>
          <th scope="row">Verification badge</th>
          <td className="text-muted">No</td>
          <td className="bg-accent-soft font-semibold">
            <span className="inline-flex items-center gap-1.5">
              Yes <VerifiedBadge label="Premium" />
            </span>
          </td>
        </tr>
        {rows.map(({ label, show }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td className="text-muted">{data ? show(data.free) : <Cell />}</td>
            <td className="bg-accent-soft font-semibold">{data ? show(data.premium) : <Cell />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Cell() {
  return <Skeleton className="h-5.5 w-12 rounded-xs" />;
}
