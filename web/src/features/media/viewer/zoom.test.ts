import { expect, test } from 'vitest';
import { clampZoom, swipeStep, UNZOOMED, zoomAround } from './zoom.ts';

test('zooming keeps the point under the fingers in its position', () => {
  const zoom = zoomAround(UNZOOMED, 2, { x: 100, y: -40 });
  // A point of the picture at (100, -40) moves to scale * point + move.
  expect({ x: 2 * 100 + zoom.x, y: 2 * -40 + zoom.y }).toEqual({ x: 100, y: -40 });
  expect(zoomAround(zoom, 1, { x: 100, y: -40 })).toEqual(UNZOOMED);
});

test('the zoom stays between one and six times', () => {
  expect(zoomAround(UNZOOMED, 0.2, { x: 0, y: 0 }).scale).toBe(1);
  expect(zoomAround(UNZOOMED, 60, { x: 0, y: 0 }).scale).toBe(6);
});

test('a picture cannot leave the visible area', () => {
  const picture = { width: 300, height: 200 };
  const viewport = { width: 400, height: 800 };
  expect(clampZoom({ scale: 2, x: 900, y: 900 }, picture, viewport)).toEqual({
    scale: 2,
    x: 100,
    y: 0,
  });
});

test('a long or fast swipe changes the slide, a short slow one does not', () => {
  expect(swipeStep(-200, 0, 400)).toBe(1);
  expect(swipeStep(60, 0.8, 400)).toBe(-1);
  expect(swipeStep(-60, 0.1, 400)).toBe(0);
  expect(swipeStep(-60, 0.8, 400)).toBe(0);
});
