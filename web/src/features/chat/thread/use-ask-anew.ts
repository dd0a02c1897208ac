import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection, subscribeToConnection } from '../../../lib/connection.ts';
import { chatKeys } from '../chat-keys.ts';

/** Asks for the open conversation anew when the window gets the focus, or the line is back. */
export function useAskAnew(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () =>
      void client.invalidateQueries(
        { queryKey: chatKeys.conversation(userId), exact: true },
        // The same is asked for by others at such a moment.
        { cancelRefetch: false },
      );
    // With the first connection of a page it has just been asked for.
    let wasOpen = connection() === 'open';
    const unsubscribe = subscribeToConnection(() => {
      if (connection() !== 'open') return;
      if (wasOpen) ask();
      wasOpen = true;
    });
    addEventListener('focus', ask);
    return () => {
      unsubscribe();
      removeEventListener('focus', ask);
    };
  }, [client, userId]);
}
