import type { ReactNode } from 'react';
import { Button } from '../../../ui/controls/button.tsx';

interface TagRowProps {
  tag: string;
  about?: string;
  icon: ReactNode;
  /** The text of the button. */
  action: string;
  /** The accessible name of the button. */
  label: string;
  busy: boolean;
  onPress: () => void;
}

/** A hashtag with one button. */
export function TagRow({ tag, about, icon, action, label, busy, onPress }: TagRowProps) {
  return (
    <li className="flex items-center gap-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="text-name font-semibold [overflow-wrap:anywhere]">
          <bdi>#{tag}</bdi>
        </p>
        {about !== undefined && <p className="text-meta text-muted">{about}</p>}
      </div>
      <Button
        variant="secondary"
        size="sm"
        icon={icon}
        aria-label={label}
        disabled={busy}
        onClick={(event) => {
          // The row with the focus may leave its list.
          event.currentTarget.closest<HTMLElement>('main')?.focus({ preventScroll: true });
          onPress();
        }}
      >
        {action}
      </Button>
    </li>
  );
}
