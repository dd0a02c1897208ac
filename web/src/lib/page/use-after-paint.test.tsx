import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAfterPaint } from './use-after-paint.ts';

test('it is false in the first render, and true in the next', () => {
  const seen: boolean[] = [];
  function Example() {
    seen.push(useAfterPaint());
    return null;
  }
  render(<Example />);
  expect(seen).toEqual([false, true]);
});
