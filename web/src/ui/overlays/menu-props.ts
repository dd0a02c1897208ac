import type { ReactNode, RefObject } from 'react';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

/** Props of the open half of a menu. */
export interface OpenMenu {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  anchor: RefObject<HTMLButtonElement | null>;
  /** The id of the button. */
  labelledBy: string;
}
