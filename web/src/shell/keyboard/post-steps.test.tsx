import { expect, onTestFinished, test, vi } from 'vitest';
import { postSteps } from './post-steps.ts';

/** Three posts, and where they begin in the window, in px. */
function showPosts(): Record<string, number> {
  const tops: Record<string, number> = { a: 100, b: 300, c: 500 };
  const posts = Object.keys(tops).map((id) => `<article id="${id}" tabindex="0"></article>`);
  document.body.innerHTML = `<main>${posts.join('')}</main>`;
  const rect = vi
    .spyOn(HTMLElement.prototype, 'getBoundingClientRect')
    .mockImplementation(function rectOf(this: HTMLElement) {
      return new DOMRect(0, tops[this.id] ?? 0, 600, 150);
    });
  onTestFinished(() => {
    rect.mockRestore();
    document.body.innerHTML = '';
  });
  return tops;
}

const focusedId = () => document.activeElement?.id;

test('a step right after another one goes on from the post that still moves into place', () => {
  const tops = showPosts();
  const steps = postSteps();
  steps.step(1);
  expect(focusedId()).toBe('a');
  // The rows above get their heights, and the post is out of the window for a frame.
  Object.assign(tops, { a: -900, b: -400, c: 100 });
  steps.step(1);
  expect(focusedId()).toBe('b');
});

test('after a mouse has scrolled the focused post away, a step begins in the window', async () => {
  const tops = showPosts();
  const steps = postSteps();
  steps.step(1);
  // The post has reached its place a few frames later.
  for (let frame = 0; frame < 5; frame += 1)
    await new Promise((done) => requestAnimationFrame(done));
  Object.assign(tops, { a: -900, b: -400, c: 100 });
  steps.step(1);
  expect(focusedId()).toBe('c');
});
