import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { topBarsHeight } from './bars.ts';

/** An element of this height, because jsdom lays nothing out. */
const high = (height: number) => (element: HTMLElement | null) => {
  if (element) element.getBoundingClientRect = () => new DOMRect(0, 0, 100, height);
};
const sticky = { position: 'sticky' } as const;

test('each element that stays at the top of the window counts as a bar', () => {
  render(
    <>
      <header data-stays-at-top ref={high(52)} style={{ ...sticky, top: '0px' }} />
      <div data-stays-at-top ref={high(60)} style={{ ...sticky, top: '52px' }} />
      <div ref={high(40)} style={{ ...sticky, top: '112px' }} />
    </>,
  );
  expect(topBarsHeight()).toBe(112);
});

test('what stays at the top in its own column does not count', () => {
  render(<div data-stays-at-top ref={high(60)} />);
  expect(topBarsHeight()).toBe(0);
});
