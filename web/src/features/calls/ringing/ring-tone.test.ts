import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { soundTone } from './ring-tone.ts';

const node = () => ({
  gain: { value: 0, setValueAtTime() {}, exponentialRampToValueAtTime() {} },
  frequency: { value: 0 },
  connect: (to: unknown) => to,
  start: () => (notes += 1),
  stop() {},
});
class FakeContext extends EventTarget {
  state = isAllowed ? 'running' : 'suspended';
  readonly currentTime = 0;
  readonly destination = {};
  createGain = node;
  createOscillator = node;
  async resume() {
    if (this.state === 'running') return;
    if (!isAllowed) return new Promise<void>(() => {});
    this.state = 'running';
    this.dispatchEvent(new Event('statechange'));
    return undefined;
  }
  close = async () => {};
}
const page = new EventTarget();
const tone = { notes: [{ at: 0, seconds: 1, hertz: 440 }], round: 3, loudness: 1 };
let isAllowed: boolean;
let notes: number;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  notes = 0;
});
afterEach(() => vi.useRealTimers());

const press = async () => {
  for (const name of ['pointerdown', 'keydown']) page.dispatchEvent(new Event(name));
  await vi.advanceTimersByTimeAsync(0);
};

test('the tone sounds once a round, also after presses', async () => {
  isAllowed = true;
  const stop = soundTone(tone);
  await press();
  expect(notes).toBe(1);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(notes).toBe(2);
  stop();
  await vi.advanceTimersByTimeAsync(9_000);
  expect(notes).toBe(2);
});

test('the tone waits for a press if the browser requires one', async () => {
  isAllowed = false;
  const stop = soundTone(tone);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(notes).toBe(0);
  isAllowed = true;
  await press();
  expect(notes).toBe(1);
  stop();
});
