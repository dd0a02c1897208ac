import * as words from '#words/billing';
import type { getLimits } from '@roost/contract/users';
import type { Answer } from '@roost/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { fullCount } from '../../lib/format/count.ts';
import { inMegabytes } from '../../lib/format/megabytes.ts';
import { VerifiedBadge } from '../../ui/badge.tsx';
import { LoadError } from '../../ui/states/load-error.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { limitsQuery } from '../users/limits.query.ts';

type Tier = Answer<typeof getLimits>['data']['free'];

const rows: { label: string; show: (tier: Tier) => string }[] = [
  { label: words.charactersInAPost, show: ({ postLength }) => fullCount(postLength) },
  { label: words.filesInAPost, show: ({ files }) => fullCount(files) },
  { label: words.imagesUpTo, show: ({ imageBytes }) => inMegabytes(imageBytes) },
  { label: words.videosUpTo, show: ({ videoBytes }) => inMegabytes(videoBytes) },
  {
    label: words.timeToEditAPost,
    show: ({ editWindow }) => words.minutes({ minutes: editWindow / 60 }),
  },
  { label: words.editsOfAPost, show: ({ editChances }) => fullCount(editChances) },
];

/** Compares Free with Basic, from the limits that the server enforces. */
export function ComparisonTable() {
  const { data, error, refetch } = useQuery(limitsQuery);
  if (error && !data) return <LoadError message={error.message} onRetry={() => void refetch()} />;
  return (
    <table className="nums w-full border-separate border-spacing-0 overflow-hidden rounded-card border border-line text-start">
      <caption className="sr-only">{words.whatFreeAndBasicGive}</caption>
      <thead>
        <tr className="text-meta text-muted [&>*]:px-[12px] [&>*]:py-3 [&>*]:text-start [&>*]:font-medium">
          <th scope="col">{words.feature}</th>
          <th scope="col">{words.free}</th>
          <th scope="col" className="bg-accent-soft text-accent-text">
            {words.basic}
          </th>
        </tr>
      </thead>
      <tbody className="[&_td]:px-[12px] [&_td]:py-3 [&_th]:px-[12px] [&_th]:py-3 [&_th]:text-start [&_th]:font-normal [&_th]:hyphens-auto [&_th]:[overflow-wrap:anywhere] [&_tr>*]:border-t [&_tr>*]:border-line">
        <tr>
          <th scope="row">{words.verificationBadge}</th>
          <td className="text-muted">{words.no}</td>
          <td className="bg-accent-soft font-semibold">
            <span className="inline-flex items-center gap-1.5">
              {words.yes} <VerifiedBadge label={words.premium} />
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
