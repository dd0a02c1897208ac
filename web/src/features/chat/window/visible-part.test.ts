import { expect, test } from 'vitest';
import { visiblePart } from './visible-part.ts';

test('the visible part ends at the keyboard and starts where the page was pushed to', () => {
  expect(visiblePart({ offsetTop: 0, height: 844, scale: 1 })).toEqual({ top: 0, bottom: 844 });
  expect(visiblePart({ offsetTop: 291.5, height: 508, scale: 1 })).toEqual({
    top: 291.5,
    bottom: 799.5,
  });
  // The page is pulled beyond its end.
  expect(visiblePart({ offsetTop: -30, height: 844, scale: 1 })).toEqual({ top: 0, bottom: 844 });
});

test('the visible part is undefined while zoomed in', () => {
  expect(visiblePart({ offsetTop: 120, height: 300, scale: 2 })).toBeUndefined();
  expect(visiblePart({ offsetTop: 0, height: 844, scale: 1.0004 })).toBeDefined();
});
