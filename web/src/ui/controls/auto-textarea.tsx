import { clsx } from 'clsx';
import { useLayoutEffect, useRef, type ComponentProps } from 'react';

export interface AutoTextareaProps extends ComponentProps<'textarea'> {
  /** In px. A taller text scrolls. */
  maxHeight?: number;
}

/** A text box as tall as its text. It has no frame. It needs `aria-label` or a label. */
export function AutoTextarea({
  maxHeight = 200,
  className,
  ref,
  rows = 1,
  ...rest
}: AutoTextareaProps) {
  const own = useRef<HTMLTextAreaElement>(null);

  useLayoutEffect(() => {
    const box = own.current;
    if (!box) return;
    const { style: around, offsetHeight } = box.parentElement!;
    // While the box is small for the measurement, lists around it must not grow and scroll.
    around.minHeight = `${offsetHeight}px`;
    box.style.height = 'auto';
    const { scrollHeight } = box;
    box.style.height = `${Math.min(scrollHeight, maxHeight)}px`;
    box.style.overflowY = scrollHeight > maxHeight ? 'auto' : 'hidden';
    around.minHeight = '';
  }, [rest.value, maxHeight]);

  return (
    <textarea
      {...rest}
      rows={rows}
      ref={(box) => {
        own.current = box;
        if (typeof ref === 'function') return ref(box);
        if (ref) ref.current = box;
        return undefined;
      }}
      className={clsx(
        'block w-full resize-none bg-transparent outline-none max-md:text-input',
        className,
      )}
    />
  );
}
