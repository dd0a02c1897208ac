import { clsx } from 'clsx';
import { CircleAlert, CircleCheck, Info } from 'lucide-react';
import type { ReactNode } from 'react';

const looks = {
  success: { Icon: CircleCheck, colour: 'text-success-text' },
  error: { Icon: CircleAlert, colour: 'text-danger-text' },
  info: { Icon: Info, colour: 'text-accent-text' },
};

/** A message in the page about the last action. Screen readers announce it when it appears. */
export function Alert({ type, children }: { type: keyof typeof looks; children: ReactNode }) {
  const { Icon, colour } = looks[type];
  return (
    <div
      role={type === 'error' ? 'alert' : 'status'}
      className="flex animate-appear items-start gap-2.5 rounded-input bg-sunk px-3.5 py-3 text-name [overflow-wrap:anywhere]"
    >
      <Icon className={clsx('shrink-0', colour)} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
