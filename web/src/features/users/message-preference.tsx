import { setMessagePreference, type MessagePreference, type OwnUser } from '@roost/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useEffect, useId, useMemo, useState } from 'react';
import { call } from '../../lib/api.ts';
import { serverWordsOf } from '../../lib/api-error.ts';
import { PREFERENCE_FEEDBACK_MS } from '../../lib/constants.ts';
import { chooser } from './last-choice.ts';
import { patchPerson } from './patch-person.ts';

const options: { value: MessagePreference; label: string }[] = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'followers', label: 'Followers' },
  { value: 'following', label: 'People I follow' },
  { value: 'mutualFollowers', label: 'Mutual followers' },
  { value: 'no one', label: 'No one' },
];

type Feedback = { words: string; isError: boolean };

/** Who may write to the viewer first; the choice shows at once, and how it went for three seconds. */
export function MessagePreferenceSelect({
  user,
}: {
  user: Pick<OwnUser, '_id' | 'messagePreference'>;
}) {
  const id = useId();
  const [feedback, setFeedback] = useState<Feedback>();
  const choose = useMessagePreference(user._id, setFeedback);
  useEffect(() => {
    if (!feedback) return undefined;
    const timer = setTimeout(() => setFeedback(undefined), PREFERENCE_FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [feedback]);
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-2 gap-y-1 text-meta">
      <label htmlFor={id} className="text-muted">
        Who can message me?
      </label>
      <span className="relative inline-flex max-w-full items-center">
        <select
          id={id}
          value={user.messagePreference}
          onChange={({ target }) => {
            const chosen = options.find(({ value }) => value === target.value);
            if (chosen) void choose(chosen.value, user.messagePreference);
          }}
          className="h-8 max-w-full appearance-none rounded-full border border-control bg-page pr-8 pl-3 font-medium transition-colors hover:bg-hover max-md:text-input pointer-coarse:h-11"
        >
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          strokeWidth={1.75}
          aria-hidden
          className="pointer-events-none absolute right-2.5 text-muted"
        />
      </span>
      <span role="status" className={feedback?.isError ? 'text-danger-text' : 'text-success-text'}>
        {feedback?.words}
      </span>
    </div>
  );
}

function useMessagePreference(userId: string, tell: (feedback: Feedback) => void) {
  const client = useQueryClient();
  return useMemo(
    () =>
      chooser({
        show(messagePreference: MessagePreference) {
          patchPerson(client, userId, () => ({ messagePreference }));
        },
        send: outcomeOf,
        tell,
      }),
    [client, userId, tell],
  );
}

async function outcomeOf(messagePreference: MessagePreference): Promise<Feedback> {
  try {
    await call(setMessagePreference, { body: { messagePreference } }, { quiet: true });
    return { words: 'Message preference updated successfully!', isError: false };
  } catch (error) {
    return { words: serverWordsOf(error, 'Failed to update preference.'), isError: true };
  }
}
