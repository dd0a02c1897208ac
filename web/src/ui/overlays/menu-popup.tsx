import { Menu as Base } from '@base-ui/react/menu';
import { clsx } from 'clsx';
import type { MouseEvent } from 'react';
import type { MenuItem, OpenMenu } from './menu-props.ts';

const keepInside = (event: MouseEvent) => event.stopPropagation();

/** A dialog that an item opened has the focus. The button must not take it. */
const hasOpenDialog = () => document.querySelector('[role=dialog], [role=alertdialog]') !== null;

interface MenuPopupProps extends OpenMenu {
  items: MenuItem[];
  align?: 'start' | 'end';
}

/** The open half of `Menu`. */
export function MenuPopup({
  open,
  onOpenChange,
  anchor,
  labelledBy,
  items,
  align = 'end',
}: MenuPopupProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Positioner
          anchor={anchor}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          // Above toasts, which would cover its last items.
          className="z-70 outline-none"
        >
          <Base.Popup
            aria-labelledby={labelledBy}
            finalFocus={() => (hasOpenDialog() ? false : anchor.current)}
            onClick={keepInside}
            className="min-w-52 origin-(--transform-origin) rounded-card bg-raised py-2 shadow-float outline-none transition-[opacity,scale] duration-(--in) data-ending-style:scale-97 data-ending-style:opacity-0 data-ending-style:duration-(--out) data-starting-style:scale-97 data-starting-style:opacity-0"
          >
            {items.map((item) => (
              <Base.Item
                key={item.label}
                disabled={item.disabled}
                onClick={item.onSelect}
                className={clsx(
                  'flex min-h-10 items-center gap-3 px-4 text-name font-medium outline-none select-none pointer-coarse:min-h-touch',
                  'data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-5 [&_svg]:shrink-0',
                  item.danger ? 'text-danger-text' : 'text-text',
                )}
              >
                {item.icon}
                {item.label}
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
