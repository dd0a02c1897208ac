import type { ReactNode, RefObject } from 'react';

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  /** One sentence under the title. Screen readers read both. */
  description?: ReactNode;
  children?: ReactNode;
  /** Buttons at the bottom, always visible. */
  footer?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
  /** `side` is a drawer at the edge of the window. */
  place?: 'middle' | 'side';
  /** A press beside an `alert` does not close it. */
  role?: 'dialog' | 'alert';
  /** The first focus. The default is the first field, else the panel. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** The focus after closing, if the element that opened the dialog is gone. */
  finalFocus?: () => HTMLElement | null;
  /** The caller keeps the typed text. Otherwise the dialog asks before the text is lost. */
  keepsText?: boolean;
  /** Something other than text would be lost. */
  isChanged?: boolean;
}
