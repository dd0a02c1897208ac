import { AppError } from '@roost/contract/errors';
import { getPrivacy, updatePrivacy } from '@roost/contract/users';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { samplePrivacy } from '../../../../test/support/sample-privacy.ts';
import { PrivacySwitches } from './privacy-switches.tsx';

const switches = [
  { setting: 'followApproval', label: 'Approve followers', about: 'A new follower waits.' },
  { setting: 'showOnline', label: 'Show when I am online' },
] as const;

const isOn = (name: string) => screen.getByRole<HTMLInputElement>('switch', { name }).checked;

async function approve() {
  server.answer(getPrivacy, () => success(samplePrivacy));
  const { user } = renderApp(<PrivacySwitches switches={switches} />);
  const approval = await screen.findByRole('switch', {
    name: 'Approve followers',
    description: 'A new follower waits.',
  });
  await user.click(approval);
}

test('a press is saved at once, and changes no other setting', async () => {
  const asked = server.answer(updatePrivacy, () =>
    success({ ...samplePrivacy, followApproval: true }),
  );
  await approve();
  expect(isOn('Approve followers')).toBe(true);
  await expect.poll(() => asked.mock.lastCall?.[0].body).toEqual({ followApproval: true });
  expect([isOn('Approve followers'), isOn('Show when I am online')]).toEqual([true, true]);
});

test('a refused press is taken back, with the reason', async () => {
  server.answer(updatePrivacy, () => {
    throw new AppError('rate_limited');
  });
  await approve();
  await screen.findByText('Too many requests. Please wait a moment and try again.');
  expect(isOn('Approve followers')).toBe(false);
});
