import * as words from '#words/compose';
import { useState } from 'react';
import { messageOf } from '../../lib/api/api-error.ts';
import { hasAltReminder } from './attachments/alt-texts/alt-reminder-choice.ts';
import { filesArrived, sendDescriptions } from './attachments/file-input.ts';
import { changeAttachments, attachmentsOf, useAttachments } from './attachments/attachments.ts';
import { draftOf, useDraft } from './drafts.ts';
import { useLimits } from '../users/limits.query.ts';
import { postProblem } from './post-problem.ts';

/** The steps between pressing Post and `send`: it checks the draft and reminds once of alt texts. */
export function usePublish(draftKey: string, send: () => Promise<boolean>) {
  const limits = useLimits();
  const { text } = useDraft(draftKey);
  const { items } = useAttachments(draftKey);
  const [error, setError] = useState<string>();
  /** The shown error comes from the check before sending. */
  const [isChecked, setChecked] = useState(false);
  const [isAsking, setAsking] = useState(false);

  // The error disappears when its reason is gone. It returns only with the next check.
  if (isChecked && error !== undefined && postProblem(text, items, limits) !== error)
    setError(undefined);

  function check(): boolean {
    const problem = postProblem(draftOf(draftKey).text, attachmentsOf(draftKey).items, limits);
    setError(problem);
    setChecked(true);
    return problem === undefined;
  }

  /** Resolves to whether it was sent. */
  async function publish(): Promise<boolean> {
    setAsking(false);
    if (!(await filesArrived(draftKey))) return false;
    if (!check()) return false;
    const { items, isReminded } = attachmentsOf(draftKey);
    const isDue = hasAltReminder.get() && !isReminded;
    if (isDue && items.some(({ kind, alt }) => kind === 'image' && alt === '')) {
      changeAttachments(draftKey, { isReminded: true });
      setAsking(true);
      return false;
    }
    try {
      if (items.length > 0) await sendDescriptions(draftKey);
    } catch (reason) {
      setError(messageOf(reason, words.altTextNotSavedTryAgain));
      setChecked(false);
      return false;
    }
    return send();
  }

  return {
    publish,
    limit: limits?.postLength,
    error,
    clearError: () => setError(undefined),
    /** The composer asks for missing alt texts now. */
    isAsking,
    stopAsking: () => setAsking(false),
  };
}
