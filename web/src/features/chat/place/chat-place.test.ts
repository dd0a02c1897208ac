import { expect, test } from 'vitest';
import { stepOf, type ChatView } from './chat-place.ts';

const view = (about: Partial<ChatView> = {}): ChatView => ({
  isWide: false,
  open: undefined,
  addressed: undefined,
  ...about,
});
const toList = { kind: 'go', to: '/home/message', replace: true };
const toChat = (userId: string) => ({
  kind: 'go',
  to: `/home/message?with=${userId}`,
  replace: false,
});

/** Does what is said, one after another, and tells what it comes to. */
function settle(was: ChatView | undefined, now: ChatView) {
  const steps = [];
  for (let step = stepOf(was, now); step; step = stepOf(was, now)) {
    was = now;
    steps.push(step);
    if (steps.length > 8) throw new Error('It never comes to rest.');
    if (step.kind === 'open') now = { ...now, open: step.userId };
    else if (step.kind === 'close') now = { ...now, open: undefined };
    else now = { ...now, addressed: step.to.split('with=')[1] };
  }
  return { now, steps };
}

test('wide: an address that names a chat opens it beside the list, and names it no more', () => {
  const { now, steps } = settle(undefined, view({ isWide: true, addressed: 'ann', open: 'ben' }));
  expect(steps).toEqual([{ kind: 'open', userId: 'ann' }, toList]);
  expect(now).toEqual(view({ isWide: true, open: 'ann' }));
});

test('wide: an open chat stays whatever the page; closed is closed', () => {
  expect(stepOf(undefined, view({ isWide: true, open: 'ann' }))).toBeUndefined();
  expect(stepOf(view({ isWide: true, open: 'ann' }), view({ isWide: true }))).toBeUndefined();
});

test('narrow: a chat asked for is gone to; another one too', () => {
  expect(stepOf(view(), view({ open: 'ann' }))).toEqual(toChat('ann'));
  const there = view({ open: 'ann', addressed: 'ann' });
  expect(stepOf(there, there)).toBeUndefined();
  expect(stepOf(there, { ...there, open: 'ben' })).toEqual(toChat('ben'));
});

test('narrow: the address is believed when it changes', () => {
  expect(settle(undefined, view({ addressed: 'ann' })).now.open).toBe('ann');
  const there = view({ open: 'ann', addressed: 'ann' });
  expect(stepOf(there, view({ open: 'ann', addressed: 'ben' }))).toEqual({
    kind: 'open',
    userId: 'ben',
  });
  // Back, or another page.
  expect(stepOf(there, view({ open: 'ann' }))).toEqual({ kind: 'close' });
});

test('narrow: one that is closed by something else leaves its page', () => {
  const there = view({ open: 'ann', addressed: 'ann' });
  expect(stepOf(there, view({ addressed: 'ann' }))).toEqual(toList);
});

test('narrow: what is left over from a wider window is closed at the start', () => {
  expect(stepOf(undefined, view({ open: 'ann' }))).toEqual({ kind: 'close' });
});

test('the chat is kept from wide to narrow and back', () => {
  const wide = view({ isWide: true, open: 'ann' });
  const narrowed = settle(wide, { ...wide, isWide: false });
  expect(narrowed.steps).toEqual([toChat('ann')]);
  expect(narrowed.now).toEqual(view({ open: 'ann', addressed: 'ann' }));
  const widened = settle(narrowed.now, { ...narrowed.now, isWide: true });
  expect(widened.steps).toEqual([toList]);
  expect(widened.now).toEqual(wide);
});
