import { accountLimits } from '@roost/contract/limits';
import { lengthOf } from '@roost/contract/text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, serverWordsOf } from '../../../lib/api-error.ts';
import { PROFILE_EDITED_MS } from '../../../lib/constants.ts';
import { toast } from '../../../ui/toasts.ts';
import { useViewer } from '../../auth/viewer.ts';
import { changedText, useSendProfile } from './send-profile.ts';
import type { useProfileDraft } from './use-profile-draft.ts';

type Draft = ReturnType<typeof useProfileDraft>;
type FieldErrors = Partial<Record<'fullName' | 'bio', string>>;

export type Outcome = { type: 'success' | 'error'; words: string };

const DONE = 'Profile updated successfully!';
const FAILED = 'Failed to update profile.';
const NOTHING_GIVEN = 'Please provide at least one field to update.';

/** Checks and sends the draft; what was written stays whatever happens, until it is done. */
export function useSubmitProfile(draft: Draft, open: boolean, close: () => void) {
  const viewer = useViewer();
  const send = useSendProfile();
  /** How much of it has been sent, from 0 to 1; undefined while nothing is. */
  const [progress, setProgress] = useState<number>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [errors, setErrors] = useState<FieldErrors>({});
  const isShown = useRef(open);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);
  const isDone = outcome?.type === 'success';

  const end = () => {
    draft.reset();
    setOutcome(undefined);
    close();
  };
  const endByItself = useEffectEvent(end);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => endByItself(), PROFILE_EDITED_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  /** Where one looks: in the dialog, or beside the page when it was closed meanwhile. */
  function tell(next: Outcome) {
    setOutcome(next);
    if (!isShown.current) toast[next.type](next.words);
  }

  async function submit() {
    if (progress !== undefined || isDone) return;
    const { fullName, bio, files } = draft;
    const text = changedText(viewer, { fullName, bio });
    const hasFiles = Object.keys(files).length > 0;
    const found = problemsIn({ fullName, bio, hasFiles });
    const isUnchanged = Object.keys(text).length === 0 && !hasFiles;
    setErrors(found.fields);
    if (found.isLeftEmpty || isUnchanged)
      return setOutcome({ type: 'error', words: NOTHING_GIVEN });
    setOutcome(undefined);
    if (Object.keys(found.fields).length > 0) return;
    setProgress(0);
    try {
      await send({ ...text, files }, setProgress);
      tell({ type: 'success', words: DONE });
    } catch (error) {
      setErrors(atFields(error));
      tell({ type: 'error', words: serverWordsOf(error, FAILED) });
    } finally {
      setProgress(undefined);
    }
  }

  /** What was wrong may not be so any more. */
  const forget = () => {
    if (!isDone) setOutcome(undefined);
  };

  return { progress, outcome, errors, isDone, submit, end, forget };
}

interface Filled {
  fullName: string;
  bio: string;
  hasFiles: boolean;
}

function problemsIn({ fullName, bio, hasFiles }: Filled) {
  const fields: FieldErrors = {};
  const isNameless = fullName.trim() === '';
  const isLeftEmpty = isNameless && bio.trim() === '' && !hasFiles;
  const { fullName: name, bio: words } = accountLimits;
  if (isNameless && !isLeftEmpty) fields.fullName = 'Enter your name.';
  if (lengthOf(fullName.trim()) > name.max) fields.fullName = `Use at most ${name.max} characters.`;
  if (lengthOf(bio.trim()) > words.max) fields.bio = `Use at most ${words.max} characters.`;
  return { fields, isLeftEmpty };
}

/** What the server found wrong, by field. */
function atFields(error: unknown): FieldErrors {
  const found = error instanceof ApiError ? (error.errors ?? []) : [];
  return Object.fromEntries(
    found
      .filter(({ path }) => path === 'fullName' || path === 'bio')
      .map(({ path, message }) => [path, message]),
  );
}
