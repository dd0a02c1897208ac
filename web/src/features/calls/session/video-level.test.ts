import { expect, test } from 'vitest';
import type { ConnectionSample } from './connection-quality.ts';
import {
  encodingFor,
  nextVideoLevel,
  initialVideoLevel,
  type VideoLevelState,
} from './video-level.ts';

const sample = (sentLost: number, sendKbps: number): ConnectionSample => ({
  lost: 0,
  sentLost,
  sendKbps,
});
const good = sample(0, 2_000);
const lossy = sample(0.3, 2_000);
const narrow = sample(0, 150);
const tiny = sample(0, 40);

function after(
  samples: ConnectionSample[],
  from: VideoLevelState = initialVideoLevel,
): VideoLevelState {
  return samples.reduce(nextVideoLevel, from);
}
const times = (count: number, each: ConnectionSample) => Array.from({ length: count }, () => each);

test('two poor samples in a row lower the level; one does not', () => {
  expect(after([lossy, good, lossy, good]).level).toBe('full');
  expect(after([lossy, lossy]).level).toBe('low');
});

test('a connection that stays poor ends without video', () => {
  expect(after(times(4, lossy)).level).toBe('off');
  expect(after(times(4, tiny)).level).toBe('off');
  expect(after(times(20, narrow)).level).toBe('low');
});

test('the level rises step by step after many good samples', () => {
  const off = after(times(4, tiny));
  expect(after(times(5, good), off).level).toBe('off');
  // The bandwidth estimate is ignored while no video is sent.
  expect(after(times(6, { ...good, sendKbps: 50 }), off).level).toBe('low');
  expect(after(times(12, good), off).level).toBe('full');
});

test('samples that are neither good nor poor keep the level', () => {
  const low = after([lossy, lossy]);
  expect(after(times(30, sample(0.05, 800)), low).level).toBe('low');
});

test('received loss does not lower the level', () => {
  expect(after(times(20, { ...good, lost: 0.5 }))).toMatchObject({ level: 'full', poor: 0 });
});

test('a shared screen keeps its resolution at a low level', () => {
  expect(encodingFor('low', true).scaleResolutionDownBy).toBe(1);
  expect(encodingFor('low', false).scaleResolutionDownBy).toBeGreaterThan(1);
  expect(encodingFor('off', false)).toEqual({ active: false });
});
