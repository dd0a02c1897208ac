import * as words from '#words/notifications';
import type { NotificationGroup } from '@roost/contract/notifications';
import { BellOff, Check, Ellipsis, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { nameOf } from '../../../ui/name-of.ts';
import { useMuteThread } from '../../posts/actions/mute-thread.ts';
import { sentenceOf } from './sentence.ts';

interface RowButtonsProps {
  group: NotificationGroup;
  onRead: () => void;
  onRemove: () => void;
}

/**
 * The buttons of a row. They appear under the mouse, with the keyboard focus, or after a swipe or a press on `MoreButton`. A device with
 * a mouse and a touch screen always shows them.
 */
export function RowButtons({ group, onRead, onRemove }: RowButtonsProps) {
  const { post, unread } = group;
  const muteThread = useMuteThread();
  const label = sentenceOf(group, nameOf).flat(Infinity).join('');
  return (
    <div className="flex shrink-0 snap-end items-center px-2 transition-opacity hovers:absolute hovers:end-2 hovers:top-3 hovers:px-0 mouse-only:opacity-0 mouse-only:group-focus-within:opacity-100 mouse-only:group-hover:opacity-100">
      {unread > 0 && (
        <IconButton
          ref={handFocusOn}
          label={words.markAsRead}
          aria-description={label}
          onClick={onRead}
        >
          <Check size={18} />
        </IconButton>
      )}
      {post && (
        <IconButton
          label={words.muteThread}
          aria-description={label}
          onClick={() => void muteThread({ _id: post._id, isThreadMuted: false })}
        >
          <BellOff size={18} />
        </IconButton>
      )}
      <IconButton label={words.delete} aria-description={label} onClick={onRemove}>
        <Trash2 size={18} />
      </IconButton>
    </div>
  );
}

interface MoreButtonProps extends Pick<RowButtonsProps, 'group'> {
  isOpen: boolean;
}

/** Shows and hides the buttons of a row for people who cannot swipe (WCAG 2.5.7). */
export function MoreButton({ group, isOpen }: MoreButtonProps) {
  return (
    <IconButton
      label={words.more}
      aria-description={sentenceOf(group, nameOf).flat(Infinity).join('')}
      aria-expanded={isOpen}
      className="absolute end-2 top-1.5 z-1 hovers:hidden"
      onClick={toggleButtons}
    >
      <Ellipsis size={20} />
    </IconButton>
  );
}

function toggleButtons({ currentTarget }: MouseEvent<HTMLElement>) {
  const row = currentTarget.closest('li');
  if (!row) return;
  const end = document.dir === 'rtl' ? -row.scrollWidth : row.scrollWidth;
  row.scrollLeft = areButtonsShown(row) ? 0 : end;
}

/** True if a swipe or a press has moved the buttons of a row into view. */
export const areButtonsShown = (row: HTMLElement): boolean => Math.abs(row.scrollLeft) > 1;

/** When a button with the focus disappears, the focus moves to its row. */
function handFocusOn(button: HTMLButtonElement | null) {
  const row = button?.closest('li');
  return () => {
    if (button === document.activeElement)
      row?.querySelector<HTMLElement>('[data-lead]')?.focus({ preventScroll: true });
  };
}
