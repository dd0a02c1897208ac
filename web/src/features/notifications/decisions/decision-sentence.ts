import * as words from '#words/notifications';
import type { ModerationAction } from '@roost/contract/moderation';
import type { Decision } from './decisions.query.ts';

const sentences: Readonly<Record<ModerationAction, string>> = {
  dismiss: words.decisionUndone,
  warn: words.decisionWarn,
  hide: words.decisionHide,
  remove: words.decisionRemove,
  limit: words.decisionLimit,
  suspend: words.decisionSuspend,
  ban: words.decisionBan,
};

/** The sentence for a decision about the viewer. For an undone decision, it says only that. */
export function sentenceOfDecision({ action, isUndone }: Decision): string {
  return isUndone ? words.decisionUndone : sentences[action];
}
