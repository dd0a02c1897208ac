import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meKey } from '../features/auth/session.ts';
import { useViewerId } from '../features/auth/viewer.ts';
import { connectSocket } from '../lib/socket.ts';
import { whenIdle } from '../lib/when-idle.ts';

type LiveFeatures = typeof import('./live-features.ts');

/**
 * One socket for this tab, as long as somebody is signed in. Gives what is live, once it is there: none of it is
 * needed to see the first page.
 */
export function useMainSocket(): LiveFeatures | undefined {
  const userId = useViewerId();
  const client = useQueryClient();
  const [features, setFeatures] = useState<LiveFeatures>();
  useEffect(() => {
    let end = () => {};
    const cancel = whenIdle(() => {
      end = connectSocket({
        userId,
        client,
        prepare: async () => setFeatures(await import('./live-features.ts')),
        onRefused: () => void client.invalidateQueries({ queryKey: meKey }),
      });
    });
    return () => {
      cancel();
      end();
    };
  }, [userId, client]);
  return features;
}
