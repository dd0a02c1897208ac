import * as words from '#words/users';
import { accountLimits } from '@roost/contract/limits';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, serverWordsOf } from '../../../lib/api/api-error.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { useViewer } from '../../auth/viewer.ts';
import { changedText, useSendProfile } from './send-profile.ts';
import type { useProfileDraft } from './use-profile-draft.ts';

/** How long the dialog of an edited profile stays. */
const PROFILE_EDITED_MS = 1_500;

type Draft = ReturnType<typeof useProfileDraft>;
type FieldErrors = Partial<Record<'fullName' | 'bio', string>>;

export type Outcome = { type: 'success' | 'error'; text: string };

const DONE_TEXT = words.profileUpdatedSuccessfully;
const FAILED_TEXT = words.failedToUpdateProfile;
const NOTHING_GIVEN_TEXT = words.pleaseProvideAtLeastOneFieldTo;

/** Checks and sends the draft. The draft remains until the server accepts it. */
export function useSubmitProfile(draft: Draft, open: boolean, close: () => void) {
  const viewer = useViewer();
  const send = useSendProfile();
  /** The sent share, from 0 to 1. Undefined while nothing is being sent. */
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

  /** Shows the result in the dialog, or as a toast if the person has closed the dialog. */
  function showOutcome(next: Outcome) {
    setOutcome(next);
    if (!isShown.current) toast[next.type](next.text);
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
      return setOutcome({ type: 'error', text: NOTHING_GIVEN_TEXT });
    setOutcome(undefined);
    if (Object.keys(found.fields).length > 0) return;
    setProgress(0);
    try {
      await send({ ...text, files }, setProgress);
      showOutcome({ type: 'success', text: DONE_TEXT });
    } catch (error) {
      setErrors(fieldErrorsOf(error));
      showOutcome({ type: 'error', text: serverWordsOf(error, FAILED_TEXT) });
    } finally {
      setProgress(undefined);
    }
  }

  /** After an edit, the shown problem may no longer exist. */
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
  const isNameless = trimText(fullName) === '';
  const isLeftEmpty = isNameless && trimText(bio) === '' && !hasFiles;
  const { fullName: name, bio: summary } = accountLimits;
  if (isNameless && !isLeftEmpty) fields.fullName = words.enterYourName;
  if (lengthOf(trimText(fullName)) > name.max)
    fields.fullName = words.useAtMostCharacters({ max: name.max });
  if (lengthOf(trimText(bio)) > summary.max)
    fields.bio = words.useAtMostCharacters({ max: summary.max });
  return { fields, isLeftEmpty };
}

/** The server's error messages by field. */
function fieldErrorsOf(error: unknown): FieldErrors {
  const found = error instanceof ApiError ? (error.errors ?? []) : [];
  return Object.fromEntries(
    found
      .filter(({ path }) => path === 'fullName' || path === 'bio')
      .map(({ path, message }) => [path, message]),
  );
}
