import { createAppeal } from '@roost/contract/moderation';
import { act, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { server, success } from '../../test/support/fake-server.ts';
import { renderApp } from '../../test/support/render-app.tsx';
import { sampleId } from '../../test/support/sample-id.ts';
import { viewer } from '../../test/support/sample-posts.ts';
import { navigate } from '../lib/router/router.tsx';
import { paths } from '../paths.ts';
import { AppealScreen } from './appeal-screen.tsx';

const mailed = `${paths.appeal}?decision=${sampleId('decision')}`;

async function send(user: ReturnType<typeof renderApp>['user']) {
  const asked = server.answer(createAppeal, () => success({ _id: sampleId('appeal') }));
  await user.type(await screen.findByRole('textbox'), 'My reasons');
  await user.click(screen.getByRole('button', { name: 'Send appeal' }));
  await screen.findByText(/^Your appeal is sent\./);
  return asked.mock.lastCall?.[0].body;
}

test('a refused sign-in brings its token, which is not in the address', async () => {
  const { user } = renderApp(<AppealScreen />, { viewer: null, path: paths.login });
  act(() => navigate(paths.appeal, { state: { appealToken: 'a token' } }));
  expect(await send(user)).toMatchObject({ appealToken: 'a token' });
  expect(location.href).not.toContain('token');
});

test('a member appeals by the link of the mail', async () => {
  const { user } = renderApp(<AppealScreen />, { viewer, path: mailed });
  expect(await send(user)).toMatchObject({ decisionId: sampleId('decision') });
});

test('the link of the mail leads a visitor to the sign-in, and from there back', async () => {
  const { user } = renderApp(<AppealScreen />, { viewer: null, path: mailed });
  await user.click(await screen.findByRole('link', { name: 'Continue to sign in' }));
  expect(location.pathname).toBe(paths.login);
  expect((history.state as { state: unknown }).state).toEqual({ from: mailed });
});

test('a member without a decision is led to the decisions', async () => {
  renderApp(<AppealScreen />, { viewer, path: paths.appeal });
  const link = await screen.findByRole('link', { name: 'Decisions about you' });
  expect(link.getAttribute('href')).toBe(paths.decisions);
});
