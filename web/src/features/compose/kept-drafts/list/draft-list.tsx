import * as words from '#words/compose';
import { MAX_DRAFTS } from '@roost/contract/limits';
import type { Draft as KeptDraft } from '@roost/contract/drafts';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { IconButton } from '../../../../ui/controls/icon-button.tsx';
import { EmptyNest } from '../../../../ui/illustrations/empty-nest.tsx';
import { toast } from '../../../../ui/overlays/toasts.ts';
import { RelativeTime } from '../../../../ui/relative-time.tsx';
import { EmptyState } from '../../../../ui/states/empty-state.tsx';
import { LoadError } from '../../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../../ui/states/skeleton.tsx';
import { SkeletonRows } from '../../../../ui/states/skeleton-rows.tsx';
import { keptDraftsQuery } from '../kept-drafts.query.ts';
import { saveNow } from '../saving/save-drafts.ts';
import { deleteKeptDraft, openKeptDraft } from './use-kept-draft.ts';

interface DraftListProps {
  /** The box in which a draft of a new post opens. */
  draftKey: string;
  /** A draft opened. `hasLeft` is false if it is in the box. */
  onOpened: (hasLeft: boolean) => void;
  emptyAction?: ReactNode;
  className: string;
}

/** The viewer's drafts: each opens in its box, and can be deleted. */
export function DraftList({ draftKey, onOpened, emptyAction, className }: DraftListProps) {
  const { data, isError, refetch } = useQuery(keptDraftsQuery);
  const list = useRef<HTMLDivElement>(null);
  // The list also shows the text in the box, as a draft.
  useEffect(() => void saveNow(draftKey), [draftKey]);
  if (!data) {
    return isError ? (
      <LoadError message={words.draftsNotLoaded} onRetry={() => void refetch()} />
    ) : (
      <SkeletonRows
        label={words.loadingDrafts}
        count={3}
        widths={['w-3/4', 'w-1/2', 'w-2/3']}
        row={skeletonRow}
      />
    );
  }

  async function openDraft(draft: KeptDraft) {
    try {
      onOpened(await openKeptDraft(draft, draftKey));
    } catch (error) {
      toast.error((error as Error).message);
    }
  }

  return (
    <div ref={list} tabIndex={-1} className="outline-none">
      {data.length === 0 && (
        <EmptyState drawing={<EmptyNest />} title={words.noDrafts} action={emptyAction} />
      )}
      {data.length >= MAX_DRAFTS && (
        <p className="mt-3 text-meta text-muted">{words.draftsFull({ limit: MAX_DRAFTS })}</p>
      )}
      <ul aria-label={words.drafts} className={className} hidden={data.length === 0}>
        {data.map((draft) => (
          <li key={draft._id} className="flex items-center gap-1 border-b border-line py-1">
            <DraftButton draft={draft} onOpen={() => void openDraft(draft)} />
            <IconButton
              label={words.deleteDraft}
              onClick={() => {
                // The row with the focus disappears.
                list.current?.focus({ preventScroll: true });
                deleteKeptDraft(draft);
              }}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

const skeletonRow = (width: string) => (
  <div className="border-b border-line py-4">
    <Skeleton className={`h-4 rounded-xs ${width}`} />
    <Skeleton className="mt-2.5 h-3 w-24 rounded-xs" />
  </div>
);

function DraftButton({ draft, onOpen }: { draft: KeptDraft; onOpen: () => void }) {
  const { content, media, updatedAt } = draft;
  return (
    <button
      type="button"
      onClick={onOpen}
      className="min-w-0 flex-1 rounded-input px-2 py-2 text-start transition-colors hover:bg-hover"
    >
      <span dir="auto" className="line-clamp-2 text-body [overflow-wrap:anywhere]">
        {content || words.filesOnly({ count: media.length })}
      </span>
      <span className="mt-0.5 flex flex-wrap gap-x-1.5 text-meta text-muted">
        <span>{kindOf(draft)}</span>
        <span aria-hidden>·</span>
        <RelativeTime iso={updatedAt} />
        {content !== '' && media.length > 0 && (
          <>
            <span aria-hidden>·</span>
            <span>{words.filesOnly({ count: media.length })}</span>
          </>
        )}
      </span>
    </button>
  );
}

function kindOf({ parentPost, conversationId }: KeptDraft): string {
  if (parentPost !== null) return words.draftOfReply;
  return conversationId !== null ? words.draftOfMessage : words.draftOfPost;
}
