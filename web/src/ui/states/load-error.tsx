import * as words from '#words/ui';
import { Button } from '../controls/button.tsx';

/** A failed load: the message, and a button that tries again. */
export function LoadError({
  message,
  onRetry,
  label = words.tryAgain,
}: {
  message: string;
  onRetry?: () => void;
  label?: string;
}) {
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <p className="max-w-[44ch] text-body text-muted text-balance [overflow-wrap:anywhere]">
        {message}
      </p>
      {onRetry && (
        <Button variant="secondary" className="mt-6" onClick={onRetry}>
          {label}
        </Button>
      )}
    </div>
  );
}
