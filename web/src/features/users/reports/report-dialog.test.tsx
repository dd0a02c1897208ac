import { AppError } from '@roost/contract/errors';
import { createReport } from '@roost/contract/moderation';
import { muteUser, toggleBlock } from '@roost/contract/relations';
import { getSite } from '@roost/contract/site';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { server, success } from '../../../../test/support/fake-server.ts';
import { renderApp } from '../../../../test/support/render-app.tsx';
import { sampleId } from '../../../../test/support/sample-id.ts';
import { bob, viewer } from '../../../../test/support/sample-posts.ts';
import { sampleSite } from '../../../../test/support/sample-site.ts';
import { paths } from '../../../paths.ts';
import { ReportHost } from './report-host.tsx';
import { askToReport, type ReportRequest } from './report-request.ts';

const subject = { type: 'post', _id: sampleId('post') } as const;
const rule = { _id: sampleId('rule'), text: 'Be kind to each other.' };

const answerSite = () => server.answer(getSite, () => success(sampleSite({ rules: [rule] })));

async function open(request: Partial<ReportRequest> = {}, person = viewer) {
  const { user } = renderApp(
    <>
      <ReportHost />
      <button type="button" onClick={() => askToReport({ subject, person: bob, ...request })}>
        More
      </button>
    </>,
    { viewer: person },
  );
  await user.click(await screen.findByRole('button', { name: 'More' }));
  await screen.findByRole('dialog');
  return user;
}

const acceptReports = () => server.answer(createReport, () => success({ _id: sampleId('report') }));
const reason = (name: string) => screen.getByRole('button', { name });

test('a press on a reason sends the report, and says what happens next', async () => {
  const asked = acceptReports();
  const user = await open();
  screen.getByRole('dialog', { name: 'Report post' });
  await user.click(reason('Hate against a group'));
  await screen.findByText('Thank you. The moderators look at your report.');
  expect(asked.mock.calls.map(([{ body }]) => body)).toEqual([
    { subject, reason: 'hate', comment: '' },
  ]);
  expect(screen.getByRole('link', { name: 'Your reports' }).getAttribute('href')).toBe(
    paths.reports,
  );
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Done' })),
  );
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test.each([
  [{ subject: { type: 'user', _id: bob._id } } as const, 'Report profile'],
  [{ subject: { type: 'message', _id: sampleId('m') } } as const, 'Report message'],
  [{ subject: { type: 'message', _id: sampleId('m') }, isCall: true } as const, 'Report call'],
])('the title says what is reported: %#', async (request, title) => {
  await open(request);
  screen.getByRole('dialog', { name: title });
});

test('a chosen mute and block follow the report', async () => {
  const order: string[] = [];
  server.answer(createReport, () => {
    order.push('report');
    return success({ _id: sampleId('report') });
  });
  server.answer(muteUser, () => {
    order.push('mute');
    return success({ until: null, reposts: false });
  });
  server.answer(toggleBlock, () => {
    order.push('block');
    const { _id, username, fullName, avatar } = bob;
    return success({
      blockedUsers: [{ _id, username, fullName, avatar, bio: '' }],
      user: { ...bob, blockedByOtherUser: false, isBlockedByCurrentUser: true },
    } as never);
  });
  const user = await open();
  await user.click(screen.getByRole('checkbox', { name: 'Also mute @bob' }));
  await user.click(screen.getByRole('checkbox', { name: 'Also block @bob' }));
  await user.click(reason('Spam or advertising'));
  await screen.findByText('Thank you. The moderators look at your report.');
  await waitFor(() => expect(order.toSorted()).toEqual(['block', 'mute', 'report']));
  expect(order[0]).toBe('report');
  expect(screen.queryByRole('button', { name: 'Block @bob' })).toBeNull();
});

test('a sent report still offers to mute and to block', async () => {
  acceptReports();
  const muted = server.answer(muteUser, () => success({ until: null, reposts: false }));
  const user = await open();
  await user.click(reason('Something else'));
  await user.click(await screen.findByRole('button', { name: 'Mute @bob' }));
  await screen.findByText('You muted @bob.');
  expect(muted.mock.lastCall?.[0].params).toEqual({ userId: bob._id });
  expect(screen.queryByRole('button', { name: 'Mute @bob' })).toBeNull();
  screen.getByRole('button', { name: 'Block @bob' });
});

test('a person who is blocked already is not offered again', async () => {
  await open({}, { ...viewer, blockedUsers: [bob._id] });
  expect(screen.queryByRole('checkbox')).toBeNull();
});

test('a rule and a comment can go with the report', async () => {
  answerSite();
  const asked = acceptReports();
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add details first' }));
  const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Send report' });
  expect(send.disabled).toBe(true);
  await user.click(screen.getByRole('radio', { name: 'Harassment or bullying' }));
  await user.click(await screen.findByRole('radio', { name: rule.text }));
  await user.type(screen.getByLabelText('Comment (optional)'), ' Since Monday. ');
  screen.getByText('13 / 1000');
  await user.click(send);
  await screen.findByText('Thank you. The moderators look at your report.');
  expect(asked.mock.lastCall?.[0].body).toEqual({
    subject,
    reason: 'harassment',
    comment: 'Since Monday.',
    ruleId: rule._id,
  });
});

test('back leads to the quick way, and what was chosen and typed stays and goes with the report', async () => {
  answerSite();
  const asked = acceptReports();
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add details first' }));
  await user.click(screen.getByRole('radio', { name: 'Something else' }));
  await user.click(await screen.findByRole('radio', { name: rule.text }));
  await user.type(screen.getByLabelText('Comment (optional)'), 'Since Monday');
  await user.click(screen.getByRole('button', { name: 'Back' }));
  screen.getByText('The details that you added go with the report.');
  const details = screen.getByRole('button', { name: 'Change the details' });
  expect(document.activeElement).toBe(details);
  await user.click(details);
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Something else' }).checked).toBe(
    true,
  );
  expect(screen.getByLabelText<HTMLTextAreaElement>('Comment (optional)').value).toBe(
    'Since Monday',
  );
  await user.click(screen.getByRole('button', { name: 'Back' }));
  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  await user.click(reason('Spam or advertising'));
  await screen.findByText('Thank you. The moderators look at your report.');
  expect(asked.mock.lastCall?.[0].body).toEqual({
    subject,
    reason: 'spam',
    comment: 'Since Monday',
    ruleId: rule._id,
  });
});

