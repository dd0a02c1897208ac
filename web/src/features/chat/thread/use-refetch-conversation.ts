import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { connection, subscribeToConnection } from '../../../lib/socket/connection.ts';
import { chatKeys } from '../chat-keys.ts';

/** Refetches the open conversation when the window gets the focus or the connection is back. */
export function useRefetchConversation(userId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const ask = () =>
      void client.invalidateQueries(
        { queryKey: chatKeys.conversation(userId), exact: true },
        // Other code may already be refetching it at such a moment.
        { cancelRefetch: false },
      );
    // At the first connection of a page, the conversation has just been fetched.
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
