import { isTooLong } from './length-counter.tsx';

export const EMPTY_POST = 'Post must have either content or media.';

interface PostLimits {
  postLength: number;
  files: number;
}

/** Why this can't be posted, in words; undefined when it can. */
export function postProblem(
  text: string,
  files: readonly { state: { step: string } }[],
  limits: PostLimits | undefined,
): string | undefined {
  if (text.trim() === '' && files.length === 0) return EMPTY_POST;
  if (isTooLong(text, limits?.postLength)) return `Use at most ${limits?.postLength} characters.`;
  if (limits && files.length > limits.files) return `A post can have up to ${limits.files} files.`;
  if (files.some(({ state }) => state.step === 'failed'))
    return 'Not every file could be uploaded. Try those again, or remove them.';
  return undefined;
}
