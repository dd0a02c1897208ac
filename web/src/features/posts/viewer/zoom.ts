/** How a picture is enlarged: so many times, its middle moved by so many px. */
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
const MOST = 6;

/** Enlarges around a point, counted from the middle of the stage, which stays where it is under the fingers. */
export function zoomAround(zoom: Zoom, scale: number, { x, y }: Point): Zoom {
  const next = Math.min(MOST, Math.max(1, scale));
  const by = next / zoom.scale;
  return { scale: next, x: x - (x - zoom.x) * by, y: y - (y - zoom.y) * by };
}

/** Keeps the picture's edges from coming into the stage further than they have to. */
export function heldZoom({ scale, x, y }: Zoom, picture: Size, stage: Size): Zoom {
  const across = Math.max(0, (picture.width * scale - stage.width) / 2);
  const down = Math.max(0, (picture.height * scale - stage.height) / 2);
  return {
    scale,
    x: Math.min(across, Math.max(-across, x)),
    y: Math.min(down, Math.max(-down, y)),
  };
}

/** What a swipe that was let go means: one on, one back, or none. Fast ones need not be long. */
export function swipeStep(moved: number, speed: number, width: number): -1 | 0 | 1 {
  const isMeant = Math.abs(moved) > width * 0.25 || (Math.abs(speed) > 0.4 && moved * speed > 0);
  if (!isMeant) return 0;
  return moved < 0 ? 1 : -1;
}
