import { Dialog } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { useRef, type ReactNode } from 'react';
import { Avatar } from '../../../ui/avatar.tsx';
import type { Person } from '../call-machine.ts';
import { HandleLine } from '../../../ui/handle.tsx';
import { nameOf } from '../../../ui/name-of.ts';

interface RingDialogProps {
  person: Person;
  /** The status text under the name. */
  words: string;
  /** Rendered behind the person. */
  picture?: ReactNode;
  /** The buttons. Nothing else closes the dialog, so that nobody ends a call by accident. */
  children: ReactNode;
}

/** The dialog of a ringing call, with the other person's avatar and name. */
export function RingDialog({ person, words, picture, children }: RingDialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(_, details) => details.cancel()}>
      <Dialog.Portal>
        <Dialog.Backdrop
          data-scrim
          className="fixed inset-0 z-50 min-h-dvh bg-scrim transition-opacity duration-(--in) data-starting-style:opacity-0"
        />
        <Dialog.Viewport className="@container-size fixed inset-0 z-50 flex items-end justify-center md:items-center md:p-6">
          <Dialog.Popup
            ref={popup}
            role="alertdialog"
            data-keeps-foot
            // Focus no button: a user who is typing must not answer or decline by accident.
            initialFocus={popup}
            className={clsx(
              'relative max-h-full w-full max-w-sm overflow-x-hidden overflow-y-auto rounded-t-dialog bg-raised shadow-float outline-none max-md:max-w-none md:rounded-dialog',
              'transition-[opacity,translate] duration-(--in) data-starting-style:translate-y-4 data-starting-style:opacity-0',
            )}
          >
            {picture}
            <div className="flex flex-col items-center px-[min(1.5rem,6vw)] pt-8 pb-[calc(2rem+env(safe-area-inset-bottom))]">
              {/* If space is short, the name and the buttons matter more than the avatar. */}
              <span className="relative mb-6 [@container(max-height:30em)]:hidden">
                <span
                  aria-hidden
                  className="absolute -inset-3 animate-breathe rounded-full bg-accent-soft"
                />
                <Avatar user={person} size={112} className="relative" />
              </span>
              <Dialog.Title className="max-w-full text-center text-title font-bold">
                <bdi className="[overflow-wrap:anywhere]">{nameOf(person)}</bdi>
              </Dialog.Title>
              <HandleLine username={person.username} className="max-w-full text-meta text-muted" />
              <Dialog.Description className="mt-2 text-body text-muted">{words}</Dialog.Description>
              <div className="mt-8 flex w-full flex-wrap items-start justify-center gap-x-[min(1.5rem,4vw)] gap-y-4">
                {children}
              </div>
            </div>
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
