import * as words from '#words/notifications';
import { setNotificationPreferences } from '@roost/contract/notifications';
import type { NotificationPreferences } from '@roost/contract/users';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/api/api.ts';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { latestWins } from '../../../lib/cache/latest-wins.ts';
import { FeedbackLine, useFeedback, type Feedback } from '../../../ui/states/feedback-line.tsx';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { notificationKeys } from '../notification-keys.ts';
import { PreferenceLines, PreferenceSkeletons } from './preference-lines.tsx';
import { preferencesQuery } from './preferences.query.ts';

/** The notification preferences in the settings. Each change is saved at once. */
export function PreferencesSettings() {
  const { data, error, refetch } = useQuery(preferencesQuery);
  const [feedback, report] = useFeedback();
  const choose = usePreferences(report);
  if (error && !data)
    return <LoadError message={words.failedToLoadPreferences} onRetry={() => void refetch()} />;
  if (!data) return <PreferenceSkeletons />;
  return (
    <div className="flex flex-col gap-4">
      <PreferenceLines wanted={data} onChange={(wanted) => void choose(wanted, data)} />
      <FeedbackLine feedback={feedback} />
    </div>
  );
}

function usePreferences(report: (feedback: Feedback) => void) {
  const client = useQueryClient();
  return useMemo(
    () =>
      latestWins({
        show(wanted: NotificationPreferences) {
          // An answer that is under way has the old choice.
          void client.cancelQueries({ queryKey: notificationKeys.preferences });
          client.setQueryData(notificationKeys.preferences, wanted);
        },
        send: outcomeOf,
        report,
      }),
    [client, report],
  );
}

async function outcomeOf(wanted: NotificationPreferences): Promise<Feedback> {
  try {
    const body = { notificationPreferences: wanted };
    await call(setNotificationPreferences, { body }, { quiet: true });
    return { text: words.saved, isError: false };
  } catch (error) {
    return { text: messageWithReason(error, words.saveFailed), isError: true };
  }
}
