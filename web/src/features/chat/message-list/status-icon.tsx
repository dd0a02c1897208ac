import * as words from '#words/chat';
import { clsx } from 'clsx';
import { Check, CheckCheck, CircleAlert, Clock } from 'lucide-react';
import type { MessageStatus } from './thread-rows.ts';

const icons = {
  sending: Clock,
  failed: CircleAlert,
  sent: Check,
  delivered: CheckCheck,
  read: CheckCheck,
};

export const statusLabels: Record<MessageStatus, string> = {
  sending: words.sending,
  failed: words.notSent,
  sent: words.sent,
  delivered: words.delivered,
  read: words.read,
};

/** The status of the viewer's own message. */
export function StatusIcon({ status }: { status: MessageStatus }) {
  const Icon = icons[status];
  return (
    <span
      role="img"
      aria-label={statusLabels[status]}
      title={statusLabels[status]}
      className={clsx(
        status === 'failed' && 'text-danger-text',
        status === 'read' && 'text-accent-text',
      )}
    >
      <Icon size={15} strokeWidth={2} />
    </span>
  );
}
