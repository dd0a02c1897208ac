import * as words from '#words/users';
import { accountLimits } from '@roost/contract/limits';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ApiError, messageWithReason } from '../../../lib/api/api-error.ts';
import { useForm } from '../../../lib/form.ts';
import { toast } from '../../../ui/overlays/toasts.ts';
import { useViewer } from '../../auth/viewer.ts';
import { problemWithLinks } from './link-lines.ts';
import { changedText, useSendProfile } from './send-profile.ts';
import type { useProfileDraft } from './use-profile-draft.ts';

/** The dialog closes this long after a save. */
const PROFILE_EDITED_MS = 1_500;

type Draft = ReturnType<typeof useProfileDraft>;

/** Checks and sends the profile draft, and reports the upload progress. The draft remains until the server accepts it. */
export function useSubmitProfile(draft: Draft, open: boolean, close: () => void) {
  const viewer = useViewer();
  const send = useSendProfile();
  /** The sent share, from 0 to 1. Undefined while nothing is being sent. */
  const [progress, setProgress] = useState<number>();
  const [isDone, setDone] = useState(false);
  const isShown = useRef(open);
  useEffect(() => {
    isShown.current = open;
    return () => {
      isShown.current = false;
    };
  }, [open]);

  const form = useForm(
    async () => {
      if (isDone) return;
      const { fullName, bio, links, files } = draft;
      const text = changedText(viewer, { fullName, bio, links });
      const isUnchanged = Object.keys(text).length === 0 && Object.keys(files).length === 0;
      if (isUnchanged || isLeftEmpty(draft))
        throw new ApiError(words.pleaseProvideAtLeastOneFieldTo, { code: 'bad_input' });
      setProgress(0);
      try {
        await send({ ...text, files }, setProgress);
        setDone(true);
        if (!isShown.current) toast.success(words.profileUpdatedSuccessfully);
      } catch (error) {
        if (!isShown.current) toast.error(failureText(error));
        throw error;
      } finally {
        setProgress(undefined);
      }
    },
    {
      fullName: () => nameError(draft),
      bio: () => lengthError(draft.bio, accountLimits.bio.max),
      links: () => problemWithLinks(draft.links)?.message,
    },
    (field) => {
      if (field.getAttribute('name') === 'links') selectProblem(field, draft.links);
    },
  );

  const end = () => {
    draft.reset();
    setDone(false);
    close();
  };
  const endByItself = useEffectEvent(end);
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(() => endByItself(), PROFILE_EDITED_MS);
    return () => clearTimeout(timer);
  }, [isDone]);

  return {
    form,
    progress,
    isDone,
    end,
    failure: form.failure === undefined ? undefined : failureText(form.failure),
  };
}

const failureText = (error: unknown) => messageWithReason(error, words.failedToUpdateProfile);

function isLeftEmpty({ fullName, bio, files }: Draft): boolean {
  return trimText(fullName) === '' && trimText(bio) === '' && Object.keys(files).length === 0;
}

function nameError(draft: Draft): string | undefined {
  if (trimText(draft.fullName) === '' && !isLeftEmpty(draft)) return words.enterYourName;
  return lengthError(draft.fullName, accountLimits.fullName.max);
}

function lengthError(text: string, max: number): string | undefined {
  return lengthOf(trimText(text)) > max ? words.useAtMostCharacters({ max }) : undefined;
}

/** So the person sees which link is wrong, and can type another one. */
function selectProblem(box: HTMLElement, links: string): void {
  const problem = problemWithLinks(links);
  if (problem && box instanceof HTMLTextAreaElement)
    box.setSelectionRange(problem.start, problem.end);
}
