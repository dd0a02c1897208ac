import * as words from '#words/chat';
import { clsx } from 'clsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';

const BUBBLES = [
  { width: 'w-44', isOwn: false },
  { width: 'w-56', isOwn: false },
  { width: 'w-36', isOwn: true },
  { width: 'w-52', isOwn: true },
  { width: 'w-40', isOwn: false },
  { width: 'w-60', isOwn: true },
];

/** Placeholders in the shape of messages, at the bottom as in the thread. */
export function ThreadSkeleton({ hasComposer = false }: { hasComposer?: boolean }) {
  return (
    <>
      <div
        role="status"
        className="flex min-h-0 flex-1 flex-col justify-end gap-2 overflow-hidden p-4"
      >
        <span className="sr-only">{words.loadingMessages}</span>
        {BUBBLES.map(({ width, isOwn }) => (
          <div key={width} className={clsx('flex items-end gap-2', isOwn && 'justify-end')}>
            {!isOwn && <Skeleton className="size-7 shrink-0 rounded-full" />}
            <Skeleton className={clsx('h-9.5 max-w-[70%] rounded-card', width)} />
          </div>
        ))}
      </div>
      {hasComposer && (
        <div className="border-t border-line p-3">
          <Skeleton className="h-11 rounded-dialog" />
        </div>
      )}
    </>
  );
}
