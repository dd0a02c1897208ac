import { clsx } from 'clsx';
import { CircleAlert, CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';

/** Words about what has just been done, in the page itself; read out when they appear. */
export function Notice({ type, children }: { type: 'success' | 'error'; children: ReactNode }) {
  const Icon = type === 'success' ? CircleCheck : CircleAlert;
  return (
    <div
      role={type === 'success' ? 'status' : 'alert'}
      className="flex animate-appear items-start gap-2.5 rounded-input bg-sunk px-3.5 py-3 text-name [overflow-wrap:anywhere]"
    >
      <Icon
        size={20}
        strokeWidth={1.75}
        aria-hidden
        className={clsx('shrink-0', type === 'success' ? 'text-success-text' : 'text-danger-text')}
      />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
