import { Button } from './button.tsx';

/** Something could not be loaded: the words, and a way to try again. */
export function LoadError({
  message,
  onRetry,
  label = 'Try again',
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
