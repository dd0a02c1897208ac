/** The zoom of a picture: its scale, and how many px its middle has moved. */
export interface Zoom {
  scale: number;
  x: number;
  y: number;
}
interface Point {
  x: number;
  y: number;
}
interface Size {
  width: number;
  height: number;
}

export const UNZOOMED: Zoom = { scale: 1, x: 0, y: 0 };
export const TAP_SCALE = 2.5;
const MAX_SCALE = 6;

/** Zooms around a point, relative to the middle of the viewport. The point keeps its position under the fingers. */
export function zoomAround(zoom: Zoom, scale: number, { x, y }: Point): Zoom {
  const next = Math.min(MAX_SCALE, Math.max(1, scale));
  const by = next / zoom.scale;
  return { scale: next, x: x - (x - zoom.x) * by, y: y - (y - zoom.y) * by };
}

/** Limits the zoom, so that the picture's edges stay outside the viewport where possible. */
export function clampZoom({ scale, x, y }: Zoom, picture: Size, viewport: Size): Zoom {
  const across = Math.max(0, (picture.width * scale - viewport.width) / 2);
  const down = Math.max(0, (picture.height * scale - viewport.height) / 2);
  return {
    scale,
    x: Math.min(across, Math.max(-across, x)),
    y: Math.min(down, Math.max(-down, y)),
  };
}

/** The effect of a finished swipe: next slide, previous slide, or none. A fast swipe may be short. */
export function swipeStep(moved: number, speed: number, width: number): -1 | 0 | 1 {
  const isMeant = Math.abs(moved) > width * 0.25 || (Math.abs(speed) > 0.4 && moved * speed > 0);
  if (!isMeant) return 0;
  return moved < 0 ? 1 : -1;
}
