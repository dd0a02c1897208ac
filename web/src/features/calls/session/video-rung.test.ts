import { expect, test } from 'vitest';
import type { LineSample } from './line.ts';
import { encodingFor, nextRung, topRung, type VideoRung } from './video-rung.ts';

const good: LineSample = { lost: 0, sendKbps: 2_000 };
const lossy: LineSample = { lost: 0.3, sendKbps: 2_000 };
const narrow: LineSample = { lost: 0, sendKbps: 150 };
const tiny: LineSample = { lost: 0, sendKbps: 40 };

function after(samples: LineSample[], from: VideoRung = topRung): VideoRung {
  return samples.reduce(nextRung, from);
}
const times = (count: number, sample: LineSample) => Array.from({ length: count }, () => sample);

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
  expect(after(times(30, { lost: 0.05, sendKbps: 800 }), low).level).toBe('low');
});

test('a screen keeps its size, so that it can be read', () => {
  expect(encodingFor('low', true).scaleResolutionDownBy).toBe(1);
  expect(encodingFor('low', false).scaleResolutionDownBy).toBeGreaterThan(1);
  expect(encodingFor('off', false)).toEqual({ active: false });
});
