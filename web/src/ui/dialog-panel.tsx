import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useRef, type MouseEvent } from 'react';
import type { DialogProps } from './dialog.tsx';
import { IconButton } from './icon-button.tsx';

/** From 768 px on; under it every dialog is a sheet. */
const places = {
  middle: {
    viewport: 'md:items-center md:justify-start md:overflow-y-auto md:px-6 md:py-[8dvh]',
    popup:
      'md:max-h-none md:rounded-dialog md:data-ending-style:translate-y-2 md:data-ending-style:opacity-0 md:data-starting-style:translate-y-2 md:data-starting-style:opacity-0',
  },
  side: {
    viewport: 'md:flex-row md:justify-end',
    popup:
      'md:h-dvh md:max-h-none md:rounded-none md:rounded-s-dialog md:data-ending-style:translate-x-full md:data-ending-style:translate-y-0 md:data-starting-style:translate-x-full md:data-starting-style:translate-y-0',
  },
};
const widths = { sm: 'md:max-w-sm', md: 'md:max-w-lg', lg: 'md:max-w-2xl' };

/** React lets events of a portal rise to whatever rendered it; a press in a dialog is not one on the row behind. */
const keepInside = (event: MouseEvent) => event.stopPropagation();

/** The open half of `Dialog`. */
export function DialogPanel({
  size = 'md',
  role = 'dialog',
  place = 'middle',
  ...props
}: DialogProps) {
  const popup = useRef<HTMLDivElement>(null);
  const { open, onOpenChange, title, description, children, footer, initialFocus, finalFocus } =
    props;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={role === 'alert'}
      onOpenChange={(next, details) => {
        // A press on a toast is none beside the dialog.
        if (
          details.event.target instanceof Element &&
          details.event.target.closest('[data-toaster]')
        )
          details.cancel();
        else onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop
          data-scrim
          onClick={keepInside}
          className="fixed inset-0 z-40 min-h-dvh bg-scrim transition-opacity duration-(--in) data-ending-style:opacity-0 data-ending-style:duration-(--out) data-starting-style:opacity-0"
        />
        <Base.Viewport
          onClick={keepInside}
          className={clsx(
            'fixed inset-0 z-40 flex flex-col justify-end overflow-x-clip',
            places[place].viewport,
          )}
        >
          <Base.Popup
            ref={popup}
            role={role === 'alert' ? 'alertdialog' : 'dialog'}
            initialFocus={initialFocus ?? (() => firstField(popup.current) ?? true)}
            finalFocus={finalFocus && (() => finalFocus() ?? true)}
            className={clsx(
              'relative flex max-h-[92dvh] w-full flex-col bg-raised pb-safe shadow-float outline-none',
              'rounded-t-dialog md:pb-0',
              'transition-[opacity,translate] duration-(--in) ease-out data-ending-style:duration-(--out)',
              'data-ending-style:translate-y-full data-starting-style:translate-y-full',
              // Under one that was opened from it, it is dimmed as the page is.
              'after:pointer-events-none after:absolute after:inset-0 after:z-20 after:rounded-[inherit] after:bg-scrim after:opacity-0 after:transition-opacity after:duration-(--in) data-nested-dialog-open:after:opacity-100',
              places[place].popup,
              widths[size],
            )}
          >
            <header className="flex items-center gap-3 py-3 pr-3 pl-6">
              <Base.Title className="min-w-0 flex-1 text-section font-bold">{title}</Base.Title>
              <Base.Close render={<IconButton label="Close" />}>
                <X size={20} strokeWidth={1.75} />
              </Base.Close>
            </header>
            <div
              className={clsx(
                'min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pb-6',
                place === 'middle' && 'md:overflow-visible',
              )}
            >
              {description && (
                <Base.Description className="text-body text-muted">{description}</Base.Description>
              )}
              {children}
            </div>
            {footer && (
              <footer className="flex justify-end gap-3 border-t border-line px-6 py-4">
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Typing is what a form is opened for; a dialog without a field keeps the usual first stop. */
function firstField(popup: HTMLElement | null): HTMLElement | undefined {
  const field = popup?.querySelector<HTMLElement>(
    'input:not([type=hidden], :disabled), textarea:not(:disabled)',
  );
  // One goes on writing where the text ends.
  if (field instanceof HTMLTextAreaElement)
    field.setSelectionRange(field.value.length, field.value.length);
  return field ?? undefined;
}
