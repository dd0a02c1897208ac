import * as words from '#words/compose';
import { trimText } from '@roost/contract/text/text';
import { isTooLong } from './length-counter.tsx';

export const EMPTY_POST_TEXT = words.emptyPost;

interface PostLimits {
  postLength: number;
  files: number;
}

/** The reason why this cannot be posted, for the person. Undefined if it can. */
export function postProblem(
  text: string,
  files: readonly { state: { step: string; isTemporary?: boolean } }[],
  limits: PostLimits | undefined,
): string | undefined {
  if (trimText(text) === '' && files.length === 0) return EMPTY_POST_TEXT;
  if (isTooLong(text, limits?.postLength))
    return words.useAtMostCharacters({ limit: limits!.postLength });
  if (limits && files.length > limits.files) return words.tooManyFiles({ limit: limits.files });
  // The outbox tries the others again.
  if (files.some(({ state }) => state.step === 'failed' && !state.isTemporary))
    return words.notEveryFileUploaded;
  return undefined;
}
