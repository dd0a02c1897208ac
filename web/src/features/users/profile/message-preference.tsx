import * as words from '#words/users';
import { setMessagePreference, type MessagePreference, type OwnUser } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { latestWins } from '../../../lib/cache/latest-wins.ts';
import { Select } from '../../../ui/controls/select.tsx';
import { FeedbackLine, useFeedback, type Feedback } from '../../../ui/states/feedback-line.tsx';
import { patchPerson } from '../patch-person.ts';

const options: { value: MessagePreference; label: string }[] = [
  { value: 'everyone', label: words.everyone },
  { value: 'followers', label: words.followersTitle },
  { value: 'following', label: words.peopleIFollow },
  { value: 'mutualFollowers', label: words.mutualFollowers },
  { value: 'no one', label: words.noOne },
];

/** Selects who may start a conversation with the viewer. The choice shows at once, and its result for three seconds. */
export function MessagePreferenceSelect({
  user,
}: {
  user: Pick<OwnUser, '_id' | 'messagePreference'>;
}) {
  const id = useId();
  const [feedback, report] = useFeedback();
  const choose = useMessagePreference(user._id, report);
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta">
      <label htmlFor={id} className="text-muted">
        {words.whoCanMessageMe}
      </label>
      <Select
        id={id}
        size="sm"
        options={options}
        value={user.messagePreference}
        onChange={({ target }) => {
          const chosen = options.find(({ value }) => value === target.value);
          if (chosen) void choose(chosen.value, user.messagePreference);
        }}
      />
      <FeedbackLine feedback={feedback} />
    </div>
  );
}

function useMessagePreference(userId: string, report: (feedback: Feedback) => void) {
  const client = useQueryClient();
  return useMemo(
    () =>
      latestWins({
        show(messagePreference: MessagePreference) {
          patchPerson(client, userId, () => ({ messagePreference }));
        },
        send: outcomeOf,
        report,
      }),
    [client, userId, report],
  );
}

async function outcomeOf(messagePreference: MessagePreference): Promise<Feedback> {
  try {
    await call(setMessagePreference, { body: { messagePreference } }, { quiet: true });
    return { text: words.messagePreferenceUpdated, isError: false };
  } catch (error) {
    return { text: messageWithReason(error, words.failedToUpdatePreference), isError: true };
  }
}
