import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { meKey } from '../features/auth/session.ts';
import { useViewerId } from '../features/auth/viewer.ts';
import { connectSocket } from '../lib/socket/socket.ts';
import { whenIdle } from '../lib/page/when-idle.ts';
import type * as liveFeatures from './live-features.ts';

type LiveFeatures = typeof liveFeatures;

export const loadLiveFeatures = async (): Promise<LiveFeatures> => import('./live-features.ts');

/**
 * Connects one socket for this tab while somebody is signed in. Returns the live features once they are loaded. The
 * first page does not need them.
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
        prepare: async () => setFeatures(await loadLiveFeatures()),
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
