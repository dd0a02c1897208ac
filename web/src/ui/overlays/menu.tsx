import {
  cloneElement,
  useId,
  useRef,
  useState,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { lazyPart } from '../../lib/page/load-chunk.ts';
import type { MenuItem, OpenMenu } from './menu-props.ts';
import { LazyOverlay } from './lazy-overlay.tsx';

const MenuPopup = lazyPart(async () => (await import('./menu-popup.tsx')).MenuPopup);

interface TriggerProps {
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onPointerEnter?: (event: never) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

/** A button that opens a list of actions. The popup's code loads on hover or press. */
export function Menu({
  trigger,
  ...popup
}: {
  trigger: ReactElement<TriggerProps>;
  items: MenuItem[];
  align?: 'start' | 'end';
}) {
  return (
    <MenuButton trigger={trigger} preload={MenuPopup.preload}>
      {(menu) => <MenuPopup {...menu} {...popup} />}
    </MenuButton>
  );
}

/** The button of a menu. `children` renders the popup from the first opening on. */
export function MenuButton({
  trigger,
  preload,
  children,
}: {
  trigger: ReactElement<TriggerProps>;
  preload: () => void;
  children: (menu: OpenMenu) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const anchor = useRef<HTMLButtonElement>(null);
  const id = useId();
  const button = cloneElement(trigger, {
    ref: anchor,
    id,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: preload,
    onClick(event) {
      trigger.props.onClick?.(event);
      setOpened(true);
      setOpen((was) => !was);
    },
  });
  return (
    <>
      {button}
      {opened && (
        <LazyOverlay open={open} onFailed={() => setOpen(false)}>
          {children({ open, onOpenChange: setOpen, anchor, labelledBy: id })}
        </LazyOverlay>
      )}
    </>
  );
}
