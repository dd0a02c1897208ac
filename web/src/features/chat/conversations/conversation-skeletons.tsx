import * as words from '#words/chat';
import { SkeletonRows } from '../../../ui/states/skeleton-rows.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

const TEXT_WIDTHS = ['w-4/5', 'w-3/5', 'w-11/12', 'w-2/3'];

/** Placeholders in the shape of conversation rows, shown while they load. */
export function ConversationSkeletons({ count = 8 }: { count?: number }) {
  return (
    <SkeletonRows
      label={words.loadingConversations}
      count={count}
      widths={TEXT_WIDTHS}
      row={(width) => (
        <div className="flex items-center gap-3 border-b border-line py-3 pe-13 ps-4 compact:py-1.5">
          <Skeleton className="size-12 compact:size-9 shrink-0 rounded-full" />
          <div className="min-w-0 flex-1">
            <div className="flex h-5 items-center justify-between gap-2">
              <Skeleton className="h-4 w-36 max-w-full rounded-xs" />
              <Skeleton className="h-3.5 w-8 rounded-xs" />
            </div>
            <div className="mt-0.5 flex h-5.5 items-center">
              <Skeleton className={`h-4 rounded-xs ${width}`} />
            </div>
          </div>
        </div>
      )}
    />
  );
}
