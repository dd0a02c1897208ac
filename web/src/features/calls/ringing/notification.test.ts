import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { showNotification } from './notification.ts';

const shown = new Set<string>();
class FakeNotification extends EventTarget {
  static permission = 'granted';
  readonly #title: string;
  constructor(title: string) {
    super();
    this.#title = title;
    shown.add(title);
  }
  close() {
    shown.delete(this.#title);
  }
}
let held: string[] = [];
const locks = {
  query: async () => ({ held: held.map((name) => ({ name })) }),
  request: async (name: string, _: object, work: () => Promise<void>) => {
    held.push(name);
    await work();
    held = held.filter((each) => each !== name);
  },
};
const page = Object.assign(new EventTarget(), { hidden: true });
const from = { _id: 'ann', username: 'ann', fullName: 'Ann', avatar: null };
const incoming = { from, callId: 'c1', media: 'audio' } as const;

function goes(isHidden: boolean): void {
  page.hidden = isHidden;
  page.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('navigator', { locks });
  vi.stubGlobal('document', page);
  page.hidden = true;
});
afterEach(() => vi.useRealTimers());

test('a system notification is shown while no tab is visible, until the ringing ends', async () => {
  const stop = showNotification(incoming);
  await vi.advanceTimersByTimeAsync(500);
  expect([...shown]).toEqual(['Ann is calling']);
  goes(false);
  expect([...shown]).toEqual([]);
  goes(true);
  await vi.advanceTimersByTimeAsync(500);
  expect([...shown]).toEqual(['Ann is calling']);
  stop();
  expect([...shown]).toEqual([]);
});

test('no notification is shown while a tab is visible', async () => {
  page.hidden = false;
  const seen = showNotification(incoming);
  page.hidden = true;
  const stop = showNotification(incoming);
  await vi.advanceTimersByTimeAsync(500);
  expect([...shown]).toEqual([]);
  seen();
  stop();
  await vi.advanceTimersByTimeAsync(0);
  expect(held).toEqual([]);
});

test('no notification is shown after the ringing has ended', async () => {
  showNotification(incoming)();
  await vi.advanceTimersByTimeAsync(500);
  expect([...shown]).toEqual([]);
});
