import { expect, test } from 'vitest';
import { nextStep, type ChatView } from './chat-placement.ts';
import { paths } from '../../../paths.ts';

const view = (about: Partial<ChatView> = {}): ChatView => ({
  isWide: false,
  open: undefined,
  addressed: undefined,
  ...about,
});
const toList = { kind: 'go', to: paths.messages, replace: true };
const toChat = (userId: string) => ({
  kind: 'go',
  to: paths.chat(userId),
  replace: false,
});

/** Applies steps until none is left. Returns the final view and the steps. */
function runSteps(was: ChatView | undefined, now: ChatView) {
  const steps = [];
  for (let step = nextStep(was, now); step; step = nextStep(was, now)) {
    was = now;
    steps.push(step);
    if (steps.length > 8) throw new Error('The steps never end.');
    if (step.kind === 'open') now = { ...now, open: step.userId };
    else if (step.kind === 'close') now = { ...now, open: undefined };
    else now = { ...now, addressed: step.to.split('with=')[1] };
  }
  return { now, steps };
}

test('wide: an address with a chat opens it and then loses it', () => {
  const { now, steps } = runSteps(undefined, view({ isWide: true, addressed: 'ann', open: 'ben' }));
  expect(steps).toEqual([{ kind: 'open', userId: 'ann' }, toList]);
  expect(now).toEqual(view({ isWide: true, open: 'ann' }));
});

test('wide: an open chat stays on any page; a closed one stays closed', () => {
  expect(nextStep(undefined, view({ isWide: true, open: 'ann' }))).toBeUndefined();
  expect(nextStep(view({ isWide: true, open: 'ann' }), view({ isWide: true }))).toBeUndefined();
});

test('narrow: opening a chat navigates to it, also from another chat', () => {
  expect(nextStep(view(), view({ open: 'ann' }))).toEqual(toChat('ann'));
  const there = view({ open: 'ann', addressed: 'ann' });
  expect(nextStep(there, there)).toBeUndefined();
  expect(nextStep(there, { ...there, open: 'ben' })).toEqual(toChat('ben'));
});

test('narrow: a change of the address opens or closes the chat', () => {
  expect(runSteps(undefined, view({ addressed: 'ann' })).now.open).toBe('ann');
  const there = view({ open: 'ann', addressed: 'ann' });
  expect(nextStep(there, view({ open: 'ann', addressed: 'ben' }))).toEqual({
    kind: 'open',
    userId: 'ben',
  });
  // The user went back or to another page.
  expect(nextStep(there, view({ open: 'ann' }))).toEqual({ kind: 'close' });
});

test('narrow: closing the chat navigates to the list', () => {
  const there = view({ open: 'ann', addressed: 'ann' });
  expect(nextStep(there, view({ addressed: 'ann' }))).toEqual(toList);
});

test('narrow: a chat stored by a wider window is closed at the start', () => {
  expect(nextStep(undefined, view({ open: 'ann' }))).toEqual({ kind: 'close' });
});

test('the chat stays open from wide to narrow and back', () => {
  const wide = view({ isWide: true, open: 'ann' });
  const narrowed = runSteps(wide, { ...wide, isWide: false });
  expect(narrowed.steps).toEqual([toChat('ann')]);
  expect(narrowed.now).toEqual(view({ open: 'ann', addressed: 'ann' }));
  const widened = runSteps(narrowed.now, { ...narrowed.now, isWide: true });
  expect(widened.steps).toEqual([toList]);
  expect(widened.now).toEqual(wide);
});
