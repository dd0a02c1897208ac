import { expect, test } from 'vitest';
import type { LineSample } from './line.ts';
import { encodingFor, nextRung, topRung, type VideoRung } from './video-rung.ts';

const sample = (sentLost: number, sendKbps: number): LineSample => ({
  lost: 0,
  sentLost,
  sendKbps,
});
const good = sample(0, 2_000);
const lossy = sample(0.3, 2_000);
const narrow = sample(0, 150);
const tiny = sample(0, 40);

function after(samples: LineSample[], from: VideoRung = topRung): VideoRung {
  return samples.reduce(nextRung, from);
}
const times = (count: number, each: LineSample) => Array.from({ length: count }, () => each);

test('one poor look changes nothing; two in a row do', () => {
  expect(after([lossy, good, lossy, good]).level).toBe('full');
  expect(after([lossy, lossy]).level).toBe('low');
});

test('a line that stays poor ends with sound alone', () => {
  expect(after(times(4, lossy)).level).toBe('off');
  expect(after(times(4, tiny)).level).toBe('off');
  expect(after(times(20, narrow)).level).toBe('low');
});

test('the picture comes back step by step, and late', () => {
  const off = after(times(4, tiny));
  expect(after(times(5, good), off).level).toBe('off');
  // What the browser guesses while nothing is sent is not believed.
  expect(after(times(6, { ...good, sendKbps: 50 }), off).level).toBe('low');
  expect(after(times(12, good), off).level).toBe('full');
});

test('neither good nor poor holds the step', () => {
  const low = after([lossy, lossy]);
  expect(after(times(30, sample(0.05, 800)), low).level).toBe('low');
});

test('what is lost on the way here is no reason to send less', () => {
  expect(after(times(20, { ...good, lost: 0.5 }))).toMatchObject({ level: 'full', poor: 0 });
});

test('a screen keeps its size, so that it can be read', () => {
  expect(encodingFor('low', true).scaleResolutionDownBy).toBe(1);
  expect(encodingFor('low', false).scaleResolutionDownBy).toBeGreaterThan(1);
  expect(encodingFor('off', false)).toEqual({ active: false });
});
