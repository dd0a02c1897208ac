type View = Pick<VisualViewport, 'offsetTop' | 'height' | 'scale'>;

/**
 * What of the window is seen, in px from its top: less than all of it while a keyboard stands on it, and on iOS pushed
 * down by it, which `dvh` and sticky things know nothing of. Undefined while zoomed in: there one looks at a part.
 */
export function visiblePart({
  offsetTop,
  height,
  scale,
}: View): { top: number; bottom: number } | undefined {
  if (scale > 1.01) return undefined;
  const top = Math.max(0, offsetTop);
  return { top, bottom: top + height };
}
