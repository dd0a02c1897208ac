import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

/** The line under a field: its error, else a hint. */
export function FieldNote({
  id,
  error,
  hint,
}: {
  id: string;
  error?: string | undefined;
  hint?: ReactNode;
}) {
  if (error) {
    return (
      <p id={id} className="mt-1.5 flex gap-1.5 text-meta text-danger-text">
        <CircleAlert size={16} className="mt-px shrink-0" />
        {error}
      </p>
    );
  }
  if (!hint) return null;
  return (
    <div id={id} className="mt-1.5 text-meta text-muted">
      {hint}
    </div>
  );
}
