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
import { lazyPart } from '../lib/load-chunk.ts';
import { LazyOverlay } from './lazy-overlay.tsx';

const MenuPopup = lazyPart(async () => (await import('./menu-popup.tsx')).MenuPopup);

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  disabled?: boolean;
  onSelect: () => void;
}

interface TriggerProps {
  ref?: Ref<HTMLButtonElement>;
  id?: string;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onPointerEnter?: (event: never) => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

/** A button that opens a list of actions. The popup's machinery is fetched when a pointer comes near or it is pressed. */
export function Menu({
  trigger,
  items,
  align = 'end',
}: {
  trigger: ReactElement<TriggerProps>;
  items: MenuItem[];
  align?: 'start' | 'end';
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
    onPointerEnter: MenuPopup.preload,
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
          <MenuPopup
            open={open}
            onOpenChange={setOpen}
            anchor={anchor}
            labelledBy={id}
            items={items}
            align={align}
          />
        </LazyOverlay>
      )}
    </>
  );
}
