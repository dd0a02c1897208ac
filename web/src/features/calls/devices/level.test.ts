import { expect, test } from 'vitest';
import { levelOf } from './level.ts';

const wave = (height: number) =>
  Float32Array.from({ length: 512 }, (_, at) => height * Math.sin(at / 5));

test('silence gives 0, a shout gives 1, and a voice is between', () => {
  expect(levelOf(wave(0))).toBe(0);
  expect(levelOf(new Float32Array())).toBe(0);
  expect(levelOf(wave(0.0005))).toBe(0);
  expect(levelOf(wave(1))).toBe(1);
  const voice = levelOf(wave(0.05));
  expect(voice).toBeGreaterThan(0.3);
  expect(voice).toBeLessThan(levelOf(wave(0.2)));
});
