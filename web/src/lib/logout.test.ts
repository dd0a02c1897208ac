import { expect, test, vi } from 'vitest';
import { announceLogout, onLogout, personalMap, personalSet } from './logout.ts';

test('a listener receives how the session ended, until it is removed', () => {
  const listener = vi.fn();
  const remove = onLogout(listener);
  announceLogout('expired');
  announceLogout('signedOut');
  remove();
  announceLogout('signedOut');
  expect(listener.mock.calls).toEqual([['expired'], ['signedOut']]);
});

test('a failing listener is reported, and the others still run', () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  const remove = onLogout(() => {
    throw new Error('broken');
  });
  const after = vi.fn();
  onLogout(after);
  announceLogout('signedOut');
  remove();
  vi.unstubAllGlobals();
  expect(report).toHaveBeenCalledOnce();
  expect(after).toHaveBeenCalledOnce();
});

test('a logout empties personal sets and maps', () => {
  const set = personalSet<string>().add('a');
  const map = personalMap<string, number>().set('a', 1);
  announceLogout('expired');
  expect([set.size, map.size]).toEqual([0, 0]);
});
