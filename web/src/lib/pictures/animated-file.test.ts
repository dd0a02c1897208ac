import { expect, test } from 'vitest';
import { isAnimatedHeader } from './animated-file.ts';

function bytes(...parts: (string | number[])[]): Uint8Array {
  return new Uint8Array(
    parts.flatMap((part) => (typeof part === 'string' ? [...Buffer.from(part)] : part)),
  );
}
const webp = (flags: number) => bytes('RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, flags]);
const chunk = (name: string, length: number) =>
  bytes([0, 0, 0, length], name, Array<number>(length + 4).fill(0));
const png = (...chunks: Uint8Array[]) =>
  bytes([137, 80, 78, 71, 13, 10, 26, 10], ...chunks.map((each) => [...each]));

test('distinguishes animated pictures from still ones', () => {
  expect(isAnimatedHeader('image/gif', bytes('GIF89a'))).toBe(true);
  expect(isAnimatedHeader('image/webp', webp(2))).toBe(true);
  expect(isAnimatedHeader('image/webp', webp(16))).toBe(false);
  expect(isAnimatedHeader('image/avif', bytes([0, 0, 0, 28], 'ftypavis'))).toBe(true);
  expect(isAnimatedHeader('image/avif', bytes([0, 0, 0, 28], 'ftypavif'))).toBe(false);
  expect(isAnimatedHeader('image/png', png(chunk('IHDR', 13), chunk('acTL', 8)))).toBe(true);
  expect(isAnimatedHeader('image/png', png(chunk('IHDR', 13), chunk('IDAT', 5)))).toBe(false);
  expect(isAnimatedHeader('image/jpeg', bytes([255, 216]))).toBe(false);
});