test('without rules no word says that there are some', async () => {
  server.answer(getSite, () => success(sampleSite({ rules: [] })));
  const user = await open();
  expect(screen.getByRole('dialog').textContent).not.toMatch(/rule/i);
  await user.click(screen.getByRole('button', { name: 'Add details first' }));
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send report' })).toBeTruthy());
  expect(screen.getByRole('dialog').textContent).not.toMatch(/rule/i);
});

test('a comment that is too long cannot be sent', async () => {
  answerSite();
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add details first' }));
  await user.click(screen.getByRole('radio', { name: 'Something illegal' }));
  await user.click(screen.getByLabelText('Comment (optional)'));
  await user.paste('x'.repeat(1_001));
  screen.getByText('1001 / 1000');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send report' }).disabled).toBe(
    true,
  );
});

test('a failure keeps what was chosen and typed, and the next try sends it', async () => {
  answerSite();
  server.answer(createReport, () => {
    throw new AppError('internal');
  });
  const user = await open();
  await user.click(screen.getByRole('button', { name: 'Add details first' }));
  await user.click(screen.getByRole('radio', { name: 'Violence or threats' }));
  await user.type(screen.getByLabelText('Comment (optional)'), 'A threat');
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Something went wrong');
  const asked = acceptReports();
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  await screen.findByText('Thank you. The moderators look at your report.');
  expect(asked.mock.lastCall?.[0].body).toMatchObject({ reason: 'violence', comment: 'A threat' });
});

test('without a network the reasons stay, and the dialog says why nothing was sent', async () => {
  const user = await open();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  await user.click(reason('Sexual content'));
  expect((await screen.findByRole('alert')).textContent).toContain('Your report was not sent.');
  reason('Sexual content');
});

test.each([
  ['rate_limited', 'You have sent many reports within the last hour. Please try again later.'],
  ['not_found', 'Not found.'],
] as const)('the refusal %s has its words', async (code, text) => {
  server.answer(createReport, () => {
    throw new AppError(code);
  });
  const user = await open();
  await user.click(reason('Self-harm or suicide'));
  expect((await screen.findByRole('alert')).textContent).toBe(text);
});

test('a member without a confirmed address learns where to confirm it', async () => {
  server.answer(createReport, () => {
    throw new AppError('email_unverified');
  });
  const user = await open();
  await user.click(reason('Spam or advertising'));
  const link = await screen.findByRole('link', { name: 'Confirm your address' });
  await user.click(link);
  expect(location.pathname).toBe(paths.settingsSection('security'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
