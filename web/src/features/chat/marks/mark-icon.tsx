import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { Mark } from '../message-list/thread-rows.ts';

const icons = {
  sending: Clock,
  failed: CircleAlert,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
};

export const markNames: Record<Mark, string> = {
  sending: 'Sending',
  failed: 'Not sent',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
};

const colours: Partial<Record<Mark, string>> = {
  failed: 'text-danger-text',
  read: 'text-accent-text',
};

/** How far an own message has got. */
export function MarkIcon({ mark }: { mark: Mark }) {
  const Icon = icons[mark];
  return (
    <span role="img" aria-label={markNames[mark]} title={markNames[mark]} className={colours[mark]}>
      <Icon size={15} strokeWidth={2} aria-hidden />
    </span>
  );
}
