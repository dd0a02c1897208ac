import { expect, test } from 'vitest';
import { drawnShare, gridLayout } from './grid-layout.ts';

const wide = { width: 4000, height: 1000 };
const tall = { width: 1000, height: 4000 };
const photo = { width: 1200, height: 900 };
const many = (count: number) => Array.from({ length: count }, () => photo);

test('a single picture keeps its shape between 4:5 and 16:9', () => {
  expect(gridLayout([photo])).toEqual({ ratio: 4 / 3, spans: ['whole'], more: 0 });
  expect(gridLayout([wide]).ratio).toBe(16 / 9);
  expect(gridLayout([tall]).ratio).toBe(4 / 5);
});

test('media without a size are square', () => {
  expect(gridLayout([{ width: 0, height: 0 }]).ratio).toBe(1);
});

test('two are side by side, three are one and two, four are two by two', () => {
  expect(gridLayout(many(2)).spans).toEqual(['half', 'half']);
  expect(gridLayout(many(3)).spans).toEqual(['half', 'quarter', 'quarter']);
  expect(gridLayout(many(4))).toMatchObject({ spans: Array(4).fill('quarter'), more: 0 });
  expect(gridLayout(many(8))).toMatchObject({ spans: Array(4).fill('quarter'), more: 4 });
});

test('a picture cropped at its sides requests more than the tile’s width', () => {
  expect(drawnShare('whole', 4 / 3, photo)).toBe(1);
  expect(drawnShare('quarter', 16 / 9, tall)).toBe(0.5);
  expect(drawnShare('half', 16 / 9, wide)).toBeCloseTo(0.5 * (4 / (8 / 9)));
});
