import { CircleAlert } from 'lucide-react';
import type { ComponentProps } from 'react';

/** The error under a field. */
export function ErrorNote({ children, ...rest }: ComponentProps<'p'>) {
  return (
    <p {...rest} className="mt-1.5 flex gap-1.5 text-meta text-danger-text">
      <CircleAlert size={16} className="mt-px shrink-0" />
      {children}
    </p>
  );
}
