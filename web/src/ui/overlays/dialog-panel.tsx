import * as words from '#words/ui';
import { Dialog as Base } from '@base-ui/react/dialog';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { Button } from '../controls/button.tsx';
import type { DialogProps } from './dialog-props.ts';
import { IconButton } from '../controls/icon-button.tsx';

/** From 768 px on. Below that, every dialog is a sheet. */
const places = {
  middle: {
    viewport: 'md:items-center md:justify-start md:overflow-y-auto md:px-6 md:py-[8dvh]',
    popup:
      'md:max-h-none md:rounded-dialog md:data-ending-style:translate-y-2 md:data-ending-style:opacity-0 md:data-starting-style:translate-y-2 md:data-starting-style:opacity-0',
  },
  side: {
    viewport: 'md:flex-row md:justify-end',
    popup:
      'md:h-dvh md:max-h-none md:rounded-none md:rounded-s-dialog md:data-ending-style:translate-x-full md:data-ending-style:translate-y-0 md:data-starting-style:translate-x-full md:data-starting-style:translate-y-0 md:rtl:data-ending-style:-translate-x-full md:rtl:data-starting-style:-translate-x-full',
  },
};
const widths = { sm: 'md:max-w-sm', md: 'md:max-w-lg', lg: 'md:max-w-2xl' };

/** Stops events at the dialog. React bubbles them to the component that rendered the portal, such as a row. */
const keepInside = (event: MouseEvent) => event.stopPropagation();

interface DialogPanelProps extends DialogProps {
  /** Receives whether Back may close the dialog. */
  mayClose?: RefObject<() => boolean>;
}

/** The open half of `Dialog`. */
export function DialogPanel({
  size = 'md',
  role = 'dialog',
  place = 'middle',
  ...props
}: DialogPanelProps) {
  const popup = useRef<HTMLDivElement>(null);
  const former = useFormerFocus(props.open);
  const typed = useTyped(props.open);
  const question = useQuestion(props, typed.isChanged);
  const { open, onOpenChange, title, description, children, footer, initialFocus, finalFocus } =
    props;
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={role === 'alert'}
      onOpenChange={(next, details) => {
        // A press on a toast does not count as a press beside the dialog.
        if (
          details.event.target instanceof Element &&
          details.event.target.closest('[data-toaster]')
        )
          details.cancel();
        else if (next || question.mayClose()) onOpenChange(next);
        else details.cancel();
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
            onFocus={typed.onFocus}
            role={role === 'alert' ? 'alertdialog' : 'dialog'}
            initialFocus={initialFocus ?? (() => firstField(popup.current) ?? true)}
            finalFocus={() => returnFocus(finalFocus?.() ?? former.current)}
            className={clsx(
              'relative flex max-h-[92dvh] w-full flex-col bg-raised pb-safe shadow-float outline-none',
              'rounded-t-dialog md:pb-0',
              'transition-[opacity,translate] duration-(--in) ease-out data-ending-style:duration-(--out)',
              'data-ending-style:translate-y-full data-starting-style:translate-y-full',
              // A dialog on top dims this one like the page.
              'after:pointer-events-none after:absolute after:inset-0 after:z-20 after:rounded-[inherit] after:bg-scrim after:opacity-0 after:transition-opacity after:duration-(--in) data-nested-dialog-open:after:opacity-100',
              places[place].popup,
              widths[size],
            )}
          >
            <header className="flex items-center gap-3 py-3 pe-3 ps-6">
              <Base.Title className="min-w-0 flex-1 text-section font-bold">{title}</Base.Title>
              <Base.Close render={<IconButton label={words.close} />}>
                <X />
              </Base.Close>
            </header>
            <div
              className={clsx(
                // The inset leaves room for the ring of a focused field at the top.
                '-mt-1 min-h-0 flex-1 overflow-y-auto overscroll-contain px-6 pt-1 pb-6',
                place === 'middle' && 'md:overflow-visible',
              )}
            >
              {description && (
                <Base.Description className="text-body text-muted">{description}</Base.Description>
              )}
              {children}
            </div>
            {question.asked && (
              <DialogPanel
                open={question.isAsking}
                onOpenChange={question.setAsking}
                title={words.discardYourChanges}
                description={words.theyAreNotSaved}
                role="alert"
                size="sm"
              >
                <div className="mt-6 flex justify-end gap-3 max-md:flex-col-reverse">
                  <Button variant="secondary" onClick={() => question.setAsking(false)}>
                    {words.keepEditing}
                  </Button>
                  <Button variant="danger" onClick={question.discard}>
                    {words.discard}
                  </Button>
                </div>
              </DialogPanel>
            )}
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

type Field = HTMLInputElement | HTMLTextAreaElement;

const textField =
  'textarea, input:not([type=range], [type=file], [type=checkbox], [type=radio], [type=hidden])';

/** Tracks the text fields whose text has changed since their first focus. */
function useTyped(open: boolean) {
  const before = useRef(new Map<Field, string>());
  useEffect(() => {
    if (!open) before.current.clear();
  }, [open]);
  return {
    onFocus: ({ target }: { target: EventTarget }) => {
      if (!(target instanceof Element) || !target.matches(textField)) return;
      const field = target as Field;
      if (!before.current.has(field)) before.current.set(field, field.value);
    },
    isChanged: () =>
      [...before.current].some(([field, value]) => field.isConnected && field.value !== value),
  };
}

/** Asks before Escape, a press beside the dialog, its × or Back loses typed text. */
function useQuestion(
  { keepsText = false, isChanged = false, onOpenChange, mayClose: mayCloseRef }: DialogPanelProps,
  hasTyped: () => boolean,
) {
  const [isAsking, setAsking] = useState(false);
  // Stays mounted after the first opening, so the closing is animated.
  const [asked, setAsked] = useState(false);
  const mayClose = () => {
    if (!isChanged && (keepsText || !hasTyped())) return true;
    setAsked(true);
    setAsking(true);
    return false;
  };
  useEffect(() => {
    if (mayCloseRef) mayCloseRef.current = mayClose;
  });
  return {
    isAsking,
    asked,
    setAsking,
    mayClose,
    discard: () => {
      setAsking(false);
      onOpenChange(false);
    },
  };
}

/** The element that had the focus before the dialog. */
function useFormerFocus(open: boolean): RefObject<HTMLElement | null> {
  const former = useRef<HTMLElement>(null);
  // Base UI moves the focus later.
  useEffect(() => {
    if (open && document.activeElement instanceof HTMLElement)
      former.current = document.activeElement;
  }, [open]);
  return former;
}

/**
 * Where Base UI moves the focus, or whether it does. From an element that is no tab stop, such as a whole page, Base UI would go on
 * to the first field in it.
 */
function returnFocus(element: HTMLElement | null): HTMLElement | boolean {
  if (!element?.isConnected) return true;
  if (element.tabIndex >= 0) return element;
  queueMicrotask(() => element.focus({ preventScroll: true }));
  return false;
}

/** Focuses the first text field, because people open a form to type. Other dialogs keep the default focus. */
function firstField(popup: HTMLElement | null): HTMLElement | undefined {
  const field = popup?.querySelector<HTMLElement>(
    'input:not([type=hidden], :disabled), textarea:not(:disabled)',
  );
  // People continue at the end of the text.
  if (field instanceof HTMLTextAreaElement)
    field.setSelectionRange(field.value.length, field.value.length);
  return field ?? undefined;
}
