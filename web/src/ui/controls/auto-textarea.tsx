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
    box.style.height = 'auto';
    box.style.height = `${Math.min(box.scrollHeight, maxHeight)}px`;
    box.style.overflowY = box.scrollHeight > maxHeight ? 'auto' : 'hidden';
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
