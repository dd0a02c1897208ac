import type { OriginalPost, Post } from '@roost/contract/posts';
import { useState } from 'react';
import { wordsOf } from '../../lib/api-error.ts';
import { sendDescriptions } from './attachments/file-input.ts';
import { changeTray, trayOf, uploadsDone } from './attachments/tray.ts';
import { useCreatePost } from './create-post.ts';
import { draftOf } from './drafts.ts';
import { useLimits } from '../users/limits.query.ts';
import { postProblem } from './post-problem.ts';

/** Everything between pressing Post and the post: checks, one reminder of alt texts, waiting for uploads. */
export function usePublish(slot: string, parent?: Post | OriginalPost) {
  const create = useCreatePost(slot, parent);
  const limits = useLimits();
  const [error, setError] = useState<string>();
  const [isAsking, setAsking] = useState(false);

  function check(): boolean {
    const problem = postProblem(draftOf(slot).text, trayOf(slot).items, limits);
    setError(problem);
    return problem === undefined;
  }

  /** Tells whether it was sent. */
  async function publish(): Promise<boolean> {
    if (draftOf(slot).sending || trayOf(slot).isWaiting) return false;
    setAsking(false);
    if (!check()) return false;
    const { items, isReminded } = trayOf(slot);
    if (!isReminded && items.some(({ kind, alt }) => kind === 'image' && alt === '')) {
      changeTray(slot, { isReminded: true });
      setAsking(true);
      return false;
    }
    if (!(await uploadsDone(slot))) {
      check();
      return false;
    }
    try {
      if (items.length > 0) await sendDescriptions(slot);
    } catch (reason) {
      setError(wordsOf(reason, 'The alt text could not be saved. Please try again.'));
      return false;
    }
    return create();
  }

  return {
    publish,
    limit: limits?.postLength,
    error,
    clearError: () => setError(undefined),
    /** Pictures lack alt text, and this is the moment to say so. */
    isAsking,
    stopAsking: () => setAsking(false),
  };
}
