import { viewerIdNow } from '../../../auth/session.ts';

/** Before a logout, the tabs of this person save what is written in them. */
interface FlushMessage {
  type: 'flush' | 'flushing' | 'flushed';
  viewerId: string;
}

/** The other tabs answer at once. A tab that works in the background needs longer to save. */
const ANSWER_MS = 300;
const MAX_WAIT_MS = 3_000;

const channel =
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('roost:drafts');

function post(type: FlushMessage['type']): void {
  const message: FlushMessage = { type, viewerId: viewerIdNow() ?? '' };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel?.postMessage(message);
}

function listen(listener: (message: FlushMessage) => void): () => void {
  const onMessage = ({ data }: MessageEvent<FlushMessage>) => {
    if (data.viewerId === viewerIdNow()) listener(data);
  };
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}

/** Registers what this tab does before another one logs out. */
export function onFlushRequest(flush: () => Promise<void>): void {
  listen(({ type }) => {
    if (type !== 'flush') return;
    post('flushing');
    void flush().finally(() => post('flushed'));
  });
}

/** Asks the other tabs to save. Resolves when those that answered are done, or after three seconds. */
export async function flushOtherTabs(): Promise<void> {
  if (!channel) return;
  await new Promise<void>((resolve) => {
    let left = 0;
    let isOpen = true;
    const done = () => {
      if (left === 0 && !isOpen) resolve();
    };
    const stop = listen(({ type }) => {
      if (type === 'flushing') left += 1;
      if (type === 'flushed') left -= 1;
      done();
    });
    setTimeout(() => {
      isOpen = false;
      done();
    }, ANSWER_MS);
    setTimeout(() => {
      stop();
      resolve();
    }, MAX_WAIT_MS);
    post('flush');
  });
}
