import * as words from '#words/notifications';
import type { NotificationGroup } from '@roost/contract/notifications';
import { HandleLine } from '../../../ui/handle.tsx';
import { NameLine } from '../../../ui/name-line.tsx';
import { toast } from '../../../ui/overlays/toasts.ts';
import { AnswerButtons } from '../../users/follow-requests/answer-buttons.tsx';
import { useAnswerRequest } from '../../users/follow-requests/answer-request.ts';
import type { Sender } from './sentence.ts';

/**
 * The answers to the follow requests of a row, for each person whom the server sends. The row itself leads to all requests.
 * An answered request leaves the row, because the server deletes its notification.
 */
export function RequestAnswers({ group: { senders, count } }: { group: NotificationGroup }) {
  const answerRequest = useAnswerRequest();

  async function answer({ _id, username }: Sender, isAccepted: boolean, button: HTMLElement) {
    focusBeside(button, count);
    const outcome = await answerRequest(_id, isAccepted);
    if (outcome === 'gone') toast.info(words.requestIsGone({ username }));
    if (outcome === 'answered')
      toast.success((isAccepted ? words.requestAccepted : words.requestDeclined)({ username }));
  }

  return (
    <div className="mt-2 space-y-2">
      {senders.map((sender) => (
        <div key={sender._id} className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          {count > 1 && (
            <span className="min-w-32 flex-1 leading-tight">
              <NameLine user={sender} />
              <HandleLine username={sender.username} className="text-meta text-muted" />
            </span>
          )}
          {/* Above the link that covers the row. */}
          <span className="relative flex gap-2">
            <AnswerButtons
              person={sender}
              onAnswer={(isAccepted, button) => void answer(sender, isAccepted, button)}
            />
          </span>
        </div>
      ))}
    </div>
  );
}

/** The pressed button disappears. The focus moves to its row, or to the page if the row disappears too. */
function focusBeside(button: HTMLElement, count: number): void {
  const next =
    count > 1
      ? button.closest('[data-key]')?.querySelector<HTMLElement>('[data-lead]')
      : button.closest<HTMLElement>('main');
  next?.focus({ preventScroll: true });
}
