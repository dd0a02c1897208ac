import * as words from '#words/ui';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useIsOffline } from '../../lib/socket/network.ts';
import { Button } from '../controls/button.tsx';

/** A failed load: the message, and a button that tries again. Offline, it tries again by itself as soon as that may help. */
export function LoadError({
  message,
  failedOffline = false,
  onRetry,
  label,
}: {
  message: string;
  /** It failed without a network, which may have come back before this shows. */
  failedOffline?: boolean;
  onRetry?: () => void;
  /** Given if the button does something else. */
  label?: string;
}) {
  const loadsAgain = onRetry !== undefined && label === undefined;
  const isOffline = useIsOffline();
  useRetryOnline({ isOffline, failedOffline }, () => loadsAgain && onRetry());
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <p className="max-w-[44ch] text-body text-muted text-balance [overflow-wrap:anywhere]">
        {message}
      </p>
      {loadsAgain && isOffline && (
        <p className="mt-1 max-w-[44ch] text-meta text-muted text-balance">
          {words.thisIsNotSavedForOffline}
        </p>
      )}
      {onRetry && (
        <Button variant="secondary" className="mt-6" onClick={onRetry}>
          {label ?? words.tryAgain}
        </Button>
      )}
    </div>
  );
}

function useRetryOnline(
  { isOffline, failedOffline }: { isOffline: boolean; failedOffline: boolean },
  retry: () => void,
): void {
  const wasOffline = useRef(isOffline || failedOffline);
  const onOnline = useEffectEvent(retry);
  useEffect(() => {
    if (wasOffline.current && !isOffline) onOnline();
    wasOffline.current = isOffline;
  }, [isOffline]);
}
