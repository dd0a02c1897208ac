import * as words from '#words/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { messageWithReason } from '../../../lib/api/api-error.ts';
import { latestWins } from '../../../lib/cache/latest-wins.ts';
import { useFeedback, type Feedback } from '../../../ui/states/feedback-line.tsx';
import { useViewerId } from '../../auth/viewer.ts';
import { notificationKeys } from '../notification-keys.ts';
import { subscribeBrowser, unsubscribeBrowser } from './browser-push.ts';
import type { PushState } from './push.query.ts';
import { enablePush } from './enable-push.ts';

/** Changes the subscription of this browser. A failure takes the change back, with its reason. */
export function usePushChanges() {
  const client = useQueryClient();
  const viewerId = useViewerId();
  const [feedback, report] = useFeedback();
  const [isBusy, setBusy] = useState(false);
  const { show, choose } = useMemo(() => {
    const set = (state: PushState) => {
      // An answer that is under way has the old state.
      void client.cancelQueries({ queryKey: notificationKeys.push });
      client.setQueryData(notificationKeys.push, state);
    };
    const send = async (preferences: PushState) =>
      outcomeOf(async () => subscribeBrowser(viewerId, preferences));
    return { show: set, choose: latestWins({ show: set, send, report }) };
  }, [client, viewerId, report]);

  async function toggle(state: PushState): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const outcome = await outcomeOf(async () => {
      if (state.isOn) {
        await unsubscribeBrowser();
        return show({ ...state, isOn: false });
      }
      const enabled = await enablePush(viewerId, state);
      if (typeof enabled === 'string') throw new NotAllowed();
      return show(enabled);
    });
    setBusy(false);
    report(outcome);
  }

  return { feedback, toggle, choose };
}

/** The person did not allow notifications. */
class NotAllowed extends Error {}

async function outcomeOf(change: () => Promise<unknown>): Promise<Feedback> {
  try {
    await change();
    return { text: words.saved, isError: false };
  } catch (error) {
    const text =
      error instanceof NotAllowed
        ? words.pushWasNotAllowed
        : messageWithReason(error, words.saveFailed);
    return { text, isError: true };
  }
}
