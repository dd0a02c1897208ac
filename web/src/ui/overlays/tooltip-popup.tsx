import { Tooltip } from '@base-ui/react/tooltip';
import { useSyncExternalStore } from 'react';
import { hasSingleKeys } from '../../lib/keys/key-choices.ts';
import { useStore } from '../../lib/store.ts';

interface TooltipPopupProps {
  anchor: HTMLElement;
  onClose: () => void;
}

/** The bubble of a tooltip. It also shows the single key of its element (`data-shortcut`). */
export function TooltipPopup({ anchor, onClose }: TooltipPopupProps) {
  const label = useSyncExternalStore(onPageChange, () =>
    anchor.isConnected ? anchor.dataset['tooltip'] : undefined,
  );
  const hasKeys = useStore(hasSingleKeys);
  // Single keys do not act in a dialog, such as the media viewer.
  const canUseKeys = hasKeys && !anchor.closest('[role=dialog]');
  const key = canUseKeys ? anchor.dataset['shortcut'] : undefined;
  if (!label) return null;
  return (
    <Tooltip.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Tooltip.Portal>
        <Tooltip.Positioner
          anchor={anchor}
          side="bottom"
          sideOffset={8}
          collisionPadding={8}
          positionMethod="fixed"
          className="z-60"
        >
          <Tooltip.Popup
            aria-hidden
            data-tooltip-popup
            className="max-w-60 animate-appear rounded-xs bg-inverse px-2 py-1 text-meta font-medium text-inverse-text"
          >
            {label}
            {key && <kbd className="ms-2 font-sans text-inverse-text/75 uppercase">{key}</kbd>}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}

/** A press can rename the button or remove it while its tooltip is open. */
function onPageChange(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['data-tooltip'],
  });
  return () => observer.disconnect();
}
