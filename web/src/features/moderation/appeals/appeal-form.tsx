import * as words from '#words/moderation';
import { moderationLimits } from '@roost/contract/limits';
import { decideAppeal, type Appeal } from '@roost/contract/moderation';
import { lengthOf, trimText } from '@roost/contract/text/text';
import { useQueryClient } from '@tanstack/react-query';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { TextAreaField } from '../../../ui/controls/text-area-field.tsx';
import { actLater } from '../decisions/delayed-acts.ts';
import {
  changeVerdictDraft,
  clearVerdictDraft,
  useVerdictDraft,
} from '../decisions/verdict-draft.ts';
import { moderationKeys } from '../moderation-keys.ts';

/** Upholds a decision or undoes it, after the delay. The typed text stays until the server has answered. */
export function AppealForm({ appeal }: { appeal: Appeal }) {
  const client = useQueryClient();
  const appealId = appeal._id;
  const { message, note } = useVerdictDraft(appealId);
  const isTooLong = [message, note].some(
    (text) => lengthOf(trimText(text)) > moderationLimits.note,
  );
  const decide = (uphold: boolean) =>
    actLater({
      label: uphold ? words.upholdTheDecision : words.undoTheDecision,
      about: appeal.author ? words.appealOf(appeal.author) : words.anErasedPerson,
      ids: [appealId],
      page: paths.moderationPart('appeals'),
      async send(call, idempotencyKey) {
        const body = { uphold, message: trimText(message), note: trimText(note) };
        try {
          await call(decideAppeal, { params: { appealId }, body, idempotencyKey });
          clearVerdictDraft(appealId);
        } finally {
          await client.invalidateQueries({ queryKey: moderationKeys.all });
        }
      },
    });
  return (
    <div className="flex flex-col gap-3">
      <TextAreaField
        label={words.messageForTheAuthor}
        rows={2}
        count={{ used: lengthOf(trimText(message)), max: moderationLimits.note }}
        value={message}
        onChange={(text) => changeVerdictDraft(appealId, { message: text })}
      />
      <TextAreaField
        label={words.noteOnlyForTheStaff}
        rows={2}
        count={{ used: lengthOf(trimText(note)), max: moderationLimits.note }}
        value={note}
        onChange={(text) => changeVerdictDraft(appealId, { note: text })}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" disabled={isTooLong} onClick={() => decide(true)}>
          {words.upholdTheDecision}
        </Button>
        <Button variant="secondary" disabled={isTooLong} onClick={() => decide(false)}>
          {words.undoTheDecision}
        </Button>
      </div>
    </div>
  );
}
