import { AppError } from '@roost/contract/errors';
import { getLimits } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server } from '../../../test/support/fake-server.ts';
import { renderApp } from '../../../test/support/render-app.tsx';
import { sampleLimits } from '../../../test/support/sample-limits.ts';
import { ComparisonTable } from './comparison-table.tsx';

const cells = (name: string) =>
  [...screen.getByRole('row', { name }).children].slice(1).map((cell) => cell.textContent?.trim());

test('it compares the limits that the server enforces', async () => {
  server.answer(getLimits, sampleLimits);
  renderApp(<ComparisonTable />);
  screen.getByRole('table', { name: 'What Free and Basic give' });
  await screen.findByText('5,000');
  expect(cells('Characters in a post 500 5,000')).toEqual(['500', '5,000']);
  expect(cells('Files in a post 4 8')).toEqual(['4', '8']);
  expect(cells('Time to edit a post 15 min 30 min')).toEqual(['15 min', '30 min']);
  screen.getByRole('row', { name: /^Verification badge No Yes/ });
});

test('after a failed load, Try again loads the limits', async () => {
  let isDown = true;
  server.answer(getLimits, () => {
    if (isDown) throw new AppError('unavailable');
    return sampleLimits();
  });
  const { user } = renderApp(<ComparisonTable />);
  await screen.findByRole('alert');
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('5,000');
});
