type View = Pick<VisualViewport, 'offsetTop' | 'height' | 'scale'>;

/**
 * Returns the visible part of the window, in px from its top. A keyboard covers a part, and on iOS also pushes the page
 * up. `dvh` and sticky elements ignore both. Undefined while zoomed in, because the layout must not follow the zoom.
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
