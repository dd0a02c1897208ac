import * as words from '#words/posts';
import type { FeedTab } from '@roost/contract/feed';
import { useQuery } from '@tanstack/react-query';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { Avatar } from '../../../../ui/avatar.tsx';
import { Spinner } from '../../../../ui/states/spinner.tsx';
import { newPostsQuery } from './new-posts.query.ts';

interface NewPostsPillProps {
  tab: FeedTab;
  since: string;
  fetchedAt: number;
  onPress: () => Promise<void>;
}

/** A button with the number of new posts. It loads them. */
export function NewPostsPill({ tab, since, fetchedAt, onPress }: NewPostsPillProps) {
  const { data } = useQuery(newPostsQuery(tab, since, fetchedAt));
  const [isBusy, setBusy] = useState(false);
  const pictures = data.avatars.filter((url) => url !== null);
  const press = async () => {
    // The pill disappears. Without this the focus would be lost.
    document.getElementById('content')?.focus({ preventScroll: true });
    setBusy(true);
    await onPress();
    setBusy(false);
  };
  return (
    <div role="status">
      {data.count > 0 && (
        <button
          type="button"
          data-shortcut="."
          aria-busy={isBusy || undefined}
          onClick={isBusy ? undefined : () => void press()}
          // On the border above the list, in the space between the lines of text. A larger touch target surrounds it.
          className="absolute inset-x-0 -top-3.5 mx-auto flex h-6 max-w-max animate-appear items-center gap-2 rounded-full bg-accent px-3 compact:-top-5 text-meta font-semibold text-on-accent shadow-float transition-colors after:absolute after:inset-x-0 hover:bg-accent-hover pointer-coarse:after:-inset-y-2.5"
        >
          {isBusy ? <Spinner className="size-3.5" /> : <ArrowUp size={14} strokeWidth={2} />}
          {pictures.length > 0 && (
            <span className="flex -space-x-1.5 max-md:hidden">
              {pictures.map((url) => (
                <Avatar key={url} size={18} user={{ fullName: '', username: '', avatar: url }} />
              ))}
            </span>
          )}
          <span className="nums">{words.showPosts({ count: data.count })}</span>
        </button>
      )}
    </div>
  );
}
